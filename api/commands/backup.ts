import { plural } from '#contract/plural.ts'
import { makeBackup } from '../backups/backup.ts'
import {
  KEEP_RULE,
  type KeepRule,
  listBackups,
  ownAmong,
  readKeepRule,
  removeSurplus,
} from '../backups/keep.ts'
import { pruneLog } from '../backups/pruneLog.ts'
import type { CopyPlace } from '../backups/stores/store.ts'
import { type Command, WrongCall } from './command.ts'
import { placeFromCaller } from './installation.ts'

/** Copies all that the installation keeps, beside a running server too. */
export const backupCommand: Command = {
  summary: 'copies everything into a new folder, checked after it was written; the server may go on serving',
  usage: '<place> [--keep <rule>]',
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
    const { folder, manifest, unmarked, altered } = await makeBackup(
      config.dataDirectory,
      place,
      Date.now(),
      {
        recipients: config.backupRecipients,
        progress,
      },
    )
    const now = Date.now()
    const installation = manifest.installation ?? null
    // The backup is made: what fails from here on takes nothing of it.
    const findings = altered.map(
      (path) =>
        `${path} is not as it was stored: the disk has altered it. An older backup may have it whole.`,
    )
    if (unmarked !== null)
      findings.push(
        `The list of the erased could not be put beside it: ${unmarked} Older ones bring them back.`,
      )
    const { removed, foreign } = await tidy(place, rule, installation, now).catch((error: unknown) => {
      findings.push(`Older ones could not be removed: ${(error as Error).message}`)
      return { removed: [], foreign: 0 }
    })
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
    const lines = [
      folder,
      `${plural(manifest.parts.length, 'file')}, ${Math.ceil(bytes / 1_000_000)} MB, with all that was saved until ${manifest.made_at}.`,
      manifest.encryption
        ? 'It is encrypted: nobody can restore it without the key.'
        : "It holds keys.json: whoever can read it can make any candidate's link.",
    ]
    if (removed.length > 0) lines.push(`Removed: ${removed.join(', ')}`)
    if (foreign > 0)
      lines.push(
        `${plural(foreign, 'backup')} there ${foreign === 1 ? 'is' : 'are'} of another installation, and stay. A folder or a prefix for each keeps them apart.`,
      )
    if (findings.length > 0) lines.push('The backup was made, and is whole.', ...findings)
    return {
      text: lines.join('\n'),
      json: {
        folder,
        made_at: manifest.made_at,
        files: manifest.parts.length,
        bytes,
        removed,
        foreign,
        findings,
      },
      ok: findings.length === 0,
    }
  },
}

/** Removes what the rule lets go, and of the shipped log what nothing goes on with. */
async function tidy(place: CopyPlace, rule: KeepRule, installation: string | null, now: number) {
  const removed = rule.length > 0 ? await removeSurplus(place, rule, now, installation) : []
  if (rule.length > 0) await pruneLog(place, now)
  const { foreign } = await ownAmong(place, await listBackups(place, now), installation)
  return { removed, foreign: foreign.length }
}
