import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import type { Database } from '#db/open.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import type { Outage } from '#machines/attempt/verdict.ts'

/** When this installation did not serve: people whose deadline fell into it get their grace from its return. */

const ALIVE = 'alive_at'
const OUTAGES = 'outages'

/** What is older decides nothing any more: no work of a deadline before it is taken. */
const KEPT_MS = 2 * UPLOAD_WINDOW_MS

/**
 * So long without a commit of its own, and it did not serve: it stood still with the machine it runs on, or its disk took
 * nothing. Some seconds are a busy machine's.
 */
export const AWAY_MS = 15_000

/** The server serves: told every few seconds, so that it is known since when it did not. */
const noteServing = (tx: Queries, now: number) => writeMeta(tx, ALIVE, String(now))

/** Adds the stretch since the server was last seen serving. @returns all that can still matter, oldest first */
export async function noteReturn(tx: Queries, now: number): Promise<Outage[]> {
  const lastAlive = await readMeta(tx, ALIVE)
  const stored = JSON.parse((await readMeta(tx, OUTAGES)) ?? '[]') as Outage[]
  const outages = stored.filter((outage) => outage.to > now - KEPT_MS)
  if (lastAlive !== null && Number(lastAlive) < now) outages.push({ from: Number(lastAlive), to: now })
  await writeMeta(tx, OUTAGES, JSON.stringify(outages))
  await noteServing(tx, now)
  return outages
}

/** Whether this server serves, by what it could write down of it. */
export class Serving {
  #outages: readonly Outage[]
  readonly #now: () => number
  readonly #wall: () => number
  /** When that was noted last, on the clock of deadlines and on the machine's; null before it serves. */
  #noted: { at: number; wall: number } | null = null

  /**
   * @param outages what is known of earlier ones
   * @param now the clock of deadlines
   * @param wall the machine's: it goes on while a process stands still, and tests that move the other clock leave it alone
   */
  constructor(outages: readonly Outage[], now: () => number, wall: () => number = Date.now) {
    this.#outages = outages
    this.#now = now
    this.#wall = wall
  }

  /** All that can still matter, oldest first; one under way counts up to now. */
  get outages(): readonly Outage[] {
    const noted = this.#noted
    if (!noted || !this.isAway) return this.#outages
    return [...this.#outages, { from: noted.at, to: this.#now() }]
  }

  /** Nothing was noted for so long: it does not serve, or did not until this moment. */
  get isAway(): boolean {
    return this.#noted !== null && this.#wall() - this.#noted.wall > AWAY_MS
  }

  /** To be called every few seconds. @throws where nothing can be written down: from the note before on it is away */
  async note(db: Pick<Database, 'write'>): Promise<void> {
    const noted = { at: this.#now(), wall: this.#wall() }
    if (this.isAway) this.#outages = await db.write((tx) => noteReturn(tx, noted.at))
    else await db.write((tx) => noteServing(tx, noted.at))
    this.#noted = noted
  }
}
