import { join } from 'node:path'
import { plural } from '#contract/plural.ts'
import type { Queries } from '#db/connect.ts'
import {
  ATTEMPT_TABLES,
  AUDIT_TABLE,
  LANGUAGE_TABLE,
  type MovedTable,
  ORGANIZATION_TABLES,
} from '#db/movedTables.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import { listStoredPictures } from '#db/queries/evidence.ts'
import {
  countUnderWay,
  listAttemptsOfOrganization,
  listOrganizationsNamed,
  newestMigration,
  rowsOfTable,
} from '#db/queries/moving.ts'
import { openSnapshot } from '#db/snapshot.ts'
import { nextTurn } from '#db/turn.ts'
import { DATABASE } from '../../backups/backup.ts'
import type { Context } from '../../context.ts'
import { iso } from '../../kit/iso.ts'
import { listing } from '../../kit/listing.ts'
import { type ZipFile, zipped } from '../../kit/zip.ts'
import { snapshotKey } from '../../storage/links.ts'
import { soundPicture } from '../../storage/pictures.ts'
import { pictureKeysIn } from '../../storage/textPictures.ts'
import { audit } from '../audit.ts'
import { findingsOf } from '../verification.ts'
import {
  attemptFile,
  FORMAT,
  KEY,
  MANIFEST_FILE,
  type OrganizationManifest,
  rowsFile,
  SIGNATURE,
  spelledRow,
} from './format.ts'

/**
 * An organization as one archive: everything it owns, as the database had it at one moment, with the hashes of all files and
 * the signature of this installation's receipt key.
 */

export interface ExportPlan {
  organization: { id: number; name: string }
  /** Each thing that does not verify, with its place. */
  findings: string[]
}

/**
 * Finds the organization, and what speaks against taking it along.
 * @throws Error in words where there is none, or something of it is under way
 */
export async function planExport(
  ctx: Context,
  called: string,
  progress: (line: string) => void,
): Promise<ExportPlan> {
  const q = ctx.db.read
  // A number is a number, also where an organization is called by one.
  const numbered = /^\d{1,15}$/.test(called) ? await findOrganization(q, Number(called)) : undefined
  const found = numbered ? [numbered] : await listOrganizationsNamed(q, called)
  const [organization] = found
  if (!organization) throw new Error(`There is no organization ${called}. Say its number or its name.`)
  if (found.length > 1)
    throw new Error(
      `More than one organization is called ${called}. Say the number: ${found.map(({ id, name }) => `${id} (${name})`).join(', ')}.`,
    )
  const { id, name } = organization
  await requireRest(q, { id, name })
  const findings: string[] = []
  const attempts = await listAttemptsOfOrganization(q, id)
  for (const [n, { id: attemptId, ref }] of attempts.entries()) {
    if (n % 500 === 0 && n > 0) progress(`${n} of ${plural(attempts.length, 'test')} checked …`)
    for (const what of await findingsOf(ctx, attemptId)) findings.push(`attempt ${ref}: ${what}`)
  }
  return { organization: { id, name }, findings }
}

/** @throws Error in words where something of it is under way */
async function requireRest(q: Queries, { id, name }: ExportPlan['organization']): Promise<void> {
  const busy = await countUnderWay(q, id)
  const reasons = [
    busy && busy.running > 0 ? `${plural(busy.running, 'test')} not over yet` : '',
    busy && busy.judged > 0 ? `${plural(busy.judged, 'program')} waiting for the judge` : '',
    busy && busy.rejudged > 0 ? `${plural(busy.rejudged, 'rejudging', 'rejudgings')} under way` : '',
  ].filter((reason) => reason !== '')
  if (reasons.length > 0)
    throw new Error(
      `${name} cannot be exported now: ${reasons.join(', ')}. A test moves only once it has ended and is judged.`,
    )
}

/** Notes in the audit log, which the archive then has as well, that it was made. */
export const noteExport = (ctx: Context, { organization: { id }, findings }: ExportPlan): Promise<void> =>
  ctx.db.write((tx) =>
    audit(
      tx,
      { userId: null, organizationId: id },
      { action: 'organization.export', subject: `organization ${id}`, after: { findings: findings.length } },
      ctx.now(),
    ),
  )

/**
 * The bytes of the archive, as fast as they are taken.
 * @throws Error in words where something of the organization has come under way
 */
export async function* organizationArchive(
  ctx: Context,
  plan: ExportPlan,
  told: (manifest: OrganizationManifest) => void,
): AsyncGenerator<Buffer> {
  const { q, close } = openSnapshot(join(ctx.config.dataDirectory, DATABASE))
  try {
    // Somebody may have begun since it was planned.
    await requireRest(q, plan.organization)
    yield* zipped(archiveFiles(ctx, q, plan, told), ctx.now())
  } finally {
    close()
  }
}

async function* archiveFiles(
  ctx: Context,
  q: Queries,
  { organization, findings }: ExportPlan,
  told: (manifest: OrganizationManifest) => void,
): AsyncGenerator<ZipFile> {
  const made_at = new Date(ctx.now()).toISOString()
  const files: OrganizationManifest['files'] = []
  const counts: Record<string, number> = {}
  const images = new Set<string>()
  yield listing(files, { path: 'README.txt', content: [Buffer.from(readme)] })
  yield listing(files, { path: KEY, content: [Buffer.from(ctx.keys.receiptPublicKey)] })
  for (const table of [LANGUAGE_TABLE, ...ORGANIZATION_TABLES, AUDIT_TABLE])
    yield listing(files, {
      path: rowsFile(table.name),
      content: rowLines(q, table, organization.id, counts, images),
    })
  const attempts = await listAttemptsOfOrganization(q, organization.id)
  for (const { id, ref } of attempts)
    yield listing(files, { path: attemptFile(ref), content: attemptLines(q, id) })
  for (const key of images) {
    const bytes = await soundPicture(ctx, key)
    if (bytes) yield listing(files, { path: key, isCompressed: true, content: [bytes] })
    else findings.push(`picture ${key} is missing, or was changed`)
  }
  for (const { id, ref } of attempts)
    for (const { sha256 } of await listStoredPictures(q, id)) {
      const key = snapshotKey(ref, sha256)
      const bytes = await soundPicture(ctx, key)
      // One that is missing, or was changed, is told by the check.
      if (bytes) yield listing(files, { path: key, isCompressed: true, content: [bytes] })
    }
  const manifest: OrganizationManifest = {
    holdfast_organization: FORMAT,
    made_at,
    made_with: await newestMigration(q),
    source: ctx.keys.receiptKeyFingerprint,
    sealed_since: iso(ctx.keys.sealedSince),
    organization,
    counts: { ...counts, attempts: attempts.length },
    findings,
    files,
  }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  yield { path: MANIFEST_FILE, content: [bytes] }
  yield { path: SIGNATURE, content: [ctx.keys.signManifest(bytes)] }
  told(manifest)
}

const line = (said: unknown): string => `${JSON.stringify(said)}\n`

/** Names of pictures, in the columns that have one and in kept versions of items. */
const IMAGE = /^images\/[\w/.-]+$/
const IN_CONTENT = /"image_key":"(images\/[\w/.-]+)"/g

async function* rowLines(
  q: Queries,
  table: MovedTable,
  organizationId: number,
  counts: Record<string, number>,
  images: Set<string>,
): AsyncGenerator<Buffer> {
  counts[table.name] = 0
  for await (const rows of rowsOfTable(q, table, organizationId)) {
    counts[table.name] = (counts[table.name] ?? 0) + rows.length
    for (const { image_key, content, description } of rows) {
      if (typeof image_key === 'string' && IMAGE.test(image_key)) images.add(image_key)
      if (table.name === 'problems') for (const key of pictureKeysIn(String(description))) images.add(key)
      if (typeof content !== 'string') continue
      for (const [, key = ''] of content.matchAll(IN_CONTENT)) images.add(key)
      for (const key of pictureKeysIn(content)) images.add(key)
    }
    yield Buffer.from(rows.map((row) => line(spelledRow(row))).join(''))
    await nextTurn()
  }
}

/** All rows of an attempt, each with its table: the attempt itself first. */
async function* attemptLines(q: Queries, attemptId: number): AsyncGenerator<Buffer> {
  for (const table of ATTEMPT_TABLES)
    for await (const rows of rowsOfTable(q, table, attemptId)) {
      yield Buffer.from(rows.map((row) => line([table.name, spelledRow(row)])).join(''))
      await nextTurn()
    }
}

const readme = `This archive holds an organization as Holdfast exports it: everything it owns, to be imported by another server with

  holdfast import <this file>

manifest.json lists every file with its SHA-256; manifest.sig is an Ed25519 signature over the bytes of manifest.json by the
key in receipt_key.pem. rows/ holds a table a file, attempts/ a test a file, each line a row as JSON; images/ the pictures of
questions, snapshots/ those of cameras. It has names, addresses, work, pictures and password hashes: keep it like a backup.
`
