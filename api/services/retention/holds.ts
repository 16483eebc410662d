import { plural } from '#contract/plural.ts'
import type { Queries } from '#db/connect.ts'
import { listLateNames, listWaitingAmong } from '#db/queries/lateWork.ts'
import { type Hold, listDueIds, listHolds, listProcessing } from '#db/queries/retention.ts'
import { nextTurn } from '#db/turn.ts'
import { formatErasingHold } from '#machines/drive/retention.ts'
import { readErasingHold } from './onHold.ts'

/** Results whose time is over stay as long as something is under way with them. */

export type HeldBy = Omit<Hold, 'why'> & { why: Hold['why'] | 'late_work' }

interface Of {
  id: number
  is_assessment: boolean
}

const ofAttempt = (why: HeldBy['why'], attempt_id: number): HeldBy => ({
  why,
  attempt_id,
  title: null,
  status: null,
})

/**
 * The things that keep these attempts: whatever is under way in them, and a rejudge of their drive. A drive is one whole,
 * so that in it an attempt that is open, or waits for a verdict, keeps all of them.
 */
export async function holdsOf(
  q: Queries,
  drive: Of,
  attemptIds: readonly number[],
  wide?: readonly Hold[],
): Promise<HeldBy[]> {
  const asked = new Set(attemptIds)
  const underWay = (wide ?? (await listHolds(q, drive.id))).filter(
    ({ attempt_id }) => !drive.is_assessment || attempt_id === null || asked.has(attempt_id),
  )
  const known = new Set(underWay.map(({ attempt_id }) => attempt_id))
  const processing = (await listProcessing(q, attemptIds)).filter((id) => !known.has(id))
  const late = await listWaitingAmong(q, attemptIds)
  return [
    ...underWay,
    ...processing.map((id) => ofAttempt('judging', id)),
    ...late.map((id) => ofAttempt('late_work', id)),
  ]
}

/** So many are looked at within some milliseconds. */
const LOOKED_AT_ONCE = 50

/** The same of any number, for the reading connection alone: other calls come in between. */
export async function allHoldsOf(q: Queries, drive: Of, attemptIds: readonly number[]): Promise<HeldBy[]> {
  const wide = await listHolds(q, drive.id)
  const holds = new Map<string, HeldBy>()
  for (let at = 0; at < attemptIds.length; at += LOOKED_AT_ONCE) {
    for (const hold of await holdsOf(q, drive, attemptIds.slice(at, at + LOOKED_AT_ONCE), wide))
      holds.set(JSON.stringify(hold), hold)
    await nextTurn()
  }
  return [...holds.values()]
}

/**
 * Why results whose time is over are still there, in words. An assessment is asked for the one thing that keeps all of it.
 * @returns null: nothing is due, or nothing keeps it
 */
export async function heldUpOf(
  q: Queries,
  drive: Of & { results_retention_days: number },
  now: number,
): Promise<string | null> {
  const onHold = await readErasingHold(q, now)
  if (drive.is_assessment && !onHold) return null
  const due = await listDueIds(q, drive.id, { days: drive.results_retention_days, now })
  if (due.length > 0 && onHold) return formatErasingHold(onHold)
  return due.length === 0 ? null : formatHolds(q, await allHoldsOf(q, drive, due))
}

/** So many are named. */
const NAMED = 2

/** 'Ann Lee', 'Ann Lee and Bo Ray', 'Ann Lee, Bo Ray and 3 others'. */
function formatNames(names: readonly string[]): string {
  const [first = '', second] = names
  if (names.length <= 1) return first
  if (names.length === NAMED) return `${first} and ${second}`
  return `${first}, ${second} and ${plural(names.length - NAMED, 'other')}`
}

const rejudges: Record<NonNullable<Hold['status']>, string> = {
  running: 'is under way',
  ready: 'is neither applied nor discarded',
  applying: 'is being applied',
}

/** @returns null where nothing holds */
export async function formatHolds(q: Queries, holds: readonly HeldBy[]): Promise<string | null> {
  const named = async (why: HeldBy['why']): Promise<string | null> => {
    const ids = [...new Set(holds.flatMap((one) => (one.why === why ? (one.attempt_id ?? []) : [])))]
    const people = await listLateNames(q, ids)
    const names = people.map((one) => [one.first_name, one.last_name].filter(Boolean).join(' ') || one.email)
    return names.length === 0 ? null : formatNames(names)
  }
  const [open, judging, late] = [await named('open'), await named('judging'), await named('late_work')]
  const sentences = [
    ...(open ? [`The test of ${open} is still open.`] : []),
    ...(judging ? [`Programs of ${judging} are waiting for their results.`] : []),
    ...(late ? [`Late work of ${late} waits for a decision.`] : []),
    ...holds.flatMap(({ title, status }) =>
      title !== null && status !== null ? [`The rejudge of ‘${title}’ ${rejudges[status]}.`] : [],
    ),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}
