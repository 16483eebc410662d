import { asc, desc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Leases: which device may append to an attempt's log, and from where on. */

export interface LeaseRow {
  lease_id: string
  attempt_id: number
  epoch: number
  device_id: string | null
  device_name: string
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
  granted_at: number
  frozen_at: number | null
  heard_at: number | null
  given_up: boolean
}

/** The fields of a lease that appending needs. */
export type HeldLease = Pick<
  LeaseRow,
  'lease_id' | 'epoch' | 'nonce' | 'granted_head_seq' | 'granted_head_hash' | 'granted_at' | 'frozen_at'
>

/** A lease the attempt had, or undefined. */
export const findLease = (q: Queries, attemptId: number, leaseId: string) =>
  q.raw.get<HeldLease & Pick<LeaseRow, 'heard_at'>>(
    `SELECT lease_id, epoch, nonce, granted_head_seq, granted_head_hash, granted_at, frozen_at, heard_at
     FROM leases WHERE attempt_id = ? AND lease_id = ?`,
    attemptId,
    leaseId,
  )

/** When the lease of this epoch was granted, and where the log stood then; undefined where there is none. */
export const findGrant = (q: Queries, attemptId: number, epoch: number) =>
  q.raw.get<{ seq: number; at: number }>(
    'SELECT granted_head_seq AS seq, granted_at AS at FROM leases WHERE attempt_id = ? AND epoch = ?',
    attemptId,
    epoch,
  )

/**
 * Since when the device of a lease has had the test without a break: it may have given up leases for this one, and writes
 * again what it wrote under them.
 */
export const findUnbrokenSince = async (
  q: Queries,
  attemptId: number,
  { epoch, granted_at }: Pick<LeaseRow, 'epoch' | 'granted_at'>,
): Promise<number> =>
  epoch === 1
    ? granted_at
    : ((
        await q.raw.get<{ since: number }>(
          `WITH RECURSIVE held (epoch, granted_at) AS (
             SELECT epoch, granted_at FROM leases WHERE attempt_id = @attemptId AND epoch = @epoch
             UNION ALL SELECT l.epoch, l.granted_at FROM held h
             JOIN leases l ON l.attempt_id = @attemptId AND l.epoch = h.epoch - 1 AND l.given_up)
           SELECT min(granted_at) AS since FROM held`,
          { attemptId, epoch },
        )
      )?.since ?? granted_at)

/** The lease that was granted last, whether it still holds or not. */
export const findNewestLease = async ({ orm }: Queries, attemptId: number) =>
  (
    await orm
      .select()
      .from(s.leases)
      .where(eq(s.leases.attempt_id, attemptId))
      .orderBy(desc(s.leases.epoch))
      .limit(1)
  )[0]

/** Who had the attempt, in turn; without a device it was the server itself. */
export const listLeases = ({ orm }: Queries, attemptId: number) =>
  orm
    .select({
      device_id: s.leases.device_id,
      device_name: s.leases.device_name,
      granted_at: s.leases.granted_at,
    })
    .from(s.leases)
    .where(eq(s.leases.attempt_id, attemptId))
    .orderBy(asc(s.leases.epoch))

export const insertLease = ({ orm }: Queries, row: typeof s.leases.$inferInsert) =>
  orm.insert(s.leases).values(row)

/**
 * @param to heard_at: when its device was last heard; given_up: its own device goes on under another one, and writes again
 *   what the log had not taken
 */
export const freezeLease = (
  { orm }: Queries,
  leaseId: string,
  to: { frozen_at: number; heard_at: number | null; given_up: boolean },
) => orm.update(s.leases).set(to).where(eq(s.leases.lease_id, leaseId))

/** Whether its own device gave a lease up for another one. */
export const isGivenUp = async ({ orm }: Queries, leaseId: string): Promise<boolean> =>
  (
    await orm
      .select({ given_up: s.leases.given_up })
      .from(s.leases)
      .where(eq(s.leases.lease_id, leaseId))
      .limit(1)
  )[0]?.given_up ?? false

/** All leases of an attempt by the order they were granted in, with what a chain rests on. */
export const listLeaseChain = (q: Queries, attemptId: number) =>
  q.raw.all<HeldLease>(
    `SELECT lease_id, epoch, nonce, granted_head_seq, granted_head_hash, granted_at, frozen_at
     FROM leases WHERE attempt_id = ? ORDER BY epoch`,
    attemptId,
  )

/** The same in full. */
export const listWholeLeases = ({ orm }: Queries, attemptId: number): Promise<LeaseRow[]> =>
  orm.select().from(s.leases).where(eq(s.leases.attempt_id, attemptId)).orderBy(asc(s.leases.epoch))
