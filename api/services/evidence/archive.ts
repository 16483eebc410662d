import { findOrganization } from '#db/queries/accounts.ts'
import type { Context } from '../../context.ts'
import { iso } from '../../kit/iso.ts'
import { type ListedFile, listing } from '../../kit/listing.ts'
import { type ZipFile, zipped } from '../../kit/zip.ts'
import { type ArchivedAttempt, attemptFiles } from './attemptFiles.ts'

/**
 * The evidence of one attempt or of a whole drive as a ZIP that somebody else can check, without this program and without this
 * server: docs/evidence-archive.md says how. It is written as it is read, one file after the other, with the list of all
 * files and the signature at the end.
 */

export interface ArchiveSubject {
  drive: { id: number; name: string; organization_id: number; is_assessment: boolean }
  /** In the order they are written in; those that have not begun are left out. */
  attemptIds: readonly number[]
  /** Whether these are all attempts of the drive that have begun. */
  isWholeDrive: boolean
}

export interface ArchiveProgress {
  /** Written so far, and how many there are to write. */
  attempts: number
  of: number
  /** Files in the archive so far. */
  files: number
}

const MANIFEST = 'manifest.json'
const SIGNATURE = 'manifest.sig'
const KEY = 'receipt_key.pem'

/** @param told called as it begins, and behind each attempt */
export async function* evidenceArchive(
  ctx: Context,
  subject: ArchiveSubject,
  told: (so_far: ArchiveProgress) => void = () => {},
): AsyncGenerator<Buffer> {
  yield* zipped(archiveFiles(ctx, subject, told), ctx.now())
}

async function* archiveFiles(
  ctx: Context,
  { drive, attemptIds, isWholeDrive }: ArchiveSubject,
  told: (so_far: ArchiveProgress) => void,
): AsyncGenerator<ZipFile> {
  const madeAt = ctx.now()
  const files: ListedFile[] = []
  const attempts: ArchivedAttempt[] = []
  const tell = () => told({ attempts: attempts.length, of: attemptIds.length, files: files.length })
  tell()
  yield listing(files, { path: 'README.txt', content: [Buffer.from(readme)] })
  yield listing(files, { path: KEY, content: [Buffer.from(ctx.keys.receiptPublicKey)] })
  for (const id of attemptIds) {
    const archived = await attemptFiles(ctx, id)
    if (!archived) continue
    for await (const file of archived.files) yield listing(files, file)
    attempts.push(archived.attempt)
    tell()
  }
  const organization = await findOrganization(ctx.db.read, drive.organization_id)
  const manifest = Buffer.from(
    `${JSON.stringify(
      {
        holdfast_evidence: 1,
        made_at: iso(madeAt),
        server_epoch: ctx.serverEpoch,
        sealed_since: iso(ctx.keys.sealedSince),
        organization: organization?.name ?? null,
        drive: { id: drive.id, name: drive.name, is_assessment: drive.is_assessment },
        is_whole_drive: isWholeDrive,
        attempts,
        files,
      },
      null,
      1,
    )}\n`,
  )
  yield { path: MANIFEST, content: [manifest] }
  yield { path: SIGNATURE, content: [ctx.keys.signManifest(manifest)] }
}

const readme = `This is an archive of evidence, made by Holdfast.

Each folder below attempts/ holds one test: attempt.json (times, score, the devices that had it), ops.jsonl (everything
the candidate did, as a chain of hashes), verdicts.json (when each change arrived and how it counts, how programs were
judged, what staff decided), receipts.jsonl (what the server signed), quarantine.jsonl (what a device sent after it had
lost the test), report.json (the report as staff sees it) and pictures/ (the camera's).

manifest.json lists every file with its SHA-256. manifest.sig is an Ed25519 signature over the bytes of manifest.json, by
the key in receipt_key.pem. Compare that key with one that you got in another way before you rely on it:

  openssl pkey -pubin -in receipt_key.pem -outform DER | sha256sum
  openssl pkeyutl -verify -pubin -inkey receipt_key.pem -rawin -in manifest.json -sigfile manifest.sig

The page docs/evidence-archive.md of Holdfast says how all of it is checked, and what that proves and what not.
`
