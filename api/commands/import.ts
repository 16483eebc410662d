import { oneLine } from '#contract/forms/fields.ts'
import { plural } from '#contract/plural.ts'
import { countRunningAnywhere } from '#db/queries/moving.ts'
import { firstLines } from '../kit/firstLines.ts'
import { type ImportedOrganization, importOrganization } from '../services/moving/importing.ts'
import { type Command, WrongCall } from './command.ts'
import { fromCaller, withContext } from './installation.ts'

const organizationName = oneLine({ required: '', max: [100, ''] })

/** Takes in what another server exported, beside a running server too; the same twice changes nothing. */
export const importCommand: Command = {
  summary: 'takes in an organization that another server exported; what it has of it already is not doubled',
  usage: '<file.zip> [--dry-run] [--as <name>] [--key <sha256>] [--keep] [--now]',
  most: 1,
  options: {
    'dry-run': { type: 'boolean' },
    as: { type: 'string' },
    key: { type: 'string' },
    keep: { type: 'boolean' },
    now: { type: 'boolean' },
  },
  help: [
    ['<file.zip>', 'what holdfast export wrote'],
    ['--dry-run', 'checks everything and tells what would come; writes nothing'],
    ['--as <name>', 'its name here, the first time it comes'],
    ['--key <sha256>', 'refuses an archive that was not signed with this key'],
    ['--keep', 'what was changed here and on the other server stays as it is here'],
    ['--now', 'also while tests are running here, whose saves wait until the rows are written'],
  ],
  run({ config, values, positionals: [given], progress }) {
    if (!given) throw new WrongCall('Say which file: holdfast import organization.zip')
    const isTrial = values['dry-run'] === true
    const trusted = typeof values.key === 'string' ? values.key.toLowerCase() : null
    if (trusted !== null && !/^[0-9a-f]{64}$/.test(trusted))
      throw new WrongCall(
        '--key takes the 64 characters that holdfast receipt-key prints on the other server.',
      )
    const named = typeof values.as === 'string' ? organizationName.safeParse(values.as) : null
    if (named && !named.success) throw new WrongCall('--as takes a name of at most 100 characters.')
    const name = named?.data ?? null
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      const running = isTrial || values.now === true ? 0 : await countRunningAnywhere(ctx.db.read)
      if (running > 0)
        throw new Error(
          `${plural(running, 'test is', 'tests are')} running on this server, which saves nothing while the rows are written. Import when they are over, or with --now: devices keep what they write and send it afterwards.`,
        )
      const wishes = { name, isTrial, trusted, keepsOurs: values.keep === true }
      const done = await importOrganization(ctx, fromCaller(given), wishes, progress)
      return {
        text: formatImport(done, { isTrial, shipsLog: config.backups?.shipsLog === true }),
        json: { ...done, dry_run: isTrial },
        ok: done.findings.length === 0,
      }
    })
  },
}

function formatImport(
  done: ImportedOrganization,
  { isTrial, shipsLog }: { isTrial: boolean; shipsLog: boolean },
): string {
  const { organization, added, changed, same, kept, goneHere, goneThere, findings, source } = done
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...firstLines(lines)]
  const has = isTrial ? 'would be' : added + changed > 0 ? 'is' : 'was already'
  return [
    `${organization.name} ${has} here as it was on ${done.made_at}${isTrial ? '' : `, as organization ${organization.id}`}.`,
    `${plural(added, 'record')} new, ${changed} changed, ${same} as before.`,
    `Signed by the server with the key ${source}.`,
    ...(goneHere > 0 ? [`${plural(goneHere, 'record')} removed or erased here: left out.`] : []),
    ...list('Changed on both servers, and kept as here:', kept),
    ...list('No longer on the other server, and kept here:', goneThere),
    ...list('Does not hold:', findings),
    ...(isTrial
      ? ['Nothing was written.']
      : added + changed > 0
        ? [
            'Links of candidates lead to the old server: send the invitations again to those who have not begun. Staff signs in with the password they had.',
            // The running server ships what it stores itself, and did not store these.
            ...(shipsLog && done.pictures > 0
              ? ['The shipped log does not have the pictures that have come: make a backup now.']
              : []),
          ]
        : []),
  ].join('\n')
}
