import { type Op, opHash } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { listLeaseChain } from '#db/queries/leases.ts'
import { listMovedLogs } from '#db/queries/movedLogs.ts'
import { findEnds, type LogRow, listWholeOps, type WholeOp } from '#db/queries/receipts.ts'
import { nextTurn } from '#db/turn.ts'
import { type Keys, sha256 } from '../kit/keys.ts'
import { genesisOf, sealOf } from './chain.ts'
import { asHashed, type LogOrigin, originOf, originsOf } from './movedLog.ts'
import { storedText } from './storedBody.ts'

/** Ops that are read at once: their bodies must not keep the event loop for long. */
const PART = 100

/** The reasons for which a body may be missing; the hash then stands in the log alone. */
const WITHOUT_BODY: ReadonlySet<string | null> = new Set(['too_large', 'after_finish', 'log_full'])

export interface LogError {
  /** The change that does not hold; null: the log as a whole. */
  seq: number | null
  /** In words, without its place. */
  what: string
}

/**
 * Walks a stored log: every op follows the one before, has the hash its header comes to and the body that was hashed, stands
 * under the lease it names, and carries the stamps that the server sealed; the head is the last of them. A change of any
 * byte of it is a fault, and so is an op that is missing.
 * @param each called for every op that holds up to there
 * @returns the first faults, at most one an op
 */
export async function checkLog(
  keys: Keys,
  q: Queries,
  log: LogRow,
  each: (op: WholeOp) => void = () => {},
): Promise<LogError[]> {
  // A running test goes on meanwhile: what is behind the head that was read is another walk's.
  const leases = (await listLeaseChain(q, log.id)).filter((l) => l.granted_head_seq <= log.head_seq)
  const origins = originsOf(await listMovedLogs(q, log.id))
  const heads = new Map<number, string>([
    [0, leases.find((l) => l.granted_head_seq === 0)?.granted_head_hash ?? ''],
  ])
  const grantedAt = new Set(leases.map((lease) => lease.granted_head_seq))
  const faults: LogError[] = []
  let seq = 0
  let hash = heads.get(0) ?? ''
  let seal = ''
  for (;;) {
    const ops = await listWholeOps(q, log.id, seq, Math.max(0, Math.min(PART, log.head_seq - seq)))
    for (const op of ops) {
      if (op.seq !== seq + 1)
        return [...faults, { seq: seq + 1, what: `missing; the next one there is ${op.seq}` }]
      const lease = leases.find(({ lease_id }) => lease_id === op.lease_id)
      const what = !lease
        ? 'it stands under a lease that this test never had'
        : faultOf(
            op,
            log.ref,
            seq === lease.granted_head_seq ? genesisOf(lease, log.ref) : hash,
            originOf(origins, op.seq),
          )
      if (what !== null) faults.push({ seq: op.seq, what })
      else if (faults.length === 0) each(op)
      if (log.sealed_from !== null && op.seq >= log.sealed_from) seal = sealOf(keys, seal, op)
      seq = op.seq
      hash = op.hash
      if (grantedAt.has(seq)) heads.set(seq, hash)
    }
    if (ops.length === 0) break
    await nextTurn()
  }
  for (const lease of leases)
    if (heads.get(lease.granted_head_seq) !== lease.granted_head_hash)
      faults.push({
        seq: lease.granted_head_seq,
        what: 'a lease was granted on another change than this one',
      })
  const { head, last } = (await findEnds(q, log.id)) ?? { head: seq, last: seq }
  if (seq !== log.head_seq || hash !== log.head_hash || last !== head)
    faults.push({
      seq: null,
      what: `it ends with change ${last}; its head names ${head}, or another one`,
    })
  if (log.sealed_from !== null ? seal !== log.head_seal : log.head_seal !== '')
    faults.push({ seq: null, what: 'times, verdicts or results are not those that the server sealed' })
  return faults
}

function faultOf(op: WholeOp, ref: string, expected: string, origin: LogOrigin | undefined): string | null {
  if (op.prev_hash !== expected) return 'it does not follow the change before it'
  const body = bodyOf(op)
  const header = { ...op, type: op.type as Op['type'], attempt_id: ref }
  const holds = (key: string): boolean => opHash(sha256, { ...header, key }) === op.hash
  const told = asHashed(origin, { ...op, body: body ?? null }, holds)
  if (!told || !holds(told.key)) return 'its header is not the one that was hashed'
  if (op.body === null) return WITHOUT_BODY.has(op.reason) ? null : 'its body is gone'
  // A body that was never the hashed one was refused for it, and stands as it came.
  if (op.reason === 'bad_body') return null
  if (body === undefined) return 'its body cannot be read'
  return sha256(told.body ?? '') === op.body_hash ? null : 'its body was changed'
}

/** undefined where it cannot be read; null where none is kept. */
function bodyOf({ body, body_deflated }: WholeOp): string | null | undefined {
  try {
    return body === null ? null : storedText(body, body_deflated === 1)
  } catch {
    return undefined
  }
}
