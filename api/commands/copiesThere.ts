import { basename } from 'node:path'
import { listCopies, listOtherCopies, type StandingCopy } from '../backups/copies.ts'
import { LOG } from '../backups/logSegments.ts'
import type { Config } from '../config.ts'

/** Copies that still hold what a command erases, as it tells of them. */
export const copiesOf = async ({ backups, dataDirectory }: Config, now: number): Promise<StandingCopy[]> => [
  ...(backups ? await listCopies(backups, now) : []),
  ...(await listOtherCopies(dataDirectory, backups)),
]

/**
 * Those of them that hold what was erased at some time: made before it, or a log that reaches back to it.
 * @param erasedAt in milliseconds, as `now` is
 */
export async function copiesFromBefore(
  config: Config,
  erasedAt: number,
  now: number,
): Promise<StandingCopy[]> {
  return (await copiesOf(config, now)).filter(({ folder, made_at, goes_on }) => {
    const reachesBack = basename(folder) === LOG && goes_on !== null ? Date.parse(goes_on) - now : 0
    return Date.parse(made_at) - reachesBack < erasedAt
  })
}

/** Files that are still to be overwritten, and by whom. */
export const REST =
  'Pages in the database’s own log, or files, are still to be overwritten: the running server does it within ten minutes.'

/**
 * @param areKnown whether the server makes its backups by itself
 * @returns a line each
 */
export function formatCopies(copies: readonly StandingCopy[], areKnown: boolean): string[] {
  const byHand = areKnown
    ? []
    : [
        'Backups that were made by hand may still hold them: restored, each erases them again if erased.jsonl lies beside it.',
      ]
  if (copies.length === 0) return areKnown ? ['No copy holds them.'] : byHand
  return [
    'These copies may still hold them; a backup that is restored erases them again:',
    ...copies.map(
      ({ folder, goes_on }) =>
        `  ${folder}, ${goes_on ? `which goes on ${goes_on}` : 'which stays until you remove it'}`,
    ),
    ...byHand,
  ]
}
