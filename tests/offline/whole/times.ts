import { GRACE_MS, HEARTBEAT_MS, UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import { isWork } from '#contract/ops.ts'
import type { TestApp } from '../../factories/index.ts'
import type { Call, Witness } from './witness.ts'

/**
 * When work was made and whether it counts, told a second time: by what the hall saw of the calls and of the server's
 * absences, and by when staff acted. If the hall cannot know which of two things happened first, both verdicts are
 * right.
 */

export type Verdict = 'on_time' | 'on_time_claimed' | 'late'

export interface Written {
  type: string
  lease_id: string
  seq: number
  est_server_ms: number
  anchor_id: string
  received_at: number
  /** It came when its device had lost the test. */
  isAside?: true
}

interface Pause {
  from: number
  to: number
}

/** An act of staff or the candidate on the clock of one test. */
interface Turn {
  at: number
  kind: 'pause' | 'resume' | 'minutes' | 'finish'
  minutes: number
}

interface Lease {
  lease_id: string
  epoch: number
  granted_at: number
  granted_head_seq: number
  frozen_at: number | null
  given_up: number
}

const ALLOTTED_MS = 33 * 60_000
const SLACK_MS = 2_000

export class Times {
  readonly #witness: Witness
  readonly #startedAt: number
  readonly #maxOfflineMs: number
  readonly #turns: readonly Turn[]
  readonly #calls: readonly Call[]
  readonly leases: readonly Lease[]

  private constructor(
    witness: Witness,
    test: { ref: string; started_at: number },
    maxOfflineMs: number,
    turns: readonly Turn[],
    leases: readonly Lease[],
  ) {
    this.#witness = witness
    this.#startedAt = test.started_at
    this.#maxOfflineMs = maxOfflineMs
    this.#turns = turns
    this.#calls = witness.calls.get(test.ref) ?? []
    this.leases = leases
  }

  static async of(
    app: TestApp,
    witness: Witness,
    test: { id: number; ref: string; started_at: number },
    maxOfflineMs: number,
  ): Promise<Times> {
    const notices = await app.rows<{ at: number; kind: string }>(
      "SELECT created_at AS at, kind FROM notices WHERE attempt_id = ? AND kind IN ('pause', 'resume', 'minutes', 'reopen') ORDER BY id",
      test.id,
    )
    const asked = witness.minutes.filter(({ ref }) => ref === test.ref)
    const turns = notices.map(({ at, kind }): Turn => {
      const minutes = asked.find((one) => one.at === at)?.minutes ?? 0
      return { at, kind: kind === 'reopen' ? 'minutes' : (kind as Turn['kind']), minutes }
    })
    // A finish in a pause ends it: the clock stood until it was made.
    const finishes = await app.rows<{ at: number; made: number }>(
      "SELECT received_at AS at, made_at AS made FROM ops WHERE attempt_id = ? AND type = 'finish' AND result <> 'rejected'",
      test.id,
    )
    const ends = finishes.map(({ at, made }): Turn => ({ at, kind: 'finish', minutes: made }))
    const leases = await app.rows<Lease>(
      'SELECT lease_id, epoch, granted_at, granted_head_seq, frozen_at, given_up FROM leases WHERE attempt_id = ? ORDER BY epoch',
      test.id,
    )
    const all = [...turns, ...ends].toSorted((a, b) => a.at - b.at)
    return new Times(witness, test, maxOfflineMs, all, leases)
  }

  /** The end of the test as it stood then. Staff acts when the calls of its turn are answered. */
  deadlineAt(at: number): number {
    let deadline = this.#startedAt + ALLOTTED_MS
    let since: number | null = null
    for (const turn of this.#turns) {
      if (turn.at >= at) break
      if (turn.kind === 'minutes') deadline += turn.minutes * 60_000
      else if (turn.kind === 'pause') since = turn.at
      else if (since !== null) {
        deadline += Math.max(0, (turn.kind === 'finish' ? turn.minutes : turn.at) - since)
        since = null
      }
    }
    return since === null ? deadline : deadline + 24 * 3_600_000
  }

  /** From half a minute after a pause began, when every page has heard of it. */
  #pauses(at: number): Pause[] {
    const pauses: Pause[] = []
    for (const turn of this.#turns) {
      if (turn.at >= at) break
      const last = pauses.at(-1)
      if (turn.kind === 'pause') pauses.push({ from: turn.at + HEARTBEAT_MS, to: Infinity })
      else if (turn.kind === 'resume' && last?.to === Infinity) last.to = turn.at
    }
    return pauses
  }

  /** Until when what is received then counts as received in time. @param place 0: absences as long as they may have been */
  #graceUntil(deadline: number, at: number, place: 0 | 1): number {
    let until = deadline + GRACE_MS
    for (const { from, to } of this.#witness.away)
      if (to <= at && from[place] <= until && to > deadline) until = Math.max(until, to + GRACE_MS)
    return until
  }

  #anchorOf(op: Written): number | null {
    const proven = this.#witness.anchors.get(op.anchor_id)
    const lease = this.leases.findIndex(({ lease_id }) => lease_id === op.lease_id)
    if (proven === undefined || lease < 0) return null
    let first = lease
    while (this.leases[first - 1]?.given_up === 1) first--
    return Math.max(proven, this.leases[first]?.granted_at ?? 0)
  }

  /** When it says it was made, as far as that can be. */
  madeAt(op: Written): number {
    const anchor = this.#anchorOf(op)
    return anchor === null ? op.received_at : Math.min(Math.max(op.est_server_ms, anchor), op.received_at)
  }

  /** The first and the last time at which it may have been announced. */
  announced(op: Written): readonly [number, number] {
    const syncs = this.#calls.filter(
      ({ lease, upTo, at }) => lease === op.lease_id && upTo >= op.seq && at <= op.received_at,
    )
    const surely = syncs.find(({ isContact }) => isContact)?.at ?? op.received_at
    return [Math.min(syncs[0]?.at ?? surely, surely), surely]
  }

  /** When the server had heard of the test last before it heard of this: at the earliest, and at the latest. */
  #heard(op: Written): readonly [number, number] {
    const lost = op.isAside && this.leases.find(({ lease_id }) => lease_id === op.lease_id)?.frozen_at
    // Nothing about a device that lost the test is told by what the other one said since.
    const [from, to] = lost ? [lost, lost] : this.announced(op)
    const sure = this.#calls.filter(({ isContact, at }) => isContact && at < from)
    const maybe = this.#calls.filter(({ at }) => at < to)
    // Another call of that very moment may have come before it.
    const isAmongOthers = this.#calls.filter(({ at }) => at === to).length > 1
    return [sure.at(-1)?.at ?? this.#startedAt, isAmongOthers ? to : (maybe.at(-1)?.at ?? this.#startedAt)]
  }

  /** Whatever may be right of an op of the log. @param end of the test, where it ended before its time */
  verdicts(op: Written, end = Infinity): ReadonlySet<Verdict> {
    const pauses = isWork(op.type) ? this.#pauses(op.received_at) : []
    const [least, most] = this.#heard(op)
    const heard = [least, most]
    for (const { from, to } of pauses)
      if (from < most && to > least) heard.push(Math.max(least, from + 1), Math.min(most, to - 1))
    const may = new Set<Verdict>()
    for (const contact of heard)
      for (const place of [0, 1] as const) may.add(this.#verdict(op, { end, pauses, contact, place }))
    return may
  }

  #verdict(
    op: Written,
    { end, pauses, contact, place }: { end: number; pauses: readonly Pause[]; contact: number; place: 0 | 1 },
  ): Verdict {
    const isStanding = (at: number) => pauses.some(({ from, to }) => at > from && at < to)
    const deadline = Math.min(this.deadlineAt(op.received_at), end)
    const anchor = this.#anchorOf(op)
    let made = this.madeAt(op)
    const wasHeardSince = contact > made + SLACK_MS
    // A device that was heard in a pause and did not tell of the work had not made it.
    if (anchor !== null && wasHeardSince && isStanding(contact)) made = Math.min(contact, op.received_at)
    if (made > deadline || isStanding(made)) return 'late'
    const grace = this.#graceUntil(deadline, op.received_at, place)
    if (op.received_at <= grace) return 'on_time'
    if (anchor === null || anchor > deadline || contact > made + SLACK_MS) return 'late'
    if (made - anchor > this.#maxOfflineMs) return 'late'
    return op.received_at <= Math.max(deadline + UPLOAD_WINDOW_MS, grace) ? 'on_time_claimed' : 'late'
  }
}
