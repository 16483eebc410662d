import { join } from 'node:path'
import { databaseDamage } from '#db/integrity.ts'
import { DATABASE } from '../backups/backup.ts'
import { erasedDamage } from '../backups/erased.ts'
import { formatVerification, verifyAll } from '../services/verification.ts'
import { ownFolder } from '../tls/certificate.ts'
import { ownCertificateDamage } from '../tls/ownCertificate.ts'
import type { Command } from './command.ts'
import { withContext } from './installation.ts'
import { programDamage } from './unpacked.ts'

const PROGRESS_EVERY = 1_000

/** Walks all evidence, beside a running server too. */
export const verifyCommand: Command = {
  summary:
    'checks all evidence (logs, audit log, receipts, pictures), the database and the program, and lists what does not hold',
  usage: '',
  most: 0,
  options: {},
  help: [],
  run: ({ config, progress }) =>
    withContext(config, { beside: true, isThere: true }, async (ctx) => {
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
    }),
}
