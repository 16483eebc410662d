import { z } from 'zod'
import { splitNames } from './names.ts'
import { texts } from './texts.ts'

/** Shapes shared by many calls. */

/** An id in a path or query: a positive whole number without leading zeros. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
  .transform(Number)
export const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A random token of this server: url-safe characters. */
export const token = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w-]+$/, 'is no token')
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
export const isoTime = z.string()
export const ignored = z.unknown().optional()

/** Text that can be stored and shown: no NUL, no lone surrogate. */
const unstorable = /[\0\p{Cs}]/u
export const text = z.string().refine((s) => !unstorable.test(s), 'holds characters that cannot be stored')

/** Letters of any script, space, both apostrophes, period, hyphen; NFC (the specification's rule for names, for every script). */
const namePattern = /^[\p{L}\p{M} .'’-]+$/u
const personName = (required: string, invalid: string) =>
  text
    .transform((s) => s.trim().normalize('NFC'))
    .pipe(z.string().min(1, required).max(100, invalid).regex(namePattern, invalid))

export const firstName = personName(texts.firstNameRequired, texts.firstNameInvalid)
export const lastName = personName(texts.lastNameRequired, texts.lastNameInvalid)
export const mobile = text.transform((s) => s.trim()).pipe(z.string().regex(/^\d{10}$/, texts.mobileInvalid))

export const offset = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number from 0')
  .transform(Number)
  .default(0)
const someLimit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 100')
  .transform(Number)
  .refine((n) => n <= 100, 'must be a whole number from 1 to 100')
export const limit = someLimit.default(15)
/** Of lists that the specification asks for whole as well: without it all rows come. */
export const limitOrAll = someLimit.optional()
/** The text a change began with: another one on the server is a conflict. Left out: whatever stands there. */
export const was = z.string().max(100_000).optional()
export const page = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1')
  .transform(Number)
  .default(1)
export const search = text.pipe(z.string().max(200)).default('')

/** Names of tags or difficulties in a query, separated by commas; a comma of a name stands behind a backslash. */
export const nameList = text
  .pipe(z.string().max(4_000))
  .transform((s) => [...new Set(splitNames(s))])
  .pipe(z.array(z.string()).max(100, 'must be at most 100 names'))
  .default([])

/** Ids in a query, separated by commas. */
export const idList = z
  .string()
  .max(4_000)
  .regex(/^$|^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'must be whole numbers, separated by commas')
  .transform((s) => (s === '' ? [] : s.split(',').map(Number)))
  .default([])

/** Yes or no in a query. */
export const flag = z
  .enum(['true', 'false'])
  .transform((v) => v === 'true')
  .optional()
