import type { Queries } from '#db/connect.ts'
import { touchDrivesOf } from '#db/queries/drives.ts'
import { raiseProblemVersion } from '#db/queries/problems.ts'

/**
 * After what candidates see of a problem, or are judged by, became another: its next version, and other contents for
 * every drive that asks it. Once a change, whatever it changed.
 */
export async function problemChanged(tx: Queries, id: number, now: number): Promise<void> {
  await raiseProblemVersion(tx, id, now)
  await touchDrivesOf(tx, 'problem', [id], now)
}
