import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import type { Database } from '#db/open.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import type { Downtime } from '#machines/attempt/verdict.ts'

/** When this installation did not serve: people whose deadline fell into it get their grace from its return. */

export const ALIVE = 'alive_at'
/** Called otherwise once: data directories of before have it under this key. */
const DOWNTIME = 'outages'

/** Older downtime decides nothing any more, because no work of a deadline before it is taken. */
const KEPT_MS = 2 * UPLOAD_WINDOW_MS

/** So long asleep with its machine, or with a disk that takes nothing, and it did not serve. Seconds are no outage. */
export const AWAY_MS = 15_000

/** The server serves: told every few seconds, so that it is known since when it did not. */
const noteServing = (tx: Queries, now: number) => writeMeta(tx, ALIVE, String(now))

/**
 * Adds the stretch since the server was last seen serving.
 * @param since where that is known; otherwise the last note says it
 * @returns all that can still matter, oldest first
 */
export async function noteReturn(tx: Queries, now: number, since?: number): Promise<Downtime[]> {
  const lastAlive = since ?? (await readMeta(tx, ALIVE))
  const stored = JSON.parse((await readMeta(tx, DOWNTIME)) ?? '[]') as Downtime[]
  const downtime = stored.filter((span) => span.to > now - KEPT_MS)
  if (lastAlive !== null && Number(lastAlive) < now) downtime.push({ from: Number(lastAlive), to: now })
  await writeMeta(tx, DOWNTIME, JSON.stringify(downtime))
  await noteServing(tx, now)
  return downtime
}

/**
 * The clocks of the machine. Tests that move the clock of deadlines leave them alone.
 */
export interface MachineClocks {
  /** It goes on while the machine sleeps. */
  wall: () => number
  /** It stands still while the machine sleeps, and goes on while this process is busy. */
  awake: () => number
}
const machine: MachineClocks = { wall: Date.now, awake: () => performance.now() }

/** One moment on all three clocks. */
interface Moment {
  at: number
  wall: number
  awake: number
}

/**
 * Whether this server serves, by what it could write down of it. It was away where its machine slept, and where its disk
 * refused to take anything. A process that was merely busy was not: work that keeps it busy comes from candidates too,
 * and nobody gains time by keeping the server from its own clock (decision 0032-busy-is-not-away).
 */
export class Serving {
  #downtime: readonly Downtime[]
  readonly #now: () => number
  readonly #clocks: MachineClocks
  /** When it was written down last that it serves; null before it serves. */
  #noted: Moment | null = null
  /** When that was refused since, for the first and for the last time. */
  #refused: { first: Moment; last: Moment } | null = null

  /**
   * @param downtime what is known of earlier ones
   * @param now the clock of deadlines
   */
  constructor(downtime: readonly Downtime[], now: () => number, clocks: MachineClocks = machine) {
    this.#downtime = downtime
    this.#now = now
    this.#clocks = clocks
  }

  /** All that can still matter, oldest first; one under way counts up to now. */
  get downtime(): readonly Downtime[] {
    const since = this.#awaySince(this.#moment())
    return since === null ? this.#downtime : [...this.#downtime, { from: since, to: this.#now() }]
  }

  /** Nothing was written down for so long, whatever the reason. */
  get isSilent(): boolean {
    return this.#noted !== null && this.#clocks.wall() - this.#noted.wall > AWAY_MS
  }

  /** To be called every few seconds. @throws where nothing can be written down */
  async note(db: Pick<Database, 'write'>): Promise<void> {
    const moment = this.#moment()
    const since = this.#awaySince(moment)
    try {
      if (since !== null) this.#downtime = await db.write((tx) => noteReturn(tx, moment.at, since))
      else await db.write((tx) => noteServing(tx, moment.at))
    } catch (error) {
      this.#refused = { first: this.#refused?.first ?? moment, last: moment }
      throw error
    }
    this.#noted = moment
    this.#refused = null
  }

  #moment(): Moment {
    return { at: this.#now(), wall: this.#clocks.wall(), awake: this.#clocks.awake() }
  }

  /** Since when it is away, on the clock of deadlines; null where it is not. */
  #awaySince(moment: Moment): number | null {
    const noted = this.#noted
    if (!noted) return null
    if (between(noted, moment).asleep > AWAY_MS) return noted.at
    if (!this.#refused || between(this.#refused.first, moment).wall <= AWAY_MS) return null
    // One note refused tells nothing of the time behind it.
    if (this.#refused.first === this.#refused.last) return null
    return between(noted, this.#refused.first).wall > AWAY_MS ? this.#refused.first.at : noted.at
  }
}

function between(from: Moment, to: Moment): { wall: number; asleep: number } {
  const wall = to.wall - from.wall
  return { wall, asleep: wall - (to.awake - from.awake) }
}
