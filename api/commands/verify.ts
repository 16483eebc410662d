import { join } from 'node:path'
import { plural } from '#contract/plural.ts'
import { databaseDamage } from '#db/integrity.ts'
import { DATABASE } from '../backups/backup.ts'
import { erasedDamage } from '../backups/erased.ts'
import { damageOf, readManifest } from '../backups/manifest.ts'
import { checkLogOf } from '../backups/replayLog.ts'
import { storeOf } from '../backups/stores/folderStore.ts'
import type { CopyStore } from '../backups/stores/store.ts'
import { formatVerification, verifyAll } from '../services/verification.ts'
import { ownFolder } from '../tls/certificate.ts'
import { ownCertificateDamage } from '../tls/ownCertificate.ts'
import type { Command, CommandOutcome } from './command.ts'
import { placeFromCaller, withContext } from './installation.ts'
import { programDamage } from './unpacked.ts'

const PROGRESS_EVERY = 1_000

/** Walks all evidence, beside a running server too; or holds a backup against its list. */
export const verifyCommand: Command = {
  summary:
    'checks all evidence (logs, audit log, receipts, pictures), the database and the program, and lists what does not hold',
  usage: '[<backup>]',
  most: 1,
  options: {},
  help: [['<backup>', 'checks this backup instead: a folder, or s3://bucket/prefix/holdfast-…']],
  run: ({ config, progress, positionals: [backup] }) => {
    if (backup) return verifyBackup(storeOf(placeFromCaller(backup, config)), progress)
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      let shown = 0
      const done = await verifyAll(ctx, ({ attempts, walked }) => {
        if (walked.attempts < shown + PROGRESS_EVERY) return
        shown = walked.attempts
        progress(`${walked.attempts} of ${attempts} tests …`)
      })
      progress('The database and the program …')
      const damage = databaseDamage(join(config.dataDirectory, DATABASE))
      done.findings.push(
        ...damage.map((what) => ({ where: 'database', what })),
        ...(await erasedDamage(config.dataDirectory)).map((what) => ({ where: 'erasures', what })),
        ...ownCertificateDamage(ownFolder(config.dataDirectory)).map((what) => ({ where: 'tls', what })),
        ...(await programDamage()).map((what) => ({ where: 'program', what })),
      )
      return { text: formatVerification(done), json: done, ok: done.findings.length === 0 }
    })
  },
}

/** Reads every part of a backup, encrypted or not, the list beside it and the log that goes on from it. */
async function verifyBackup(backup: CopyStore, progress: (line: string) => void): Promise<CommandOutcome> {
  const manifest = await readManifest(backup)
  const { made_at, parts } = manifest
  progress('Reading the backup …')
  const damage = [...(await damageOf(backup, parts)), ...(await erasedDamage(backup.above()))]
  const log = await checkLogOf(backup, manifest)
  if (log?.stopped) damage.push(`The log goes no further than ${log.until}: ${log.stopped}`)
  const read = `${backup.where}, made on ${made_at}: ${plural(parts.length, 'file')} read${log ? `, and the log after it until ${log.until}` : ''}.`
  return {
    text: [read, ...(damage.length > 0 ? damage : ['Everything is as it was written.'])].join('\n'),
    json: { backup: backup.where, made_at, files: parts.length, findings: damage, log },
    ok: damage.length === 0,
  }
}
