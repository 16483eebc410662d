import type { SyncMode } from '#machines/sync/state.ts'
import { type AttemptRecord, localDatabase } from '../local/database.ts'
import { sendAside } from '../sync/aside.ts'
import { Sender } from '../sync/sender.ts'

const AT_MOST_MS = 25_000

/** Sends what waits on this device while no page holds the attempt's lock. */
export async function carryOn(): Promise<void> {
  const db = localDatabase()
  for (const attempt of await db.attempts.toArray())
    await navigator.locks.request(`sync:${attempt.attempt_id}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      if (hasTail(attempt)) await drain(attempt.attempt_id)
      while (await sendAside(db, attempt.attempt_id)) {}
    })
}

/** Ops the server holds neither in the log nor, where this device lost the test, in quarantine. */
const hasTail = (attempt: AttemptRecord): boolean =>
  attempt.tail_seq > Math.max(attempt.acked_seq, attempt.lease_lost ? (attempt.quarantined_seq ?? 0) : 0)

/** Modes in which the sender goes on by itself. */
const goesOn = new Set<SyncMode>(['open', 'lease_lost', 'forked', 'captive'])

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
        const held = state.mode === 'lease_lost' ? state.quarantinedSeq : state.acked.seq
        if (state.tail.seq <= held || !goesOn.has(state.mode)) stop(resolve)
        else if (state.offlineSince !== null) stop(() => reject(new Error('out of reach')))
      },
      rebased: () => {},
      stalled: () => {},
    }).then((started) => {
      sender = started
    }, reject)
  })
}
