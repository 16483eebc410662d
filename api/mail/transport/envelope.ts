import type { SendMailOptions } from 'nodemailer'
import type { Message } from '../message.ts'

/** A message in the library's terms. Addresses go in as objects, never as text that would be read again. */
export function envelopeOf(message: Message): SendMailOptions {
  const { messageId, from, to, replyTo, date, subject, text, html, attachments } = message
  return {
    messageId,
    from,
    to: { name: '', address: to },
    replyTo: replyTo ?? undefined,
    date,
    subject,
    text,
    html,
    attachments,
    // Vacation replies and the like leave such mails alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
