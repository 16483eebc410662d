import { plural } from '#contract/plural.ts'
import { noteRestore } from '../attempts/restores.ts'
import { readIdentity } from '../backups/encryption.ts'
import { finishRestore, restoreFiles } from '../backups/restore.ts'
import { eraseAgain, removeStrayFiles } from '../services/candidates/erasing.ts'
import { eraseAttemptsAgain } from '../services/retention/erasing.ts'
import { listKept } from '../services/retention/listing.ts'
import { holdAfterRestore } from '../services/retention/onHold.ts'
import { type Command, WrongCall } from './command.ts'
import { fromCaller, placeFromCaller, withContext } from './installation.ts'
import { heldRuleLines, ruleJson } from './keptLines.ts'

/** Puts a backup in the place of the data directory, and lets every device know that the server went back. */
export const restoreCommand: Command = {
  makesData: true,
  summary: 'puts a backup in the place of the data directory; devices then send again what it lacks',
  usage: '<backup> [--replace] [--until <time>] [--without-log] [--identity <file>]',
  most: 1,
  options: {
    replace: { type: 'boolean' },
    until: { type: 'string' },
    'without-log': { type: 'boolean' },
    identity: { type: 'string' },
  },
  help: [
    ['<backup>', 'what `backup` made: the folder with manifest.json in it, or s3://bucket/prefix/holdfast-…'],
    [
      '--replace',
      'what lies in the data directory is kept in a folder there, and the backup takes its place',
    ],
    ['--until <time>', 'of the log that was shipped after it nothing later, such as 2026-11-28T10:30:00Z'],
    ['--identity <file>', 'the file with the key of a backup that is encrypted'],
    ['--without-log', 'nothing of that log: everything is as it was when the backup was made'],
  ],
  async run({ config, values, positionals: [given], progress }) {
    if (!given) throw new WrongCall('Say which: holdfast restore /mnt/backups/holdfast-20261128T103000000Z')
    const from = placeFromCaller(given, config)
    const { dataDirectory } = config
    const until = values.until === undefined ? null : Date.parse(String(values.until))
    if (Number.isNaN(until)) throw new WrongCall('--until takes a time such as 2026-11-28T10:30:00Z.')
    const { manifest, replayed, erased, damage, epoch, replaced } = await restoreFiles(
      from,
      dataDirectory,
      Date.now(),
      {
        mayReplace: values.replace === true,
        withLog: values['without-log'] !== true,
        until,
        decrypter:
          values.identity === undefined ? null : await readIdentity(fromCaller(String(values.identity))),
        progress,
      },
    )
    const of = replayed?.until ?? manifest.made_at
    const restored = {
      server_epoch: epoch,
      backup_of: of,
      restored_at: new Date().toISOString(),
    }
    const within = { beside: false, isRestoring: true, isThere: true }
    const erasedAgain = await withContext(config, within, async (ctx) => {
      const people = await eraseAgain(ctx, erased)
      const attempts = await eraseAttemptsAgain(ctx, erased)
      await removeStrayFiles(ctx)
      await holdAfterRestore(ctx)
      await noteRestore(ctx, restored)
      return { people, attempts, kept: await listKept(ctx) }
    })
    const isNoted = await finishRestore(from, dataDirectory, epoch)
    const lines = [
      `${dataDirectory} is as it was on ${of}. Start the server: devices that were in a test since then send again what it lacks, by themselves, when they reach it.`,
      `Whatever only the lost server had after that time is gone. Receipts from then still prove what it held: see /candidate/receipt.`,
    ]
    if (replayed?.stopped) lines.push(`The log goes no further: ${replayed.stopped}`)
    if (erasedAgain.people > 0)
      lines.push(
        `${plural(erasedAgain.people, 'person', 'people')} who had been erased since the backup: erased from it again.`,
      )
    if (erasedAgain.attempts > 0)
      lines.push(
        `${plural(erasedAgain.attempts, 'invitation or test', 'invitations and tests')} whose time to be kept was over: erased from it again.`,
      )
    lines.push(...damage.map((what) => `${what}.`))
    lines.push(...heldRuleLines(erasedAgain.kept))
    if (replaced) lines.push(`What lay there before is in ${replaced}; remove it once you are sure.`)
    if (!isNoted)
      lines.push(
        `Nothing can be written beside the backup, so this restore could not be noted there. Before you restore this backup a second time, make one of the restored server.`,
      )
    return {
      text: lines.join('\n'),
      json: {
        ...restored,
        replaced,
        log: replayed,
        erased_again: erasedAgain.people,
        attempts_erased_again: erasedAgain.attempts,
        findings: damage,
        rules: erasedAgain.kept.map(ruleJson),
      },
      ok: damage.length === 0 && !replayed?.stopped,
    }
  },
}
