import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { Lack } from '#pwa/console/kit/credits/Credits.tsx'
import { CallError } from '#pwa/http/call.ts'
import type { Subject } from '../../drives/subject/useSubject.ts'
import { useIdempotentRequest } from '../../kit/http/idempotentRequest.ts'

interface Sent {
  invited: number
  credits: number
}

/** The texts that are no addresses: in words, a line each, and as a file. */
interface Invalid {
  words: string
  file: string
}

/** An error that a part of the dialog found in what was given to it. */
interface InputError {
  at: 'emails' | 'file'
  words: string
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Sends invitations and keeps what came of it: the credits left, what was refused, the file of what is no address.
 * One attempt at a time is told of, whichever part of the dialog it came from.
 * @param creditsTold as the list of candidates tells them
 */
export function useInvite(subject: Subject, creditsTold: number) {
  const client = useQueryClient()
  const idempotentRequest = useIdempotentRequest()
  const [credits, setCredits] = useState(creditsTold)
  // More may be given while somebody waits here for them.
  const [told, setTold] = useState(creditsTold)
  if (told !== creditsTold) {
    setTold(creditsTold)
    setCredits(creditsTold)
  }
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [lack, setLack] = useState<Lack>()
  const [done, setDone] = useState<string>()
  const [invalidFile, setInvalidFile] = useState<string>()
  const [inputError, setInputError] = useState<InputError>()

  /** One at a time, whatever is pressed meanwhile. */
  const busy = useRef(false)

  /**
   * @param invalid what is none of them, where whoever asks knows more of it than the server
   * @param beside what is wrong with the rest of what was given: it stands beside what becomes of this
   * @returns sent: the good addresses were invited, whether others are none or not
   */
  async function send(emails: string, invalid?: Invalid, beside?: InputError): Promise<'sent' | 'failed'> {
    if (busy.current) return 'failed'
    busy.current = true
    setBusy(true)
    clear()
    setInputError(beside)
    try {
      const { data, message } = await subject.invite(idempotentRequest, emails, timeZone())
      setCredits(data.credits)
      setDone(message)
      return 'sent'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error.message)
      if (error.code === 'insufficient_credits') setLack(error.details as unknown as Lack)
      const { csv, credits: left, said } = error.details as Partial<Sent> & { csv?: string; said?: string }
      if (error.code === 'invalid_emails') {
        if (invalid) setRefusal(`${consoleTexts.invalidEmails}\n${invalid.words}`)
        setInvalidFile(invalid?.file ?? csv)
        if (left !== undefined) setCredits(left)
        setDone(said)
        return 'sent'
      }
      return 'failed'
    } finally {
      busy.current = false
      setBusy(false)
      // The lists, the credits, and what the drive's tile and its results count.
      void client.invalidateQueries()
    }
  }

  function clear(): void {
    setRefusal(undefined)
    setLack(undefined)
    setDone(undefined)
    setInvalidFile(undefined)
    setInputError(undefined)
  }

  return {
    credits,
    isBusy,
    refusal,
    /** Beside a refusal for want of credits. */
    lack,
    done,
    invalidFile,
    send,
    /** The error of a part, in words. */
    errorAt: (at: InputError['at']): string | undefined =>
      inputError?.at === at ? inputError.words : undefined,
    /** Nothing was sent: what was said of the attempt before goes. */
    refuse(wrong: InputError): void {
      clear()
      setInputError(wrong)
    },
    /** Drops the error of a part, because it is being put right. */
    mend: (at: InputError['at']): void => setInputError((old) => (old?.at === at ? undefined : old)),
  }
}
export type Invite = ReturnType<typeof useInvite>
