import { z } from 'zod'
import { composed } from '../composed.ts'
import { consoleTexts as t } from '../consoleTexts.ts'
import { JSON_MAX_BYTES } from '../constants.ts'
import { text } from '../primitives.ts'
import { hasShortLocalPart } from './fields.ts'

/** The form takes so many addresses at once, the call so many (a CSV file comes through the same call). */
export const FORM_MAX_EMAILS = 10
export const CALL_MAX_EMAILS = 5_000
/** An address with what stands between it and the next, in characters. */
const ADDRESS_MAX_LENGTH = 256
/** The most bytes of a call that invites: as many addresses of that length, and the rest of a body. */
export const INVITATION_MAX_BYTES = CALL_MAX_EMAILS * ADDRESS_MAX_LENGTH + JSON_MAX_BYTES

/** Before it is NFC an address may have more units. */
const TYPED_MAX = 1_000
const ADDRESS_MAX = 254

/** By the pattern of the forms' addresses, without the rest of a schema: a file brings thousands. */
function isAddress(one: string): boolean {
  if (one.length > TYPED_MAX) return false
  const address = composed(one)
  return address.length <= ADDRESS_MAX && z.regexes.email.test(address) && hasShortLocalPart(address)
}

/**
 * The addresses of a text: between commas, semicolons and line ends, without the blanks around them; 'Ana <ana@…>' is
 * the address alone. Blanks within are no part of an address: they stand between two, or the entry is none and stays
 * as it was typed, because an address made by leaving out a blank would be somebody else's (decision 0017).
 */
export const splitEmails = (given: string): string[] => [...entriesOf(given)]

/** The same, one by one: a list that is far too long is read no further than it takes to know that. */
function* entriesOf(given: string): Generator<string> {
  let looked = 0
  for (const [between] of given.matchAll(/[^,;\r\n]+/g)) {
    const part = between.trim()
    if (part === '') continue
    const named = /^[^<>]*<([^<>\s]+)>$/.exec(part)
    if (named?.[1]) yield named[1]
    else {
      const words = wordsWithin(part)
      looked += words
      if (words === 1 || looked > CALL_MAX_EMAILS) {
        yield part
        continue
      }
      const pieces = part.split(/\s+/)
      if (pieces.every(isAddress)) yield* pieces
      else yield part
    }
  }
}

/** How many words stand in a text; more than a call takes is only 'more'. */
function wordsWithin(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\s+/g)) if (++count > CALL_MAX_EMAILS) break
  return count + 1
}

/** How many entries a list has, counted no further than `enough`. */
function countEntries(given: string, enough: number): number {
  let count = 0
  for (const _ of entriesOf(given)) if (++count >= enough) break
  return count
}

/** Which of them can be written to; each address once, however its case is written. */
export function sortEmails(given: string): { valid: string[]; invalid: string[] } {
  const seen = new Set<string>()
  const sorted = { valid: [] as string[], invalid: [] as string[] }
  for (const one of splitEmails(given)) {
    const email = composed(one)
    if (seen.has(email.toLowerCase())) continue
    seen.add(email.toLowerCase())
    if (isAddress(email)) sorted.valid.push(email)
    else sorted.invalid.push(one)
  }
  return sorted
}

/** A list of addresses as the calls take it: text with commas. */
export const emailList = text(CALL_MAX_EMAILS * ADDRESS_MAX_LENGTH, {
  required: t.noEmails,
  tooLong: 'There are too many addresses.',
}).superRefine((given, check) => {
  const count = countEntries(given, CALL_MAX_EMAILS + 1)
  if (count > 0 && count <= CALL_MAX_EMAILS) return
  const message = count === 0 ? t.noEmails : `Please add maximum ${CALL_MAX_EMAILS} email-ids.`
  check.addIssue({ code: 'custom', message })
})
