import type { LeaseGrant, LeaseProof } from '#contract/sync.ts'
import { CallError, call } from '../../http/call.ts'
import { adoptLease, hearOfRestore } from '../db/adoptLease.ts'
import { changeAttempt } from '../db/attempts.ts'
import { deviceId, deviceName } from '../db/device.ts'
import { findOp } from '../db/ops.ts'
import type { AttemptRecord, LocalDatabase } from '../db/schema.ts'

/**
 * A lease for a log that cannot go on: after a fork, or on a server that came back from a backup. Rare, and no part of what the
 * test screen waits for: the parts of the device that it has load it when it is wanted.
 */

export { adoptLease, hearOfRestore }

/** All by which a server that came back from a backup knows this device's lease, and how much it held of its log. */
export function leaseProofOf(attempt: AttemptRecord): LeaseProof {
  const { attempt_id, lease_id, view, granted_head_seq, granted_head_hash, start_receipt } = attempt
  const started_at = new Date(attempt.started_at).toISOString()
  // A test of an older version keeps no more of it: it is the start's.
  const granted = attempt.start_file ?? {
    holdfast_receipt: 1,
    attempt_id,
    lease_id,
    head_seq: granted_head_seq,
    head_hash: granted_head_hash,
    time: started_at,
    server_epoch: attempt.server_epoch,
    receipt: start_receipt,
  }
  const { first_name, last_name, mobile_number, is_profile_complete } = view
  return {
    server_epoch_seen: attempt.server_epoch,
    nonce: attempt.nonce,
    granted_head_seq,
    granted_head_hash,
    started_at,
    granted,
    newest: attempt.receipt_file ?? granted,
    ...(is_profile_complete && { details: { first_name, last_name, mobile_number } }),
  }
}

/** All of the log that a server lacks from here on is on this device. */
const holdsFrom = async (
  db: LocalDatabase,
  { attempt_id, tail_seq }: AttemptRecord,
  headSeq: number,
): Promise<boolean> => headSeq >= tail_seq || (await findOp(db, attempt_id, headSeq + 1)) !== undefined

/**
 * Takes the lease that this device goes on under: the one it has where the server can go on from it, otherwise a new
 * one, to which its tail is carried.
 * @param isWanted whether whoever asked is still there, looked at before anything is changed
 * @returns the lease and the end of the log under it; null where nobody wants it any more
 * @throws CallError; whatever the storage has against it
 */
export async function takeNextLease(
  db: LocalDatabase,
  attempt: AttemptRecord,
  isWanted: () => boolean,
): Promise<{ lease: LeaseGrant; tail: { seq: number; hash: string } } | null> {
  const { attempt_id, lease_id, token } = attempt
  const asked = {
    device_id: await deviceId(db),
    device_name: deviceName(),
    take_over: false,
    replaces: lease_id,
  }
  // Before anybody is asked: whatever breaks off from here on, it is asked for again and the tail taken along.
  await changeAttempt(db, attempt_id, { giving_up: lease_id })
  const proof = leaseProofOf(attempt)
  try {
    let { data } = await call('postSyncLease', { body: { ...asked, proof }, token })
    // Without the ops behind its head the server cannot go on from there.
    if (data.lease.lease_id === lease_id && !(await holdsFrom(db, attempt, data.lease.head_seq)))
      data = (await call('postSyncLease', { body: asked, token })).data
    if (!isWanted()) return null
    const { lease, answers } = data
    const tail = await adoptLease(db, attempt_id, lease, answers.submissions)
    return { lease, tail: tail ?? { seq: lease.head_seq, hash: lease.head_hash } }
  } catch (error) {
    if (error instanceof CallError && error.code === 'lease_held')
      await hearOfRestore(db, attempt_id, error.details, true)
    throw error
  }
}
