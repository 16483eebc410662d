import { z } from 'zod'
import { composed } from './composed.ts'
import { splitNames } from './names.ts'
import { isStorable } from './storable.ts'
import { texts } from './texts.ts'

/** Shapes shared by many calls. */

/** The messages for a text that is missing, and for one that is too long. */
export interface TextMessages {
  required?: string | undefined
  tooLong?: string | undefined
}

/**
 * A text of at most so many characters. A longer one is refused before anything else looks at it, the counting of its
 * characters included: one has two units at most, and their number is known at once.
 */
export const upTo = (most: number, { required, tooLong }: TextMessages = {}) =>
  z
    .string(required)
    .refine((s) => s.length <= 2 * most, {
      abort: true,
      error: tooLong ?? `must be at most ${most} characters`,
    })
    .max(most, { abort: true, error: tooLong })

/** An id in a path or query: a positive whole number without leading zeros. */
export const pathId = upTo(15, { tooLong: 'must be a positive whole number' })
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
  .transform(Number)
export const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A random token of this server: url-safe characters. */
export const token = upTo(200)
  .min(1)
  .regex(/^[\w-]+$/, 'is not a token')
const NO_HASH = 'must be 64 hexadecimal digits'
export const sha256Hex = upTo(64, { tooLong: NO_HASH }).regex(/^[0-9a-f]{64}$/, NO_HASH)
export const isoTime = upTo(40)
export const ignored = z.unknown().optional()

/** A question's kind as views tell it and rows keep it; `questionKinds.ts` reads it. */
export const kindOnTheWire = { is_multi_select: z.boolean() }
export type KindOnTheWire = z.infer<z.ZodObject<typeof kindOnTheWire>>

/** The same as forms write it. */
export const kindInForm = {
  is_multi_select: z
    .union([z.boolean(), z.enum(['true', 'false'])], 'Type is a required field')
    .transform((given) => given === true || given === 'true'),
} satisfies { [Field in keyof KindOnTheWire]: z.ZodType<KindOnTheWire[Field]> }

/** Text that can be stored and shown. */
export const text = (most: number, said?: TextMessages) =>
  upTo(most, said).refine(isStorable, 'contains characters that cannot be stored')

/** Letters of any script, space, both apostrophes, period, hyphen; NFC (the specification's rule for names, for every script). */
const namePattern = /^[\p{L}\p{M} .'’-]+$/u
/** The most of what is trimmed before it is measured: room for the blanks that come along when it is pasted. */
const TYPED_MAX = 1_000
const personName = (required: string, invalid: string) =>
  text(TYPED_MAX, { tooLong: invalid })
    .transform((s) => composed(s.trim()))
    .pipe(z.string().min(1, required).max(100, invalid).regex(namePattern, invalid))

export const firstName = personName(texts.firstNameRequired, texts.firstNameInvalid)
export const lastName = personName(texts.lastNameRequired, texts.lastNameInvalid)
export const mobile = text(TYPED_MAX, { tooLong: texts.mobileInvalid })
  .transform((s) => s.trim())
  .pipe(z.string().regex(/^\d{10}$/, texts.mobileInvalid))

export const offset = upTo(9, { tooLong: 'must be a whole number from 0' })
  .regex(/^\d{1,9}$/, 'must be a whole number from 0')
  .transform(Number)
  .default(0)
const NO_LIMIT = 'must be a whole number from 1 to 100'
const someLimit = upTo(3, { tooLong: NO_LIMIT })
  .regex(/^[1-9]\d{0,2}$/, NO_LIMIT)
  .transform(Number)
  .refine((n) => n <= 100, NO_LIMIT)
export const limit = someLimit.default(15)
/** The limit of lists that the specification asks for whole as well: without it all rows come. */
export const limitOrAll = someLimit.optional()
/** The text a change began with: another one on the server is a conflict. Left out: whatever stands there. */
export const was = upTo(100_000).optional()
export const page = upTo(7, { tooLong: 'must be a whole number from 1' })
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1')
  .transform(Number)
  .default(1)
export const search = text(200).default('')

/** Names of tags or difficulties in a query, separated by commas; a comma of a name stands behind a backslash. */
export const nameList = text(4_000)
  .transform((s) => [...new Set(splitNames(s))])
  .pipe(z.array(z.string()).max(100, 'must be at most 100 names'))
  .default([])

/** Ids in a query, separated by commas. */
export const idList = upTo(4_000)
  .regex(/^$|^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'must be whole numbers, separated by commas')
  .transform((s) => (s === '' ? [] : s.split(',').map(Number)))
  .default([])

/** Yes or no in a query. */
export const flag = z
  .enum(['true', 'false'])
  .transform((v) => v === 'true')
  .optional()
