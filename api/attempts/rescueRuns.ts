import { BATCH_MAX_BYTES, BATCH_MAX_OPS } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'

/** The runs of a rescue file as they leave the thread that read it: bytes change hands without being copied. */
export interface PackedRuns {
  /** Each run as JSON, one behind the other. */
  bytes: Uint8Array<ArrayBuffer>
  /** The end of each run. */
  ends: Uint32Array
}

/** The runs that requests would carry: each unbroken and of one lease, in the order in which they were written. */
export function runsOf(ops: readonly Op[]): Op[][] {
  const runs: Op[][] = []
  /** By lease the run that may go on. */
  const open = new Map<string, { run: Op[]; last: number; size: number }>()
  for (const op of ops.toSorted((a, b) => a.seq - b.seq || a.wall_ms - b.wall_ms)) {
    const size = JSON.stringify(op).length
    const own = open.get(op.lease_id)
    const goesOn = own && op.seq === own.last + 1
    if (goesOn && own.run.length < BATCH_MAX_OPS && own.size + size <= BATCH_MAX_BYTES) {
      own.run.push(op)
      own.last = op.seq
      own.size += size
      continue
    }
    const run = [op]
    runs.push(run)
    open.set(op.lease_id, { run, last: op.seq, size })
  }
  return runs
}

export function packRuns(runs: readonly (readonly Op[])[]): PackedRuns {
  const pieces = runs.map((run) => Buffer.from(JSON.stringify(run)))
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  const ends = new Uint32Array(pieces.length)
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    bytes.set(piece, at)
    at += piece.length
    ends[i] = at
  }
  return { bytes, ends }
}

/** One run at a time, when it is asked for. */
export function* unpackRuns({ bytes, ends }: PackedRuns): Generator<Op[]> {
  let from = 0
  for (const end of ends) {
    yield JSON.parse(Buffer.from(bytes.buffer, from, end - from).toString()) as Op[]
    from = end
  }
}
