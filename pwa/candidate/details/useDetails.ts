import { useState } from 'react'
import { FULL_SCREEN_ATTEMPTS } from '#contract/constants.ts'
import {
  checkDetails,
  type DetailsErrors,
  type DetailsFacts,
  type DetailsFields,
  tidyName,
} from '#machines/attempt/details.ts'
import { submitDetails } from '#pwa/attempt/session/session.ts'
import { CallError } from '#pwa/http/call.ts'
import { readCamera } from '../camera/store.ts'
import { isDriveMoved, type OpenedDrive } from '../drive.ts'
import { enterFullScreen, leaveFullScreen } from '../fullScreen.ts'
import { writeEndReason, writeFullScreenAttempts } from '../stored.ts'
import { readUnsent, writeUnsent } from '../unsent.ts'
import { send as tell } from '../way/way.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const fieldNames = ['first_name', 'last_name', 'mobile_number'] as const

/** A refusal by the server, at the fields it names. */
function errorsOf(error: CallError): DetailsErrors {
  const told = fieldNames.flatMap((name) => {
    const first = error.errors[name]?.[0]
    return first ? [[name, first]] : []
  })
  return Object.fromEntries(told)
}

export function useDetails({ token, view }: OpenedDrive) {
  const [kept] = useState(() => readUnsent('details', view.candidate_id))
  const [fields, setFields] = useState<DetailsFields>({
    first_name: textOf(kept.first_name) ?? view.first_name,
    last_name: textOf(kept.last_name) ?? view.last_name,
    mobile_number: textOf(kept.mobile_number) ?? view.mobile_number,
  })
  const [rulesRead, setRulesRead] = useState(kept.rulesRead === true)
  const [errors, setErrors] = useState<DetailsErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const facts = (change: Partial<DetailsFacts> = {}): DetailsFacts => ({
    ...fields,
    rulesRead,
    cameraNeeded: view.webcam,
    cameraOn: readCamera().status === 'on',
    ...change,
  })
  /** After a first try a mended field is right at once; no field turns wrong while it is typed in. */
  const mend = (change: Partial<DetailsFacts>) => {
    const now = checkDetails(facts(change))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name in now)))
  }

  const send = async (screen: Promise<boolean>) => {
    setBusy(true)
    setFailure(null)
    try {
      await submitDetails(token, view, {
        first_name: tidyName(fields.first_name),
        last_name: tidyName(fields.last_name),
        mobile_number: fields.mobile_number.trim(),
      })
      writeUnsent('details', view.candidate_id, null)
      await screen
      writeEndReason(null)
      writeFullScreenAttempts(FULL_SCREEN_ATTEMPTS)
      tell({ type: 'ACCEPTED' })
    } catch (error) {
      await leaveFullScreen()
      if (await isDriveMoved(token, error)) return tell({ type: 'DRIVE_MOVED', token })
      setBusy(false)
      const told = error instanceof CallError ? errorsOf(error) : {}
      setErrors(told)
      if (Object.keys(told).length === 0) setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  /** Answers what is wrong; nothing where the way is free. Full screen is asked for in the click itself. */
  const submit = (): DetailsErrors => {
    const found = checkDetails(facts())
    setErrors(found)
    if (Object.keys(found).length === 0) send(enterFullScreen())
    return found
  }

  return {
    fields,
    rulesRead,
    errors,
    failure,
    busy,
    submit,
    edit: (name: keyof DetailsFields, value: string) => {
      const now = { ...fields, [name]: value }
      setFields(now)
      writeUnsent('details', view.candidate_id, { ...now, rulesRead })
      mend({ [name]: value })
    },
    readRules: (read: boolean) => {
      setRulesRead(read)
      writeUnsent('details', view.candidate_id, { ...fields, rulesRead: read })
      mend({ rulesRead: read })
    },
    cameraIsOn: () => setErrors(({ camera: _mended, ...rest }) => rest),
  }
}
