import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ZodError, z } from 'zod'
import { plural } from '#contract/plural.ts'
import { tryOnCopy } from '#db/backup.ts'
import type { Queries } from '#db/connect.ts'
import { AUDIT_TABLE, LANGUAGE_TABLE, type MovedTable, ORGANIZATION_TABLES } from '#db/movedTables.ts'
import { recountDrives } from '#db/queries/drives.ts'
import {
  findMovedOrganization,
  findRow,
  insertRow,
  listOrganizationsNamed,
  type Row,
} from '#db/queries/moving.ts'
import { DATABASE } from '../../backups/backup.ts'
import { type Erasure, readErased } from '../../backups/erased.ts'
import type { Context } from '../../context.ts'
import { firstLines } from '../../kit/firstLines.ts'
import { sha256 } from '../../kit/keys.ts'
import { removePictures, storePictures } from '../../storage/pictures.ts'
import { storedBytes } from '../../storage/storage.ts'
import { audit } from '../audit.ts'
import { findingsOf } from '../verification.ts'
import { type OpenedArchive, openArchive } from './archive.ts'
import { type ArchivedRow, mergeAttempt } from './attemptRows.ts'
import { mergeAudit } from './auditRows.ts'
import { takePlace } from './cutOff.ts'
import { digestOf, imageThere, readRow, refOfFile, refused, rowsFile } from './format.ts'
import { linesOf } from './lines.ts'
import { keyOf, Merge, type Merged, type MergeFacts } from './merge.ts'
import { mergeOrganization, mergeRow, requireKnown } from './organizationRows.ts'

/**
 * An archive taken into this installation: everything is checked, and tried on a copy, before anything is written, then the pictures come,
 * which nothing names yet, and then all rows in one transaction.
 */

/** Tests between two lines of progress. */
const PROGRESS_EVERY = 100

export interface ImportWishes {
  /** The organization's name here, the first time it comes. */
  name: string | null
  /** Only tells what would be done. */
  isTrial: boolean
  keepsOurs: boolean
  /** SHA-256 of the key that must have signed it. */
  trusted: string | null
}

export interface ImportedOrganization extends Merged {
  organization: { id: number; name: string }
  source: string
  made_at: string
  /** The source's own findings, and those of this server in what has come. */
  findings: string[]
  pictures: number
}

interface Taken {
  merged: Merged
  organization: ImportedOrganization['organization']
  /** Tests that came or changed: id here by reference. */
  written: ReadonlyMap<string, number>
}

/** @throws Error in words where it is refused; nothing was written then */
export async function importOrganization(
  ctx: Context,
  file: string,
  wishes: ImportWishes,
  progress: (line: string) => void,
): Promise<ImportedOrganization> {
  const { rows, free } = await takePlace(ctx)
  try {
    progress('Checking the archive …')
    const { size } = statSync(join(ctx.config.dataDirectory, DATABASE))
    const archive = await openArchive(file, { folder: rows, trusted: wishes.trusted, moreRoom: size })
    try {
      return await takeIn(ctx, archive, wishes, progress)
    } finally {
      await archive.close()
    }
  } catch (error) {
    throw isFull(error) ? new Error(noRoom(ctx)) : error
  } finally {
    free()
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(error.code))) ||
    isFull(error.cause))
const noRoom = ({ config }: Context): string =>
  `There is no room left in ${config.dataDirectory}: an import needs three times what the archive unpacks to, and once what the database takes. Nothing was written.`

async function takeIn(
  ctx: Context,
  archive: OpenedArchive,
  wishes: ImportWishes,
  progress: (line: string) => void,
): Promise<ImportedOrganization> {
  const { manifest } = archive
  if (manifest.source === ctx.keys.receiptKeyFingerprint)
    throw new Error('This archive was made by this very server, which has all of it. Nothing was written.')
  // A transaction waits for no file.
  const erased = lastErased(await readErased(ctx.config.dataDirectory))
  progress('Trying what it comes to …')
  const here = join(ctx.config.dataDirectory, DATABASE)
  const tried = await tryOnCopy(here, join(archive.folder, DATABASE), (tx) =>
    mergeAll(ctx, tx, archive, { ...wishes, erased, isTrial: true }),
  )
  const { conflicts } = tried.merged
  if (conflicts.length > 0) throw refusal(conflicts)
  const told = (done: Taken, findings: string[], pictures: number): ImportedOrganization => ({
    ...done.merged,
    organization: done.organization,
    source: manifest.source,
    made_at: manifest.made_at,
    findings: [...manifest.findings.map((finding) => `on the source, ${finding}`), ...findings],
    pictures,
  })
  if (wishes.isTrial) return told(tried, [], 0)
  const pictures = await putPictures(ctx, archive, tried.written)
  progress('Writing …')
  const done = await ctx.db
    .write(async (tx) => {
      const all = await mergeAll(ctx, tx, archive, { ...wishes, erased, isTrial: false }, progress)
      // The server may have gone on since it was tried.
      if (all.merged.conflicts.length > 0) throw refusal(all.merged.conflicts)
      return all
    })
    .catch(async (error: unknown) => {
      await removePictures(ctx, pictures)
      throw error
    })
  progress('Checking what has come …')
  const findings: string[] = []
  let checked = 0
  for (const [ref, id] of done.written) {
    for (const what of await findingsOf(ctx, id)) findings.push(`attempt ${ref}: ${what}`)
    if (++checked % PROGRESS_EVERY === 0) progress(`${checked} of ${plural(done.written.size, 'test')} …`)
  }
  return told(done, findings, pictures.length)
}

function refusal(conflicts: readonly string[]): Error {
  const canKeep = conflicts.every((one) => one.endsWith('since it came'))
  return new Error(
    `The archive does not fit what is here. Nothing was written:\n${firstLines(conflicts).join('\n')}${
      canKeep ? '\nWith --keep these stay as they are here, and the rest comes.' : ''
    }`,
  )
}

/** All rows, in the transaction that is given. */
async function mergeAll(...all: Parameters<typeof mergeRows>): Promise<Taken> {
  try {
    return await mergeRows(...all)
  } catch (error) {
    throw isUnreadable(error) ? refused('a row of it holds a value that cannot be read') : error
  }
}

async function mergeRows(
  ctx: Context,
  tx: Queries,
  archive: OpenedArchive,
  wishes: ImportWishes & Pick<MergeFacts, 'erased'>,
  progress: (line: string) => void = () => {},
): Promise<Taken> {
  const { manifest } = archive
  const rowsOf = (table: MovedTable) => archivedRows(archive.folder, table)
  const merge = new Merge(tx, { ...wishes, source: manifest.source, now: ctx.now(), keys: ctx.keys })
  await meetOrganization(merge, archive, wishes)
  await meetLanguages(merge, rowsOf(LANGUAGE_TABLE))
  await mergeOrganization(merge, rowsOf)
  const written = new Map<string, number>()
  const there = new Set<string>()
  for (const { path } of manifest.files) {
    const ref = refOfFile(path)
    if (ref === undefined) continue
    there.add(JSON.stringify({ ref }))
    const id = await mergeAttempt({ keys: ctx.keys, receiptKey: archive.receiptKey }, merge, ref, () =>
      archivedAttempt(archive.folder, path),
    )
    if (id !== null) written.set(ref, id)
    if (there.size % PROGRESS_EVERY === 0) progress(`${plural(there.size, 'test')} …`)
  }
  for (const known of merge.knownOf('attempts'))
    if (!there.has(known.source_key) && (await findRow(tx, 'attempts', JSON.parse(known.here_key) as Row)))
      merge.result.goneThere.push(`the test ${(JSON.parse(known.source_key) as { ref: string }).ref}`)
  // Counters of a drive that was here already do not know of tests that came since.
  if (written.size > 0) await recountDrives(tx, merge.organizationId)
  await mergeAudit(merge, rowsOf(AUDIT_TABLE))
  const { added, changed } = merge.result
  const organization = await findRow(tx, 'organizations', { id: merge.organizationId })
  if (added + changed > 0)
    await audit(
      tx,
      { userId: null, organizationId: merge.organizationId },
      {
        action: 'organization.import',
        subject: `organization ${merge.organizationId}`,
        after: {
          source: manifest.source,
          made_at: manifest.made_at,
          added,
          changed,
          findings: manifest.findings.length,
        },
      },
      ctx.now(),
    )
  return {
    merged: merge.result,
    organization: { id: merge.organizationId, name: String(organization?.name) },
    written,
  }
}

const lastErased = (all: readonly Erasure[]): Map<string, number> =>
  new Map(
    all
      .toSorted((a, b) => a.erased_at - b.erased_at)
      .map((one) => ['person' in one ? one.person : one.attempt, one.erased_at]),
  )

/** The organization that it is here: the one that came before, or a new one. */
async function meetOrganization(merge: Merge, archive: OpenedArchive, { name }: ImportWishes): Promise<void> {
  const [table] = ORGANIZATION_TABLES
  const [row] = table ? archivedRows(archive.folder, table) : []
  if (!table || !row) throw refused('it has no organization')
  const sourceKey = keyOf(table.name, row)
  const before = await findMovedOrganization(merge.tx, merge.source, sourceKey)
  if (before) {
    const here = await findRow(merge.tx, table.name, { id: before.organization_id })
    if (name !== null && name !== here?.name)
      throw new Error(
        `This organization has come before and is called ${here?.name} here; --as is for the first time. Nothing was written.`,
      )
    await merge.begin(before.organization_id)
    await mergeRow(merge, table, row)
    return
  }
  const called = name ?? String(row.name)
  const [standing] = await listOrganizationsNamed(merge.tx, called)
  if (standing)
    throw new Error(
      `There is an organization called ${called} here that came another way. Say --as and another name. Nothing was written.`,
    )
  const { id } = await insertRow(merge.tx, table.name, { ...row, name: called })
  await merge.begin(Number(id))
  const written = await findRow(merge.tx, table.name, { id: id ?? null })
  merge.result.added++
  if (written)
    await merge.keep(
      table.name,
      sourceKey,
      keyOf(table.name, written),
      digestOf(table, row),
      digestOf(table, written),
    )
}

/** Languages are the installation's; one that is not offered here comes switched off. */
async function meetLanguages(merge: Merge, rows: Iterable<Row>): Promise<void> {
  for (const row of rows) {
    const found = await findRow(merge.tx, 'languages', { code_id: row.code_id ?? null })
    const { id } = found ?? (await insertRow(merge.tx, 'languages', { ...row, is_active: 0 }))
    merge.meetLanguage(Number(row.id), Number(id))
  }
}

/** The rows of a file, whose lines say what `read` makes of them. @throws Error in words where one says nothing of it */
function* rowsIn<T>(folder: string, file: string, read: (said: unknown) => T): Generator<T> {
  let line = 0
  try {
    for (const text of linesOf(join(folder, file))) {
      line++
      yield read(JSON.parse(text))
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    throw refused(`line ${line} of ${file} cannot be read`)
  }
}

/** Texts that are no JSON, or JSON that says something else. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof RangeError || error instanceof ZodError

function* archivedRows(folder: string, table: MovedTable): Generator<Row> {
  for (const row of rowsIn(folder, rowsFile(table.name), readRow)) {
    requireKnown(table.name, row)
    yield row
  }
}

const attemptLine = z.tuple([z.string(), z.unknown()])

function* archivedAttempt(folder: string, path: string): Generator<ArchivedRow> {
  const read = (said: unknown): ArchivedRow => {
    const [table, row] = attemptLine.parse(said)
    return { table, row: readRow(row) }
  }
  for (const one of rowsIn(folder, path, read)) {
    requireKnown(one.table, one.row)
    yield one
  }
}

/**
 * Those that are not here yet: a picture of a candidate goes by its hash, and one of the bank by a name of its own. A test that
 * does not come, because it was erased here or has not changed, brings no picture either.
 * @returns those that were put
 */
async function putPictures(
  ctx: Context,
  archive: OpenedArchive,
  written: ReadonlyMap<string, number>,
): Promise<string[]> {
  const put: string[] = []
  for (const { path, sha256: hash } of archive.manifest.files) {
    const [kind, of = '', name = ''] = path.split('/')
    if (kind !== 'images' && !(kind === 'snapshots' && written.has(of))) continue
    const key = kind === 'images' ? imageThere(archive.manifest.source, path) : path
    const standing = await storedBytes(ctx.storage, key)
    // A candidate's picture that is whole here stays, also where the source has spoilt its own.
    if (standing && sha256(standing) === (kind === 'images' ? hash : name)) continue
    put.push(key)
    const bytes = await archive.picture(path)
    const stored =
      kind === 'images' ? storePictures(ctx, new Map([[key, bytes]])) : ctx.storage.put(key, bytes)
    await stored.catch(async (error: unknown) => {
      await removePictures(ctx, put)
      throw error
    })
  }
  return put
}
