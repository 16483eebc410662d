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

/** A receipt that was shown for more than this server held. */
export interface ShownReceipt {
  attempt_ref: string
  head_seq: number
  head_hash: string
  at: number
  shown_at: number
}

export const keepShownReceipt = (q: Queries, row: ShownReceipt) =>
  q.raw.run(
    `INSERT INTO shown_receipts (attempt_ref, head_seq, head_hash, at, shown_at)
     VALUES (@attempt_ref, @head_seq, @head_hash, @at, @shown_at) ON CONFLICT DO NOTHING`,
    row,
  )

/** Nobody is owed anything of a test that was deleted. */
export const deleteShownReceipts = (q: Queries, ref: string) =>
  q.raw.run('DELETE FROM shown_receipts WHERE attempt_ref = ?', ref)

/** Those whose change stands neither in the log of their test nor beside it, of each test the furthest, oldest first. */
export const listOwed = (q: Queries) =>
  q.raw.all<ShownReceipt & { held: number | null }>(
    `SELECT r.attempt_ref, max(r.head_seq) AS head_seq, r.head_hash, r.at, r.shown_at, a.head_seq AS held
     FROM shown_receipts r LEFT JOIN attempts a ON a.ref = r.attempt_ref AND a.started_at IS NOT NULL
     WHERE NOT EXISTS (SELECT 1 FROM ops o WHERE o.attempt_id = a.id AND o.seq = r.head_seq AND o.hash = r.head_hash)
       AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.attempt_id = a.id AND q.seq = r.head_seq AND q.hash = r.head_hash)
       AND (r.head_seq > 0 OR a.id IS NULL)
     GROUP BY r.attempt_ref ORDER BY r.at`,
  )

/** A begun attempt as its log is held against its chain. */
export interface LogRow {
  id: number
  ref: string
  started_at: number
  head_seq: number
  head_hash: string
  head_seal: string
  sealed_from: number | null
  rows_seal: string
  finished_at: number | null
}
const logColumns = 'id, ref, started_at, head_seq, head_hash, head_seal, sealed_from, rows_seal, finished_at'

export const findLog = (q: Queries, ref: string) =>
  q.raw.get<LogRow>(`SELECT ${logColumns} FROM attempts WHERE ref = ? AND started_at IS NOT NULL`, ref)

/** Begun attempts whose references begin so. */
export const listLogsByPrefix = (q: Queries, prefix: string) =>
  q.raw.all<LogRow>(
    `SELECT ${logColumns} FROM attempts WHERE ref >= ? AND ref < ? AND started_at IS NOT NULL LIMIT 50`,
    prefix,
    prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
  )

/** The same of any attempt, begun or not. */
export type AnyLogRow = Omit<LogRow, 'started_at'> & { started_at: number | null }

/** Attempts behind an id, in their order: also those that say they have not begun. */
export const listLogs = (q: Queries, after: number, limit: number) =>
  q.raw.all<AnyLogRow>(`SELECT ${logColumns} FROM attempts WHERE id > ? ORDER BY id LIMIT ?`, after, limit)

export const findAnyLog = (q: Queries, id: number) =>
  q.raw.get<AnyLogRow>(`SELECT ${logColumns} FROM attempts WHERE id = ?`, id)

/** Attempts behind an id that lack a seal, begun or not. */
export const listUnsealed = (q: Queries, after: number, limit: number) =>
  q.raw.all<AnyLogRow>(
    `SELECT ${logColumns} FROM attempts
     WHERE id > ? AND (rows_seal = '' OR (head_seq > 0 AND sealed_from IS NOT 1)) ORDER BY id LIMIT ?`,
    after,
    limit,
  )

/** Seals a log from its first change on. Answers 0 where it is another one by now. */
export const setHeadSeal = (q: Queries, log: LogRow, seal: string) =>
  q.raw.run(
    'UPDATE attempts SET head_seal = ?, sealed_from = 1 WHERE id = ? AND head_seq = ? AND head_hash = ? AND head_seal = ?',
    seal,
    log.id,
    log.head_seq,
    log.head_hash,
    log.head_seal,
  )

export const setRowsSeal = (q: Queries, attemptId: number, seal: string) =>
  q.raw.run('UPDATE attempts SET rows_seal = ? WHERE id = ?', seal, attemptId)

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

/** The head of a log as its row names it, and the last op there is, at one moment. */
export const findEnds = (q: Queries, attemptId: number) =>
  q.raw.get<{ head: number; last: number }>(
    `SELECT head_seq AS head, coalesce((SELECT max(seq) FROM ops WHERE attempt_id = a.id), 0) AS last
     FROM attempts a WHERE id = ?`,
    attemptId,
  )

export const listWholeOps = (q: Queries, attemptId: number, after: number, limit: number) =>
  q.raw.all<WholeOp>(
    `SELECT seq, op_id, lease_id, type, key, body, body_deflated, body_hash, prev_hash, hash, boot_id, mono_ms, wall_ms,
       anchor_id, est_server_ms, made_at, received_at, announced_at, result, reason, verdict
     FROM ops WHERE attempt_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    attemptId,
    after,
    limit,
  )
