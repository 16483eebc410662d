import type { NodemailerError } from 'nodemailer'
import { onOneLine } from '../address.ts'
import { MailError } from './transport.ts'

/** The server is closing, or busy with itself: it says nothing about the mail. */
const SERVICE_NOT_AVAILABLE = 421
/** The words put before the server's own, if those alone would not tell what failed. */
const BEFORE: Record<string, string> = { ETLS: 'No encrypted connection: ', EAUTH: 'No login: ' }
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA']

/**
 * The meaning of a failed hand-over. Only an answer about the recipient or the text speaks of this mail; a refused
 * connection, password or sender concerns every mail, and is the operator's to repair.
 */
export function mailErrorOf(error: NodemailerError): MailError {
  const { responseCode, command = '', code } = error
  if (code === 'EABORT') return new MailError('unreachable', 'The mail server took too long.')
  const words = onOneLine(`${BEFORE[code ?? ''] ?? ''}${error.response ?? error.message}`, 300)
  // An address or a size that is not even tried.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return new MailError('refused', words)
  if (responseCode === undefined || responseCode === SERVICE_NOT_AVAILABLE)
    return new MailError('unreachable', words)
  if (!ABOUT_THE_MAIL.includes(command)) return new MailError('unreachable', words)
  return new MailError(error.permanent ? 'refused' : 'deferred', words)
}
