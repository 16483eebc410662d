import { localDatabase } from '../local/database.ts'
import { Sender } from '../sync/sender.ts'

const AT_MOST_MS = 25_000

/** Sends what waits on this device while no page holds the attempt's lock. */
export async function carryOn(): Promise<void> {
  const db = localDatabase()
  const waiting = (await db.attempts.toArray()).filter((a) => a.tail_seq > a.acked_seq && !a.lease_lost)
  for (const { attempt_id } of waiting)
    await navigator.locks.request(`sync:${attempt_id}`, { ifAvailable: true }, async (lock) => {
      if (lock) await drain(attempt_id)
    })
}

/** Runs the sender until everything is acknowledged, the line is down, or the browser's patience ends. */
async function drain(attemptId: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let sender: Sender | null = null
    const stop = (end: () => void): void => {
      clearTimeout(limit)
      sender?.stop()
      end()
    }
    const limit = setTimeout(() => stop(() => reject(new Error('time is over'))), AT_MOST_MS)
    Sender.start(localDatabase, attemptId, {
      changed() {
        const state = sender?.state
        if (!state || state.inFlight) return
        if (state.tail.seq <= state.acked.seq || state.mode !== 'open') stop(resolve)
        else if (state.offlineSince !== null) stop(() => reject(new Error('out of reach')))
      },
      rebased: () => {},
      stalled: () => {},
    }).then((started) => {
      sender = started
    }, reject)
  })
}
