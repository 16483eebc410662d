import { noteRestore } from '../attempts/restores.ts'
import { finishRestore, restoreFiles } from '../backups/restore.ts'
import { type Command, WrongCall } from './command.ts'
import { fromCaller, withContext } from './installation.ts'

/** Puts a backup in the place of the data directory, and lets every device know that the server went back. */
export const restoreCommand: Command = {
  summary: 'puts a backup in the place of the data directory; devices then send again what it lacks',
  usage: '<backup> [--replace]',
  most: 1,
  options: { replace: { type: 'boolean' } },
  help: [
    ['<backup>', 'the folder that `backup` made: the one with manifest.json in it'],
    [
      '--replace',
      'what lies in the data directory is kept in a folder there, and the backup takes its place',
    ],
  ],
  async run({ config, values, positionals: [given], progress }) {
    if (!given) throw new WrongCall('Say which: holdfast restore /mnt/backups/holdfast-20261128T103000000Z')
    const from = fromCaller(given)
    const { dataDirectory } = config
    const { manifest, epoch, replaced } = await restoreFiles(from, dataDirectory, Date.now(), {
      mayReplace: values.replace === true,
      progress,
    })
    const restored = {
      server_epoch: epoch,
      backup_of: manifest.made_at,
      restored_at: new Date().toISOString(),
    }
    await withContext(config, { beside: false, isRestoring: true }, (ctx) => noteRestore(ctx, restored))
    const isNoted = await finishRestore(from, dataDirectory, epoch)
    const lines = [
      `${dataDirectory} is as it was on ${manifest.made_at}. Start the server: devices that were in a test since then send again what it lacks, by themselves, when they reach it.`,
      `Whatever only the lost server had after that time is gone. Receipts from then still prove what it held: see /candidate/receipt.`,
    ]
    if (replaced) lines.push(`What lay there before is in ${replaced}; remove it once you are sure.`)
    if (!isNoted)
      lines.push(
        `The folder of the backup takes no files, so this restore could not be noted there. Before you restore this backup a second time, make one of the restored server.`,
      )
    return { text: lines.join('\n'), json: { ...restored, replaced }, ok: true }
  },
}
