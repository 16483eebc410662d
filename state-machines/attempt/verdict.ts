import { GRACE_MS, HEARTBEAT_MS, UPLOAD_WINDOW_MS } from '#contract/constants.ts'

/** When an op was made and whether it counts. Pure: facts and times in, a word out. */

export type Verdict = 'on_time' | 'on_time_claimed' | 'late'

export interface OpTimes {
  /** The server's receipt of the last byte. */
  receivedAt: number
  /** The device's estimate of the server's time; null for a plain call without op data. */
  estimatedAt: number | null
  /** The server time the device could prove when it made the op; null where the anchor is missing or forged. */
  anchorAt: number | null
  /** When a sync first committed to the op in its tail. */
  announcedAt: number
  /** The server's last contact with the attempt before that sync; null where there was none. */
  contactBefore: number | null
}

/** A stretch in which the server did not serve. */
export interface Downtime {
  from: number
  to: number
}

/** A stretch in which staff let the clock stand. */
export interface Pause {
  from: number
  /** When it went on; null: it stands still, or the test ended in it. */
  to: number | null
}

export interface VerdictFacts {
  deadlineAt: number
  /** Those in which nothing counts; none for what is no work. */
  pauses: readonly Pause[]
  /** Oldest first. */
  downtime: readonly Downtime[]
  maxOfflineMs: number
}

/** Clocks and requests in flight are no evidence against anybody below this. */
const CONTACT_SLACK_MS = 2_000

/** A page hears of a pause with its next beat at the latest: what it made until then was made in good faith. */
const isIn = (made: number, { from, to }: Pause): boolean =>
  made > from + HEARTBEAT_MS && made < (to ?? Infinity)

/** The pause that something was made in, past what still counts of it. */
export const pauseAround = (made: number, pauses: readonly Pause[]): Pause | undefined =>
  pauses.find((pause) => isIn(made, pause))

export const isInPause = (made: number, pauses: readonly Pause[]): boolean =>
  pauseAround(made, pauses) !== undefined

/**
 * The op's time: the device's estimate, not before its anchor and not after its receipt; without a proven anchor the receipt's.
 * A device that was heard in a pause and did not announce it then had not made it: whoever is told that the clock stands
 * has no other way to come by an hour for nothing than to date its work back before the pause.
 */
export function madeAt(
  times: Pick<OpTimes, 'receivedAt' | 'estimatedAt' | 'anchorAt'> & Partial<Pick<OpTimes, 'contactBefore'>>,
  pauses: readonly Pause[] = [],
): number {
  const { receivedAt, estimatedAt, anchorAt, contactBefore = null } = times
  if (estimatedAt === null || anchorAt === null) return receivedAt
  const made = Math.min(Math.max(estimatedAt, anchorAt), receivedAt)
  const isDatedBack =
    contactBefore !== null && contactBefore > made + CONTACT_SLACK_MS && isInPause(contactBefore, pauses)
  return isDatedBack ? Math.min(contactBefore, receivedAt) : made
}

type EndFacts = Pick<VerdictFacts, 'deadlineAt' | 'downtime'>

/**
 * The time until which an op received counts as received in time. If the server was away at the deadline, or goes away
 * again before the grace has passed, it counts anew from each return.
 */
export function graceUntil({ deadlineAt, downtime }: EndFacts): number {
  let until = deadlineAt + GRACE_MS
  for (const { from, to } of downtime)
    if (from <= until && to > deadlineAt) until = Math.max(until, to + GRACE_MS)
  return until
}

/** Until when anything of the attempt is taken at all; never before a server that was away could take it. */
export const uploadUntil = (facts: EndFacts): number =>
  Math.max(facts.deadlineAt + UPLOAD_WINDOW_MS, graceUntil(facts))

export function verdictOf(times: OpTimes, facts: VerdictFacts): Verdict {
  const made = madeAt(times, facts.pauses)
  if (made > facts.deadlineAt || isInPause(made, facts.pauses)) return 'late'
  if (times.receivedAt <= graceUntil(facts)) return 'on_time'
  if (times.anchorAt === null || times.estimatedAt === null) return 'late'
  const claimHolds =
    times.anchorAt <= facts.deadlineAt &&
    made - times.anchorAt <= facts.maxOfflineMs &&
    (times.contactBefore === null || times.contactBefore <= made + CONTACT_SLACK_MS) &&
    times.receivedAt <= uploadUntil(facts)
  return claimHolds ? 'on_time_claimed' : 'late'
}
