import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { LeaveFacts } from '#machines/attempt/proctoring.ts'
import type { AttemptEmitted } from '#machines/attempt/types.ts'
import type { TestActor } from '#pwa/actors/testApi.ts'
import { leaveFullScreen } from '../../fullScreen.ts'
import { routes } from '../../routes.ts'
import { writeEndReason, writeFullScreenAttempts } from '../../stored.ts'
import { announce } from '../../ui/announcements.ts'
import { toast } from '../../ui/toasts.ts'
import type { AttemptRef } from './useAttemptMachine.ts'

export interface LeaveWarning {
  strikes: number
  allowed: number
}

const forget = (promise: Promise<void>): void => {
  promise.catch(() => undefined)
}

/** The end by force: the order is the specification's, and nothing of it may hold the rest up. */
async function endByForce(actor: TestActor, by: LeaveFacts['kind']): Promise<void> {
  writeEndReason(texts.switchedWindow, by)
  await leaveFullScreen()
  await actor.finish('switched')
}

function log(actor: TestActor, event: AttemptEmitted): void {
  if (event.type === 'focusLost') forget(actor.signal('focus_lost'))
  if (event.type === 'judged' && event.judgement.count)
    forget(actor.signal('focus_lost', { counted: true, why: event.judgement.why }))
  if (event.type === 'focusReturned') {
    const { ms, counted, why } = event
    forget(actor.signal('focus_returned', { ms, counted, why }))
  }
  if (event.type === 'screenLeft') {
    writeFullScreenAttempts(event.attemptsLeft)
    forget(actor.signal('fullscreen_left', { counted: event.judgement.count, why: event.judgement.why }))
  }
  if (event.type === 'screenEntered') forget(actor.signal('fullscreen_entered', { ms: event.ms }))
}

const minutesInWords = (minutes: number): string =>
  minutes === 1 ? '1 minute remains.' : `${minutes} minutes remain.`

/** What the machine says is logged, shown and acted on here. */
export function useConsequences(actor: TestActor, ref: AttemptRef) {
  const navigate = useNavigate()
  const [warning, setWarning] = useState<LeaveWarning | null>(null)
  useEffect(() => {
    const subscription = ref.on('*', (event) => {
      log(actor, event)
      if (event.type === 'minutesLeft') {
        announce(minutesInWords(event.minutes))
        if (event.minutes === 2) toast('warn', '2 minutes remain. What you have written is kept by itself.')
      }
      if (event.type === 'judged' && event.judgement.consequence === 'warn') {
        setWarning({ strikes: event.strikes, allowed: event.allowed })
      }
      if (event.type === 'screenLeft' && event.judgement.consequence === 'warn') {
        const { strikes, warningsAllowed } = ref.getSnapshot().context
        setWarning({ strikes, allowed: warningsAllowed })
      }
      if (event.type === 'forced')
        endByForce(actor, event.by).then(() => navigate(routes.end, { replace: true }))
    })
    return () => subscription.unsubscribe()
  }, [actor, ref, navigate])
  return { warning, closeWarning: () => setWarning(null) }
}
