import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { plural } from '#contract/plural.ts'
import { firstLines } from '../kit/firstLines.ts'
import { writeWhole } from '../kit/wholeFile.ts'
import { noteExport, organizationArchive, planExport } from '../services/moving/exporting.ts'
import type { OrganizationManifest } from '../services/moving/format.ts'
import { type Command, WrongCall } from './command.ts'
import { fileErrorInWords, fromCaller, withContext } from './installation.ts'

/** Writes an organization into one file, beside a running server too. */
export const exportCommand: Command = {
  summary:
    'writes an organization with everything it owns into one signed file, for another server to import',
  usage: '<organization> --to <file.zip> [--with-findings]',
  most: 1,
  options: { to: { type: 'string' }, 'with-findings': { type: 'boolean' } },
  help: [
    ['<organization>', 'its number or its name'],
    ['--to <file.zip>', 'the file to write; nothing may be there yet'],
    ['--with-findings', 'also if some of its evidence does not hold; the archive then says what'],
  ],
  run({ config, values, positionals: [called], progress }) {
    if (!called || typeof values.to !== 'string')
      throw new WrongCall('Say which, and where to: holdfast export 3 --to organization.zip')
    const file = fromCaller(values.to)
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      if (existsSync(file)) throw new Error(`${file} is there already.`)
      if (!existsSync(dirname(file))) throw new Error(`The folder of ${file} does not exist.`)
      const plan = await planExport(ctx, called, progress)
      const { organization, findings } = plan
      if (findings.length > 0 && values['with-findings'] !== true)
        throw new Error(
          `Not all evidence of ${organization.name} holds:\n${firstLines(findings).join('\n')}\nWith --with-findings it is exported all the same, and the archive says what was found.`,
        )
      await noteExport(ctx, plan)
      progress('Writing …')
      let manifest: OrganizationManifest | null = null
      const content = organizationArchive(ctx, plan, (made) => {
        manifest = made
      })
      await writeWhole(file, content).catch((error: NodeJS.ErrnoException) => {
        throw fileErrorInWords(error, file)
      })
      const { size } = await stat(file)
      const { counts = {}, made_at = '' } = (manifest ?? {}) as Partial<OrganizationManifest>
      const key = ctx.keys.receiptKeyFingerprint
      return {
        text: [
          file,
          `${organization.name} as of ${made_at}: ${plural(counts.attempts ?? 0, 'test')}, ${plural(counts.candidates ?? 0, 'candidate')}, ${plural(counts.drives ?? 0, 'drive')}, ${plural(counts.problems ?? 0, 'problem')}, ${plural(counts.questions ?? 0, 'question')}, ${plural(counts.users ?? 0, 'user')}; ${Math.ceil(size / 1_000_000)} MB.`,
          `Signed with the key ${key}: on the other server, holdfast import --key ${key} takes no other.`,
          'It holds names, addresses, work, pictures and password hashes: keep it like a backup.',
          ...(findings.length > 0 ? [`Does not hold:\n${firstLines(findings).join('\n')}`] : []),
        ].join('\n'),
        json: { file, bytes: size, organization, made_at, counts, findings, receipt_key_sha256: key },
        ok: findings.length === 0,
      }
    })
  },
}
