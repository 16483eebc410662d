import type { MailData, TroubleKind } from '../kinds.ts'
import { alertLetter } from '../letters/alert.ts'
import type { Body, BodySource } from './body.ts'

/** Tells what was seen when it was queued: a trouble that is over by now is told by a mail of its own. */
export async function alertBody({ base, mail }: BodySource): Promise<Body> {
  const { news, since, at, words } = mail.data as MailData['alert']
  const letter = alertLetter({ trouble: mail.subject_ref as TroubleKind, news, since, at, seen: words, base })
  return { letter, replyTo: null }
}
