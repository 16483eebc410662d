import type { ReceiptFile } from '#contract/receipt.ts'
import type { LeaseGrant, LeaseProof, LeaseRequest } from '#contract/sync.ts'
import { CallError, call } from '../../http/call.ts'
import { adoptLease, hearOfRestore } from '../db/adoptLease.ts'
import { changeAttempt } from '../db/attempts.ts'
import { deviceId, deviceName } from '../db/device.ts'
import { findOp, ownHashAt } from '../db/ops.ts'
import type { AttemptRecord, LocalDatabase } from '../db/schema.ts'

/**
 * A lease for a log that cannot go on: after a fork, or on a server that came back from a backup. Rare, and no part of what the
 * test screen waits for: the parts of the device that it has load it when it is wanted.
 */

export { adoptLease }

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
  const isOfLease = (file: ReceiptFile | undefined): file is ReceiptFile => file?.lease_id === lease_id
  return {
    server_epoch_seen: attempt.server_epoch,
    nonce: attempt.nonce,
    granted_head_seq,
    granted_head_hash,
    started_at,
    start_proof: attempt.start_proof,
    granted,
    newest: isOfLease(attempt.receipt_file) ? attempt.receipt_file : granted,
    ...(isOfLease(attempt.finish_file) && { finish: attempt.finish_file }),
    ...(is_profile_complete && { details: { first_name, last_name, mobile_number } }),
  }
}

/** The server can go on from this device's log: its head is one of ours, and all behind that is here. */
async function goesOn(db: LocalDatabase, attempt: AttemptRecord, lease: LeaseGrant): Promise<boolean> {
  const { head_seq, head_hash } = lease
  if ((await ownHashAt(db, attempt, head_seq)) !== head_hash) return false
  return head_seq >= attempt.tail_seq || (await findOp(db, attempt.attempt_id, head_seq + 1)) !== undefined
}

/**
 * Asks for a lease with the proof of the one that this device has; where that comes back and its log cannot go on all the same,
 * for one in its place.
 * @throws CallError
 */
export async function askForLease(db: LocalDatabase, attempt: AttemptRecord, asked: LeaseRequest) {
  const { lease_id, token } = attempt
  const body = { ...asked, proof: leaseProofOf(attempt) }
  const { data } = await call('postSyncLease', { body, token })
  const { lease } = data
  const isSame = lease.lease_id === lease_id && lease.server_epoch !== attempt.server_epoch
  if (!isSame || (await goesOn(db, attempt, lease))) return data
  return (await call('postSyncLease', { body: { ...asked, replaces: lease_id }, token })).data
}

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
  const { attempt_id, lease_id } = attempt
  const asked = {
    device_id: await deviceId(db),
    device_name: deviceName(),
    take_over: false,
    replaces: lease_id,
  }
  // Before anybody is asked: whatever breaks off from here on, it is asked for again and the tail taken along.
  await changeAttempt(db, attempt_id, { giving_up: lease_id })
  try {
    const { lease, answers } = await askForLease(db, attempt, asked)
    if (!isWanted()) return null
    const tail = await adoptLease(db, attempt_id, lease, answers.submissions)
    return { lease, tail: tail ?? { seq: lease.head_seq, hash: lease.head_hash } }
  } catch (error) {
    if (error instanceof CallError && error.code === 'lease_held')
      await hearOfRestore(db, attempt_id, error.details)
    throw error
  }
}
