import { plural } from '#contract/plural.ts'
import { makeBackup } from '../backups/backup.ts'
import { KEEP_RULE, listBackups, ownAmong, readKeepRule, removeSurplus } from '../backups/keep.ts'
import { pruneLog } from '../backups/pruneLog.ts'
import { type Command, WrongCall } from './command.ts'
import { placeFromCaller } from './installation.ts'

/** Copies all that the installation keeps, beside a running server too. */
export const backupCommand: Command = {
  summary: 'copies everything into a new folder, checked after it was written; the server may go on serving',
  usage: '<place>',
  most: 1,
  options: { keep: { type: 'string' } },
  help: [
    ['<place>', 'a folder, best on another disk and never in the data directory; or s3://bucket/prefix'],
    ['--keep <rule>', "then removes older ones there by a rule such as '7 daily, 4 weekly, 12 monthly'"],
  ],
  async run({ config, values: { keep }, positionals: [to], progress }) {
    if (!to) throw new WrongCall('Say where: holdfast backup /mnt/backups')
    const rule = typeof keep === 'string' ? readKeepRule(keep) : []
    if (!rule) throw new WrongCall(`--keep ${KEEP_RULE}.`)
    const place = placeFromCaller(to, config)
    const { folder, manifest } = await makeBackup(config.dataDirectory, place, Date.now(), {
      recipients: config.backupRecipients,
      progress,
    })
    const now = Date.now()
    const installation = manifest.installation ?? null
    const removed = rule.length > 0 ? await removeSurplus(place, rule, now, installation) : []
    if (rule.length > 0) await pruneLog(place, now)
    const { foreign } = await ownAmong(place, await listBackups(place, now), installation)
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
    const lines = [
      folder,
      `${plural(manifest.parts.length, 'file')}, ${Math.ceil(bytes / 1_000_000)} MB, with all that was saved until ${manifest.made_at}.`,
      manifest.encryption
        ? 'It is encrypted: nobody can restore it without the key.'
        : "It holds keys.json: whoever can read it can make any candidate's link.",
    ]
    if (removed.length > 0) lines.push(`Removed: ${removed.join(', ')}`)
    if (foreign.length > 0)
      lines.push(
        `${plural(foreign.length, 'backup')} there ${foreign.length === 1 ? 'is' : 'are'} of another installation, and stay. A folder or a prefix for each keeps them apart.`,
      )
    return {
      text: lines.join('\n'),
      json: {
        folder,
        made_at: manifest.made_at,
        files: manifest.parts.length,
        bytes,
        removed,
        foreign: foreign.length,
      },
      ok: true,
    }
  },
}
