import type { Queries } from '../connect.ts'

/** Receipts: what the server signed, and since when it held what it signed. */

/**
 * Since when the server holds a head under a lease: since the last change came, or since the lease was granted on it.
 * null where there is neither.
 */
export const findHeldSince = async (
  q: Queries,
  at: { attemptId: number; leaseId: string; seq: number },
): Promise<number | null> =>
  (
    await q.raw.get<{ at: number }>(
      `SELECT coalesce((SELECT received_at FROM ops WHERE attempt_id = @attemptId AND seq = @seq AND lease_id = @leaseId),
         (SELECT granted_at FROM leases WHERE attempt_id = @attemptId AND lease_id = @leaseId)) AS at`,
      at,
    )
  )?.at ?? null

export interface ReceiptRow {
  attempt_id: number
  code: string
  lease_id: string
  head_seq: number
  head_hash: string
  at: number
  server_epoch: number
  receipt: string
}
const columns = 'attempt_id, code, lease_id, head_seq, head_hash, at, server_epoch, receipt'

/** Keeps what was signed of an ended test; the same head under the same lease once. */
export const insertReceipt = (q: Queries, row: ReceiptRow) =>
  q.raw.run(
    `INSERT INTO receipts (${columns}) VALUES (@attempt_id, @code, @lease_id, @head_seq, @head_hash, @at, @server_epoch, @receipt)
     ON CONFLICT (attempt_id, head_seq, lease_id) DO NOTHING`,
    row,
  )

export const listReceiptsByCode = (q: Queries, code: string) =>
  q.raw.all<ReceiptRow & { ref: string }>(
    `SELECT a.ref, ${columns.replaceAll(/\w+/g, 'r.$&')} FROM receipts r JOIN attempts a ON a.id = r.attempt_id WHERE r.code = ?`,
    code,
  )

export const listReceipts = (q: Queries, attemptId: number) =>
  q.raw.all<ReceiptRow>(`SELECT ${columns} FROM receipts WHERE attempt_id = ? ORDER BY head_seq`, attemptId)

/** A begun attempt as its log is held against its chain. */
export interface LogRow {
  id: number
  ref: string
  started_at: number
  head_seq: number
  head_hash: string
  head_seal: string
  sealed_from: number | null
  finished_at: number | null
}
const logColumns = 'id, ref, started_at, head_seq, head_hash, head_seal, sealed_from, finished_at'

export const findLog = (q: Queries, ref: string) =>
  q.raw.get<LogRow>(`SELECT ${logColumns} FROM attempts WHERE ref = ? AND started_at IS NOT NULL`, ref)

/** Begun attempts whose references begin so. */
export const listLogsByPrefix = (q: Queries, prefix: string) =>
  q.raw.all<LogRow>(
    `SELECT ${logColumns} FROM attempts WHERE ref >= ? AND ref < ? AND started_at IS NOT NULL LIMIT 50`,
    prefix,
    prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
  )

/** Begun attempts behind an id, in their order. */
export const listLogs = (q: Queries, after: number, limit: number) =>
  q.raw.all<LogRow>(
    `SELECT ${logColumns} FROM attempts WHERE id > ? AND started_at IS NOT NULL ORDER BY id LIMIT ?`,
    after,
    limit,
  )

export const countLogs = async (q: Queries): Promise<number> =>
  (await q.raw.get<{ n: number }>('SELECT count(*) AS n FROM attempts WHERE started_at IS NOT NULL'))?.n ?? 0

/** An op with all that its hash, its place and the server's seal rest on. */
export interface WholeOp {
  seq: number
  op_id: string
  lease_id: string
  type: string
  key: string
  body: Buffer | null
  body_deflated: number
  body_hash: string
  prev_hash: string
  hash: string
  boot_id: string
  mono_ms: number
  wall_ms: number
  anchor_id: string
  est_server_ms: number
  made_at: number
  received_at: number
  announced_at: number
  result: string
  reason: string | null
  verdict: string
}

export const listWholeOps = (q: Queries, attemptId: number, after: number, limit: number) =>
  q.raw.all<WholeOp>(
    `SELECT seq, op_id, lease_id, type, key, body, body_deflated, body_hash, prev_hash, hash, boot_id, mono_ms, wall_ms,
       anchor_id, est_server_ms, made_at, received_at, announced_at, result, reason, verdict
     FROM ops WHERE attempt_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    attemptId,
    after,
    limit,
  )
