import type { SendMailOptions } from 'nodemailer'
import { type Mailbox, onOneLine } from '../address.ts'
import type { Message } from '../message.ts'

/** A message in the library's terms. Addresses go in as objects, never as text that would be read again. */
export function envelopeOf(message: Message): SendMailOptions {
  const { messageId, from, to, replyTo, date, subject, text, html, attachments } = message
  return {
    messageId,
    from: named(from),
    to: { name: '', address: to },
    replyTo: replyTo ? named(replyTo) : undefined,
    date,
    subject,
    text,
    html,
    attachments,
    // Vacation replies and the like leave such mails alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** An encoded name may hold line ends that some programs show: none goes out. */
const named = ({ name, address }: Mailbox): Mailbox => ({ name: onOneLine(name), address })
