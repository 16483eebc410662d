import Dexie from 'dexie'
import type { LocalDatabase, OpRecord } from './schema.ts'

/** Ops that a fork or a takeover put aside on this device, under the lease they were written under. */

const keyOf = ({ attempt_id, lease_id, seq }: Pick<OpRecord, 'attempt_id' | 'lease_id' | 'seq'>) =>
  [attempt_id, lease_id, seq] as [string, string, number]

const ofAttempt = (db: LocalDatabase, attemptId: string) =>
  db.aside
    .where('[attempt_id+lease_id+seq]')
    .between([attemptId, Dexie.minKey, Dexie.minKey], [attemptId, Dexie.maxKey, Dexie.maxKey])

/** Ops that this device alone holds. */
const waitingOf = (db: LocalDatabase, attemptId: string) =>
  ofAttempt(db, attemptId).and((op) => op.acked_at === null && op.quarantined_at === undefined)

export const listAside = (db: LocalDatabase, attemptId: string): Promise<OpRecord[]> =>
  ofAttempt(db, attemptId).toArray()

export const countWaiting = (db: LocalDatabase, attemptId: string): Promise<number> =>
  waitingOf(db, attemptId).count()

export const deleteAside = (db: LocalDatabase, attemptId: string): Promise<number> =>
  ofAttempt(db, attemptId).delete()

/** The next unbroken run of one lease's ops that only this device holds. */
export async function nextRun(db: LocalDatabase, attemptId: string, most: number): Promise<OpRecord[]> {
  const waiting = await waitingOf(db, attemptId).limit(most).toArray()
  const first = waiting[0]
  if (!first) return []
  const end = waiting.findIndex((op, i) => op.lease_id !== first.lease_id || op.seq !== first.seq + i)
  return end === -1 ? waiting : waiting.slice(0, end)
}

/** Offers all of it again to a server that came back from a backup, and keeps nothing twice. */
export async function askAgain(db: LocalDatabase, attemptId: string): Promise<void> {
  await ofAttempt(db, attemptId).modify((op) => {
    op.acked_at = null
    delete op.quarantined_at
  })
  const waiting = await ofAttempt(db, attemptId)
    .and((op) => !op.is_again)
    .count()
  await db.attempts.update(attemptId, { aside_waiting: waiting })
}

/** Too large for the server: it goes without its body, which waits for the rescue file. */
export const stripAside = (db: LocalDatabase, op: OpRecord): Promise<number> =>
  db.aside.update(keyOf(op), { stripped: true })

/** The server keeps them: notes it, and how many still wait. */
export async function noteQuarantined(
  db: LocalDatabase,
  attemptId: string,
  ops: readonly Pick<OpRecord, 'attempt_id' | 'lease_id' | 'seq'>[],
): Promise<void> {
  await db.transaction('rw', [db.aside, db.attempts], async () => {
    const rows = await db.aside.bulkGet(ops.map(keyOf))
    const kept = rows.flatMap((row) => (row ? [{ ...row, quarantined_at: Date.now() }] : []))
    await db.aside.bulkPut(kept)
    const attempt = await db.attempts.get(attemptId)
    const left = (attempt?.aside_waiting ?? 0) - kept.filter((row) => !row.is_again).length
    await db.attempts.update(attemptId, { aside_waiting: Math.max(0, left) })
  })
}
