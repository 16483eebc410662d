import { isWork } from '#contract/ops.ts'
import { newestOf } from '../db/adoptLease.ts'
import { listOpsAfter, markTaken } from '../db/ops.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from '../db/schema.ts'
import { heldSeq } from '../pending.ts'
import { offer } from './quarantineUpload.ts'

/**
 * A device that takes its test back hands in first what it wrote meanwhile: the server adopts it where nobody wrote over
 * it, and the answers that come with the new lease are the newest ones. Taken the other way round, the page would show an
 * older text, and what is typed into that would keep the newer one from counting.
 */

/** On a line that is slower the test is not kept waiting: the rest follows from where it was put aside. */
const AT_MOST_MS = 20_000

/** Ops behind each other in the log go together. */
function runsOf(ops: readonly OpRecord[]): OpRecord[][] {
  const runs: OpRecord[][] = []
  for (const op of ops) {
    const run = runs.at(-1)
    if (run?.at(-1)?.seq === op.seq - 1) run.push(op)
    else runs.push([op])
  }
  return runs
}

/**
 * Hands in what counts of this device's tail, every submission and the newest draft and choice of each key, as far as time
 * and line allow. Only for a lease that lost its right.
 */
export async function uploadBeforeTakeover(db: LocalDatabase, attempt: AttemptRecord): Promise<void> {
  const { attempt_id, lease_id } = attempt
  const behind = await listOpsAfter(db, attempt_id, heldSeq(attempt))
  const tail = behind.filter((op) => op.lease_id === lease_id && op.quarantined_at === undefined)
  const over = AbortSignal.timeout(AT_MOST_MS)
  const work = newestOf(tail).filter(({ type }) => isWork(type))
  for (const run of runsOf(work))
    for (let rest = run; rest.length > 0; ) {
      const piece = await offer(attempt, rest, over)
      if (!piece.isKept) return
      await markTaken(db, attempt_id, (rest[0]?.seq ?? 0) - 1, piece.ops.at(-1)?.seq ?? 0)
      rest = rest.slice(piece.ops.length)
    }
}
