import { listCopies, listOtherCopies, type StandingCopy } from '../backups/copies.ts'
import type { Config } from '../config.ts'

/** Copies that still hold what a command erases, as it tells of them. */
export const copiesOf = async ({ backups, dataDirectory }: Config, now: number): Promise<StandingCopy[]> => [
  ...(backups ? await listCopies(backups, now) : []),
  ...(await listOtherCopies(dataDirectory, backups)),
]

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
