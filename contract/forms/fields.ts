import { z } from 'zod'
import { composed } from '../composed.ts'
import { text, upTo } from '../primitives.ts'
import { texts } from '../texts.ts'
import { isCommonPassword } from './commonPasswords.ts'

/** Fields that many forms share. A form and the call it makes are checked by the same schema. */

const lengthOf = (s: string): number => [...s].length

interface Lengths {
  required: string
  min?: readonly [length: number, message: string]
  max?: readonly [length: number, message: string]
}

/** Signs that leave nothing to see: blanks, controls, what only joins or turns other signs, and fillers. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** The ones of these that are no blank: they make no text long enough. */
const weightless = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const LONGEST = 2_000
const TOO_LONG = `At most ${LONGEST} characters`
/** So many units may be typed for so many characters: a character has up to four before it is NFC, and blanks come along. */
const typedMost = (characters: number): number => 4 * characters + 1_000

const wordsMadeBy = (tidy: (s: string) => string, { required, min, max }: Lengths) =>
  text(typedMost(max?.[0] ?? LONGEST), { required, tooLong: max?.[1] ?? TOO_LONG })
    .transform((s) => composed(tidy(s).trim()))
    .superRefine((s, check) => {
      const message =
        s.replace(unseen, '') === ''
          ? required
          : min && lengthOf(s.replace(weightless, '')) < min[0]
            ? min[1]
            : lengthOf(s) > (max?.[0] ?? LONGEST)
              ? (max?.[1] ?? TOO_LONG)
              : null
      if (message !== null) check.addIssue({ code: 'custom', message })
    })

/**
 * Text, trimmed and NFC, with one message at a time: missing, too short or too long. Lengths count characters. Somebody
 * must be able to see it.
 */
export const words = (lengths: Lengths) => wordsMadeBy((s) => s, lengths)

/** The same in one line, as of a name: a line break or another control, as it comes along when it is pasted, is a blank. */
export const oneLine = (lengths: Lengths) => wordsMadeBy(inOneLine, lengths)

const blanksAround = (part: string, index: number, { length }: string[]): string => {
  const behind = index === 0 ? part : part.trimStart()
  return index === length - 1 ? behind : behind.trimEnd()
}
const inOneLine = (s: string): string =>
  s
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .map(blanksAround)
    .join(' ')

/** An address in the form accounts are found by: trimmed, lower case, NFC. */
export const email = (required: string = texts.emailRequired, invalid = 'Email must be a valid email') =>
  text(1_000, { required, tooLong: 'Email is too long' })
    .transform((s) => composed(s.trim()).toLowerCase())
    .pipe(
      upTo(254, { tooLong: 'Email is too long' })
        .min(1, required)
        .email(invalid)
        .refine(hasShortLocalPart, invalid),
    )

/** Before the @ a mail server takes 64 bytes (RFC 5321, section 4.5.3.1.1). */
export const hasShortLocalPart = (address: string): boolean =>
  new TextEncoder().encode(address.slice(0, address.lastIndexOf('@'))).length <= 64

/**
 * The password that signs in, as typed. Blanks at its ends are taken off only if a link sets a new one (decision 0014).
 */
export const password = text(1024, {
  required: texts.passwordTooShort,
  tooLong: 'Password is too long',
}).min(6, texts.passwordTooShort)

/** One that is being set: not among the first that anybody guesses. */
export const newPassword = password.refine(
  (s) => !isCommonPassword(s),
  'This password is too common. Choose another.',
)

const NO_INSTANT = 'must be a date and time with its time zone'

/** An instant as ISO 8601 with its zone; a day that no calendar has is refused. Milliseconds since 1970. */
export const instant = (required: string) =>
  upTo(100, { required, tooLong: NO_INSTANT })
    .min(1, required)
    .refine((s) => isInstant(s), NO_INSTANT)
    .transform((s) => Date.parse(s))

const isoInstant = z.iso.datetime({ offset: true })
const isInstant = (s: string): boolean => s === '' || isoInstant.safeParse(s).success

interface Whole {
  required: string
  /** The message for a number that is not whole. */
  whole: string
  min: readonly [least: number, message: string]
  max: readonly [most: number, message: string]
}

/** A whole number, as a number or as its text (the specification's forms send some numbers as text). */
export const wholeNumber = ({ required, whole, min, max }: Whole) =>
  z.union([z.number(), upTo(1_000, { tooLong: whole })], required).transform((given, check) => {
    const trimmed = typeof given === 'string' ? given.trim() : given
    // As people write them: no '0x10' and no '1e3'.
    const isNumber = typeof trimmed === 'number' || /^[+-]?\d+(\.\d+)?$/.test(trimmed)
    const value = isNumber ? Number(trimmed) : Number.NaN
    const message =
      trimmed === ''
        ? required
        : !Number.isInteger(value)
          ? whole
          : value < min[0]
            ? min[1]
            : value > max[0]
              ? max[1]
              : null
    if (message !== null) check.addIssue({ code: 'custom', message })
    return value
  })
