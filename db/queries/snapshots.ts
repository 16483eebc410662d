import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Pictures of the camera: the log names them, their bytes come before or after. */

const DAY = 86_400_000

/** The log names a picture; its bytes may have come before or come later. */
export const logSnapshot = ({ orm }: Queries, row: typeof s.snapshots.$inferInsert) =>
  orm
    .insert(s.snapshots)
    .values(row)
    .onConflictDoUpdate({
      target: [s.snapshots.attempt_id, s.snapshots.sha256],
      set: { logged_at: row.logged_at },
    })

export const storeSnapshot = ({ orm }: Queries, row: typeof s.snapshots.$inferInsert) =>
  orm
    .insert(s.snapshots)
    .values(row)
    .onConflictDoUpdate({
      target: [s.snapshots.attempt_id, s.snapshots.sha256],
      set: { stored_at: row.stored_at, bytes: row.bytes },
    })

export const listSnapshots = ({ orm }: Queries, attemptId: number) =>
  orm
    .select()
    .from(s.snapshots)
    .where(eq(s.snapshots.attempt_id, attemptId))
    .orderBy(asc(s.snapshots.taken_at))

export const findSnapshot = async ({ orm }: Queries, attemptId: number, sha256: string) =>
  (
    await orm
      .select()
      .from(s.snapshots)
      .where(and(eq(s.snapshots.attempt_id, attemptId), eq(s.snapshots.sha256, sha256)))
      .limit(1)
  )[0]

export const countSnapshots = async (q: Queries, attemptId: number) =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM snapshots WHERE attempt_id = ? AND stored_at IS NOT NULL',
      attemptId,
    )
  )?.n ?? 0

/** Stored pictures that were to be kept until before now, oldest first. */
export const listSnapshotsOverdue = (q: Queries, now: number, limit: number) =>
  q.raw.all<{ id: number; ref: string; sha256: string }>(
    `SELECT n.id, a.ref, n.sha256 FROM snapshots n JOIN attempts a ON a.id = n.attempt_id JOIN drives d ON d.id = a.drive_id
     WHERE n.stored_at IS NOT NULL AND n.swept_at IS NULL
       AND CASE WHEN d.is_assessment THEN coalesce(a.finished_at, a.deadline_at, n.taken_at) ELSE d.end_time END
         + d.webcam_retention_days * ${DAY} < ?
     ORDER BY n.taken_at LIMIT ?`,
    now,
    limit,
  )

export const setSwept = (q: Queries, ids: readonly number[], now: number) =>
  q.raw.run(
    'UPDATE snapshots SET swept_at = ? WHERE id IN (SELECT value FROM json_each(?))',
    now,
    JSON.stringify(ids),
  )

/** Hashes of snapshots the log names whose bytes have not come. */
export const listMissingBlobs = async (q: Queries, attemptId: number) =>
  (
    await q.raw.all<{ sha256: string }>(
      'SELECT sha256 FROM snapshots WHERE attempt_id = ? AND stored_at IS NULL ORDER BY id LIMIT 100',
      attemptId,
    )
  ).map((row) => row.sha256)

export const countPicturesNamed = async (q: Queries, attemptId: number): Promise<number> =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM snapshots WHERE attempt_id = ? AND logged_at IS NOT NULL',
      attemptId,
    )
  )?.n ?? 0
