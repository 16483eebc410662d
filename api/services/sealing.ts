import type { Database } from '#db/open.ts'
import { findLastAuditHash } from '#db/queries/audit.ts'
import { listAuditRows, listSealedRows } from '#db/queries/evidence.ts'
import { readMeta } from '#db/queries/meta.ts'
import { findLog, listUnsealed, listWholeOps, setHeadSeal, setRowsSeal } from '#db/queries/receipts.ts'
import type { RowSeals, SealedAttempt } from '#db/rowSeals.ts'
import { nextTurn } from '#db/turn.ts'
import { sealOf } from '../attempts/chain.ts'
import type { Context } from '../context.ts'
import { rowsSeal } from './rowSeals.ts'
import {
  AUDIT_SEAL,
  auditStart,
  checkAuditSeal,
  readAuditSeal,
  readSealedSince,
  writeAuditSeal,
} from './seals.ts'

/**
 * Seals an installation once as it stands, beside its work, and then notes in the key file that everything is sealed. A seal
 * that is there already and does not hold is left as it is: `verify` goes on finding it.
 */

const PART = 100

type SealContext = Pick<Context, 'db' | 'keys' | 'now'> & { rowSeals: RowSeals }

/**
 * @param isOver told between two parts; where it says so the rest waits for the next start
 * @returns whether everything is sealed
 */
export async function sealEverything(
  ctx: SealContext,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  if (ctx.keys.sealedSince !== null) return true
  const since = await readSealedSince(ctx)
  let after = 0
  for (;;) {
    const attempts = await listUnsealed(ctx.db.read, after, PART)
    await sealRows(ctx, attempts)
    for (const attempt of attempts) {
      if (isOver()) return false
      await sealLog(ctx, attempt.ref, since)
      after = attempt.id
    }
    if (attempts.length < PART) break
  }
  await beginAuditSeal(ctx)
  await ctx.keys.noteSealed(ctx.now())
  return true
}

/** Whether there is nothing yet that would have to be sealed. */
export const isFresh = async ({ db }: { db: Database }): Promise<boolean> =>
  (await findLastAuditHash(db.read)) === null && (await listUnsealed(db.read, 0, 1)).length === 0

/** Rows that change while they are read are read once more. */
async function sealRows({ db, keys, rowSeals }: SealContext, attempts: readonly SealedAttempt[]) {
  let left = attempts.filter(({ rows_seal }) => rows_seal === '')
  while (left.length > 0) {
    const unchanged = rowSeals.watch(left.map(({ id }) => id))
    // Everything written before has been committed when this is.
    await db.write(async () => {})
    const seals: { id: number; seal: string }[] = []
    for (const attempt of left) {
      const weights: bigint[] = []
      for await (const row of listSealedRows(db.read, attempt.id)) weights.push(keys.rowWeight(row))
      seals.push({ id: attempt.id, seal: rowsSeal(keys, attempt, weights) })
      await nextTurn()
    }
    const sealed = await db.write(async (tx) => {
      const now = seals.filter(({ id }) => unchanged.has(id))
      for (const { id, seal } of now) await setRowsSeal(tx, id, seal)
      return new Set(now.map(({ id }) => id))
    })
    left = left.filter(({ id }) => !sealed.has(id))
  }
}

/** Seals a log from its first change on, where nothing says that it was sealed so and is not any more. */
async function sealLog({ db, keys }: SealContext, ref: string, since: number | null): Promise<void> {
  let seq = 0
  let whole = ''
  let newer = ''
  for (;;) {
    const head = await findLog(db.read, ref)
    if (!head || head.sealed_from === 1 || (since !== null && head.started_at >= since)) return
    for (;;) {
      const ops = await listWholeOps(db.read, head.id, seq, PART)
      for (const op of ops) {
        if (op.seq > head.head_seq) break
        whole = sealOf(keys, whole, op)
        if (head.sealed_from !== null && op.seq >= head.sealed_from) newer = sealOf(keys, newer, op)
        seq = op.seq
      }
      if (ops.length < PART || seq >= head.head_seq) break
      await nextTurn()
    }
    if (seq !== head.head_seq || seq === 0 || newer !== head.head_seal) return
    // A running test may have gone on meanwhile: then the rest follows.
    if ((await db.write((tx) => setHeadSeal(tx, head, whole))) > 0) return
  }
}

async function beginAuditSeal(ctx: SealContext): Promise<void> {
  const { db, keys } = ctx
  const stored = await readMeta(db.read, AUDIT_SEAL)
  const sealed = readAuditSeal(stored)
  if (stored !== null && (sealed === null || (await checkAuditSeal(ctx, db.read, sealed)) !== 'holds')) return
  let at = { id: 0, seal: auditStart(keys) }
  for (;;) {
    const rows = await listAuditRows(db.read, at.id, PART)
    for (const row of rows) at = { id: row.id, seal: keys.seal('audit', at.seal, [row.id, row.hash]) }
    if (rows.length < PART) break
    await nextTurn()
  }
  await writeAuditSeal(db, at)
}
