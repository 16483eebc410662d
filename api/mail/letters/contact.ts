import { type Mailbox, onOneLine, readAddress } from '../address.ts'
import { type Block, note } from './blocks.ts'

/** Whom to ask: what is known of it. */
export interface MailContact {
  name: string | null
  email: string | null
  phone: string | null
}

/** `Ida Storm, ida@example.org, 555 010`; where nothing is known, the words given. */
export function contactLine(contact: MailContact, otherwise: string): string {
  const known = [contact.name, contact.email, contact.phone].filter(
    (part): part is string => part !== null && part.trim() !== '',
  )
  return known.length > 0 ? known.map((part) => onOneLine(part)).join(', ') : onOneLine(otherwise)
}

/** The mailbox for a question about it; null if no address is known. */
export function mailboxOf({ name, email }: MailContact): Mailbox | null {
  const address = email === null ? null : readAddress(email)
  return address === null ? null : { name: onOneLine(name ?? ''), address }
}

/** The last line of every mail. */
export const askLine = (contact: MailContact, organization: string | null): Block =>
  note(
    `Questions? Ask ${contactLine(contact, organization ?? 'the administrator of this Holdfast installation')}.`,
  )
