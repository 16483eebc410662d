import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { text } from '../primitives.ts'
import { hasShortLocalPart } from './fields.ts'

/** The form takes so many addresses at once, the call so many (a CSV file comes through the same call). */
export const FORM_MAX_EMAILS = 10
export const CALL_MAX_EMAILS = 5_000

const address = z.string().max(254).email().refine(hasShortLocalPart)

/** The addresses of a text, split as the specification says: line ends count as commas, blanks vanish, empty ones are left out. */
export function splitEmails(given: string): string[] {
  return given
    .replace(/[\r\n]+/g, ',')
    .replace(/\s+/g, '')
    .split(',')
    .filter((part) => part !== '')
}

/** Which of them can be written to; each address once, however its case is written. */
export function sortEmails(given: string): { valid: string[]; invalid: string[] } {
  const seen = new Set<string>()
  const sorted = { valid: [] as string[], invalid: [] as string[] }
  for (const one of splitEmails(given)) {
    const email = one.normalize('NFC')
    if (seen.has(email.toLowerCase())) continue
    seen.add(email.toLowerCase())
    if (address.safeParse(email).success) sorted.valid.push(email)
    else sorted.invalid.push(one)
  }
  return sorted
}

/** A list of addresses as the calls take it: text with commas. */
export const emailList = text
  .max(CALL_MAX_EMAILS * 256, 'These are too many addresses.')
  .refine((s) => splitEmails(s).length > 0, t.noEmails)
  .refine((s) => splitEmails(s).length <= CALL_MAX_EMAILS, `Please add maximum ${CALL_MAX_EMAILS} email-ids.`)
