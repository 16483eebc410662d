import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'

/** A page that is open reads its pictures again and again: once in so long is written down. */
const AGAIN_MS = 600_000
const KEPT = 5_000

const seen = new WeakMap<Context['db'], Map<string, number>>()

/** Webcam pictures are personal: who looked at whose, and when, stands in the audit log. */
export async function noteSnapshotsSeen(ctx: Context, actor: StaffActor, ref: string): Promise<void> {
  const now = ctx.now()
  const own = seen.get(ctx.db) ?? new Map<string, number>()
  seen.set(ctx.db, own)
  const key = `${actor.userId} ${ref}`
  if (now - (own.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
  if (own.size >= KEPT) own.clear()
  await ctx.db.write((tx) => audit(tx, actor, { action: 'snapshots.view', subject: `attempt ${ref}` }, now))
  own.set(key, now)
}
