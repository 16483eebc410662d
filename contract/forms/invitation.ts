import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { JSON_MAX_BYTES } from '../constants.ts'
import { text } from '../primitives.ts'
import { hasShortLocalPart } from './fields.ts'

/** The form takes so many addresses at once, the call so many (a CSV file comes through the same call). */
export const FORM_MAX_EMAILS = 10
export const CALL_MAX_EMAILS = 5_000
/** An address with what stands between it and the next, in characters. */
const ADDRESS_MAX_LENGTH = 256
/** Of the calls that invite: as many addresses of that length, and the rest of a body. */
export const INVITATION_MAX_BYTES = CALL_MAX_EMAILS * ADDRESS_MAX_LENGTH + JSON_MAX_BYTES

const address = z.string().max(254).email().refine(hasShortLocalPart)

const isAddress = (one: string): boolean => address.safeParse(one.normalize('NFC')).success

/**
 * The addresses of a text: between commas, semicolons and line ends, without the blanks around them; 'Ana <ana@…>' is
 * the address alone. Blanks within are no part of an address: they stand between two, or the entry is none and stays
 * as it was typed, because an address made by leaving out a blank would be somebody else's (decision 0017).
 */
export function splitEmails(given: string): string[] {
  return given
    .split(/[,;\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const named = /^[^<>]*<([^<>\s]+)>$/.exec(part)
      if (named?.[1]) return [named[1]]
      const pieces = part.split(/\s+/)
      return pieces.every(isAddress) ? pieces : [part]
    })
}

/** Which of them can be written to; each address once, however its case is written. */
export function sortEmails(given: string): { valid: string[]; invalid: string[] } {
  const seen = new Set<string>()
  const sorted = { valid: [] as string[], invalid: [] as string[] }
  for (const one of splitEmails(given)) {
    const email = one.normalize('NFC')
    if (seen.has(email.toLowerCase())) continue
    seen.add(email.toLowerCase())
    if (isAddress(email)) sorted.valid.push(email)
    else sorted.invalid.push(one)
  }
  return sorted
}

/** A list of addresses as the calls take it: text with commas. */
export const emailList = text
  .max(CALL_MAX_EMAILS * ADDRESS_MAX_LENGTH, 'These are too many addresses.')
  .refine((s) => splitEmails(s).length > 0, t.noEmails)
  .refine((s) => splitEmails(s).length <= CALL_MAX_EMAILS, `Please add maximum ${CALL_MAX_EMAILS} email-ids.`)
