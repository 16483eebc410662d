import { basename } from 'node:path'
import { listCopies, listOtherCopies, type StandingCopy } from '../backups/copies.ts'
import { LOG } from '../backups/logSegments.ts'
import { storeOf } from '../backups/stores/folderStore.ts'
import type { Context } from '../context.ts'

/** Files that are still to be overwritten, and by whom. */
export const REST =
  'Pages in the database’s own log, or files, are still to be overwritten: the running server does it within ten minutes.'

interface OwnBackups {
  /** The place in which the server makes backups by itself. */
  place: string
  /** Why it could not be looked at, a sentence; null where it was. */
  fault: string | null
  /** Why the marks of what was erased are not beside them, a sentence; null where they are. */
  unmarked: string | null
}

/** Copies that may still hold what was erased, as a command tells of them. */
export interface CopiesTold {
  /** A line each. */
  lines: string[]
  json: { copies: StandingCopy[]; backups: OwnBackups | null }
  /** All of them could be looked at, and a restore of each erases again. */
  ok: boolean
}

/** Nothing was erased. */
export const NO_COPIES: CopiesTold = { lines: [], json: { copies: [], backups: null }, ok: true }

/**
 * Puts the marks of what was erased beside the backups, and tells which copies may still hold it.
 * @param erasedAt in milliseconds; those alone that were made before it, or a log that reaches back to it. Without it all there are
 */
export async function tellCopies(
  { config, keys, backups: { marks }, now }: Context,
  erasedAt = Number.POSITIVE_INFINITY,
): Promise<CopiesTold> {
  const { backups: plan, dataDirectory } = config
  const own: OwnBackups | null = plan && {
    place: storeOf(plan.place).where,
    fault: null,
    unmarked: await marks.copy(),
  }
  const copies: StandingCopy[] = []
  if (plan && own)
    await listCopies(plan, now(), keys.receiptKeyFingerprint).then(
      (found) => copies.push(...found),
      (error: unknown) => {
        own.fault = (error as Error).message
      },
    )
  copies.push(...(await listOtherCopies(dataDirectory, plan)))
  const holding = copies.filter((copy) => mayHold(copy, erasedAt, now()))
  return {
    lines: [...linesOf(holding, own), ...faultsOf(own)],
    json: { copies: holding, backups: own },
    ok: !own?.fault && !own?.unmarked,
  }
}

/** One of a time to come says nothing of when it was made: its clock was ahead. */
function mayHold({ folder, made_at, goes_on }: StandingCopy, erasedAt: number, now: number): boolean {
  const at = Date.parse(made_at)
  const reachesBack = basename(folder) === LOG && goes_on !== null ? Date.parse(goes_on) - now : 0
  return at > now || at - reachesBack < erasedAt
}

function linesOf(copies: readonly StandingCopy[], own: OwnBackups | null): string[] {
  const byHand = own
    ? []
    : [
        'Backups that were made by hand may still hold them: restored, each erases them again if erased.jsonl lies beside it.',
      ]
  if (copies.length === 0) return own && !own.fault ? ['No copy holds them.'] : byHand
  const again = own?.unmarked ? '' : '; a backup that is restored erases them again'
  return [
    `These copies may still hold them${again}:`,
    ...copies.map(
      ({ folder, goes_on }) =>
        `  ${folder}, ${goes_on ? `which goes on ${goes_on}` : 'which stays until you remove it'}`,
    ),
    ...byHand,
  ]
}

function faultsOf(own: OwnBackups | null): string[] {
  if (!own) return []
  const { place, fault, unmarked } = own
  const lines: string[] = []
  if (fault) lines.push(`The backups in ${place} could not be looked at: they may hold them. ${fault}`)
  if (unmarked)
    lines.push(
      `The mark of the erasure is not beside the backups yet; until it is, a restore of one brings them back. The running server tries again every ten minutes.${unmarked === fault ? '' : ` ${unmarked}`}`,
    )
  return lines
}
