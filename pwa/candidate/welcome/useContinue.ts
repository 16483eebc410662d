import { useState } from 'react'
import { resumeByLease } from '#pwa/attempt/session/session.ts'
import { resumeByLink } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import type { OpenedDrive } from '../drive.ts'
import { enterFullScreen, leaveFullScreen } from '../fullScreen.ts'
import { writeEndReason } from '../stored.ts'
import { isPassing } from '../untilAnswered.ts'
import { send } from '../way/way.ts'
import type { Holder } from './TakeOver.tsx'

function holderOf(error: CallError): Holder {
  const { device_name: name, since } = error.details
  return {
    deviceName: typeof name === 'string' && name !== '' ? name : 'another device',
    since: typeof since === 'string' ? since : null,
  }
}

/** The action of Continue: the form for a newcomer, the test itself for a person who has begun. */
export function useContinue({ token, view }: OpenedDrive) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [holder, setHolder] = useState<Holder | null>(null)

  const resume = async (takeOver: boolean) => {
    const screen = enterFullScreen()
    setBusy(true)
    setError(null)
    try {
      const session = await resumeByLease(token, takeOver).catch(async (error: unknown) => {
        // Begun here, it goes on without the server.
        const here = isPassing(error) ? await resumeByLink(token).catch(() => null) : null
        if (!here) throw error
        return here
      })
      await screen
      writeEndReason(null)
      send({ type: 'RESUMED', isFinished: session.isFinished })
    } catch (error) {
      await leaveFullScreen()
      setBusy(false)
      if (error instanceof CallError && error.code === 'lease_held') setHolder(holderOf(error))
      else setError(error instanceof Error ? error.message : String(error))
    }
  }

  const go = () => {
    if (!view.has_begun) send({ type: 'CONTINUE' })
    else resume(false)
  }
  return { go, busy, error, holder, takeOver: () => resume(true), stay: () => setHolder(null) }
}
