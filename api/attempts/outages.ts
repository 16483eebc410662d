import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import type { Outage } from '#machines/attempt/verdict.ts'

/** When this installation did not serve: people whose deadline fell into it get their grace from its return. */

const ALIVE = 'alive_at'
const OUTAGES = 'outages'

/** What is older decides nothing any more: no work of a deadline before it is taken. */
const KEPT_MS = 2 * UPLOAD_WINDOW_MS

/** The server serves: told every few seconds, so that the next start knows since when it did not. */
export const noteServing = (tx: Queries, now: number) => writeMeta(tx, ALIVE, String(now))

/** At a start: adds the stretch since the server was last seen serving. @returns all that can still matter, oldest first */
export async function noteReturn(tx: Queries, now: number): Promise<Outage[]> {
  const lastAlive = await readMeta(tx, ALIVE)
  const stored = JSON.parse((await readMeta(tx, OUTAGES)) ?? '[]') as Outage[]
  const outages = stored.filter((outage) => outage.to > now - KEPT_MS)
  if (lastAlive !== null && Number(lastAlive) < now) outages.push({ from: Number(lastAlive), to: now })
  await writeMeta(tx, OUTAGES, JSON.stringify(outages))
  await noteServing(tx, now)
  return outages
}
