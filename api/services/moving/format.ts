import { z } from 'zod'
import { isDefault, type MovedTable } from '#db/movedTables.ts'
import type { Row, Value } from '#db/queries/moving.ts'
import { sha256 } from '../../kit/keys.ts'

/** The archive of an organization: what its manifest says, how a row is spelled, and which files there may be. */

/** Raised where an older program could not read an archive any more. */
export const FORMAT = 1
export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE = 'manifest.sig'
export const KEY = 'receipt_key.pem'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

export const formatOf = z.object({ holdfast_organization: z.int().positive() })

export const manifestSchema = z.object({
  holdfast_organization: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** The newest migration of the database it was read from. */
  made_with: z.string(),
  /** SHA-256 of the receipt key: the installation it is of. */
  source: hash,
  sealed_since: z.iso.datetime().nullable(),
  organization: z.object({ id: z.int().positive(), name: z.string() }),
  counts: z.record(z.string(), count),
  /** Whatever did not verify as it was made, in words. */
  findings: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: count, sha256: hash })),
})
export type OrganizationManifest = z.infer<typeof manifestSchema>

/** A file that an archive may hold: none of these names leads out of a folder. */
export const FILE =
  /^(?:README\.txt|receipt_key\.pem|rows\/[a-z_]{1,40}\.jsonl|attempts\/[\w-]{1,64}\.jsonl|(?:images|snapshots)\/[\w-]{1,100}(?:\/[\w-]{1,100}){0,3}(?:\.(?:jpg|png))?)$/

/** The archive is none that may be taken in. @param why a part of a sentence */
export const refused = (why: string): Error =>
  new Error(`This archive is refused: ${why}. Nothing was written. Make it anew, or copy it again.`)

export const rowsFile = (table: string): string => `rows/${table}.jsonl`
export const attemptFile = (ref: string): string => `attempts/${ref}.jsonl`
/** The test that a file is of; undefined for other files. */
export const refOfFile = (path: string): string | undefined => /^attempts\/(.+)\.jsonl$/.exec(path)?.[1]

const spelled = (value: Value | undefined): unknown =>
  Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value

const ordered = (row: Row, columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column, spelled(row[column])]))

/** A row as a line of an archive says it. */
export const spelledRow = (row: Row): Record<string, unknown> => ordered(row, Object.keys(row))

const value = z.union([z.string(), z.number(), z.null(), z.object({ bytes: z.base64() })])
const rowSchema = z.record(z.string(), value)

/** @throws ZodError where it is no row */
export const readRow = (line: unknown): Row =>
  Object.fromEntries(
    Object.entries(rowSchema.parse(line)).map(([column, said]) => [
      column,
      typeof said === 'object' && said !== null ? Buffer.from(said.bytes, 'base64') : said,
    ]),
  )

/**
 * The hash that tells whether a row was changed. A column that is empty or has its default counts as one that is not there:
 * another version may have it, and an update must not change every row.
 */
export function digestOf({ name, quiet = [] }: MovedTable, row: Row): string {
  const columns = Object.keys(row)
    .filter(
      (column) =>
        row[column] !== null && !quiet.includes(column) && !isDefault(name, column, row[column] ?? null),
    )
    .toSorted()
  return sha256(JSON.stringify(ordered(row, columns)))
}

/** The address of a bank's picture on the other server: one for each, whatever its organization is called there. */
export const imageThere = (source: string, key: string): string =>
  `images/${source.slice(0, 12)}/${key.replace(/^images\//, '').replaceAll('/', '-')}`
