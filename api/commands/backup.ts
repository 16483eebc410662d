import { plural } from '#contract/plural.ts'
import { makeBackup } from '../backups/backup.ts'
import { type Command, WrongCall } from './command.ts'
import { fromCaller } from './installation.ts'

/** Copies all that the installation keeps, beside a running server too. */
export const backupCommand: Command = {
  summary: 'copies everything into a new folder, checked after it was written; the server may go on serving',
  usage: '<folder>',
  most: 1,
  options: {},
  help: [['<folder>', 'where backups are kept: best on another disk, never in the data directory']],
  async run({ config, positionals: [to], progress }) {
    if (!to) throw new WrongCall('Say where: holdfast backup /mnt/backups')
    const { folder, manifest } = await makeBackup(config.dataDirectory, fromCaller(to), Date.now(), progress)
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
    return {
      text: `${folder}\n${plural(manifest.parts.length, 'file')}, ${Math.ceil(bytes / 1_000_000)} MB, with all that was saved until ${manifest.made_at}.\nIt holds keys.json: whoever has this folder can make any candidate's link.`,
      json: { folder, made_at: manifest.made_at, files: manifest.parts.length, bytes },
      ok: true,
    }
  },
}
