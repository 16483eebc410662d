import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { plural } from '#contract/plural.ts'
import { findAttemptById, findAttemptByPublicRef } from '#db/queries/attempts.ts'
import { findAnyDrive } from '#db/queries/drives.ts'
import { listBegunIds } from '#db/queries/evidence.ts'
import type { Context } from '../context.ts'
import { writeWhole } from '../kit/wholeFile.ts'
import { audit } from '../services/audit.ts'
import { type ArchiveProgress, type ArchiveSubject, evidenceArchive } from '../services/evidence/archive.ts'
import { type Command, WrongCall } from './command.ts'
import { fileErrorInWords, fromCaller, withContext } from './installation.ts'

/** Writes an archive of evidence, beside a running server too. */
export const evidenceCommand: Command = {
  summary: 'writes the evidence of a drive or of one test into a signed file that others can check',
  usage: '<drive or attempt> <file.zip>',
  most: 2,
  options: {},
  help: [
    ['<drive or attempt>', 'the number of a drive or an assessment, or the reference of one attempt'],
    ['<file.zip>', 'the file to write; nothing may be there yet'],
  ],
  run({ config, positionals: [of, to], progress }) {
    if (!of || !to) throw new WrongCall('Say of what, and where: holdfast evidence 12 drive-12.zip')
    const file = fromCaller(to)
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      if (existsSync(file)) throw new Error(`${file} is there already.`)
      if (!existsSync(dirname(file))) throw new Error(`The folder of ${file} does not exist.`)
      const { name, ...subject } = await subjectOf(ctx, of)
      await ctx.db.write((tx) =>
        audit(
          tx,
          { userId: null, organizationId: subject.drive.organization_id },
          { action: 'evidence.download', subject: name, after: { candidates: subject.attemptIds.length } },
          ctx.now(),
        ),
      )
      let done: ArchiveProgress = { attempts: 0, of: subject.attemptIds.length, files: 0 }
      const content = evidenceArchive(ctx, subject, (so_far) => {
        done = so_far
        progress(`${so_far.attempts} of ${plural(so_far.of, 'test')} …`)
      })
      await writeWhole(file, content).catch((error: NodeJS.ErrnoException) => {
        throw fileErrorInWords(error, file)
      })
      const { size } = await stat(file)
      const key = ctx.keys.receiptKeyFingerprint
      return {
        text: `${file}\n${plural(done.attempts, 'test')}, ${Math.ceil(size / 1_000_000)} MB, signed with the key ${key}.\nIt holds what candidates wrote, their names and their pictures: give it only to those who may read them.`,
        json: { file, bytes: size, attempts: done.attempts, receipt_key_sha256: key },
        ok: true,
      }
    })
  },
}

/** @throws Error in words where there is no such thing, or nothing in it */
async function subjectOf(ctx: Context, of: string): Promise<ArchiveSubject & { name: string }> {
  const q = ctx.db.read
  if (/^\d{1,15}$/.test(of)) {
    const drive = await findAnyDrive(q, Number(of))
    if (!drive) throw new Error(`There is no drive ${of}.`)
    const attemptIds = await listBegunIds(q, drive.id)
    if (attemptIds.length === 0)
      throw new Error(
        drive.results_erased_at === null
          ? `No one has started a test in drive ${of}.`
          : `The results of drive ${of} were erased on ${new Date(drive.results_erased_at).toISOString().slice(0, 10)}.`,
      )
    const name = `${drive.is_assessment ? 'assessment' : 'drive'} ${drive.id}`
    return { name, drive, attemptIds, isWholeDrive: true }
  }
  const row = await findAttemptByPublicRef(q, of)
  const found = row && (await findAttemptById(q, row.id))
  if (!found) throw new Error(`There is no attempt ${of}.`)
  if (found.attempt.started_at === null) throw new Error(`The test of attempt ${of} has not been started.`)
  return {
    name: `attempt ${of}`,
    drive: found.drive,
    attemptIds: [found.attempt.id],
    isWholeDrive: false,
  }
}
