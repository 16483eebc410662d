import type { LeaseProof, LeaseRequest } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import { type JoinedAttempt, setProfile, updateAttempt } from '#db/queries/attempts.ts'
import { findLease, findNewestLease, freezeLease, insertLease } from '#db/queries/leases.ts'
import { findHead, type HeadRow, setAnnounced } from '#db/queries/log.ts'
import type { Keys } from '../kit/keys.ts'
import type { ApplyContext } from './apply.ts'
import { contactBefore, noteHeard } from './contact.ts'
import { keepSigned, noteShown } from './receipts.ts'
import { beginAttempt } from './start.ts'
import { commitHeld, readCommitments, writeCommitments } from './tailCommitments.ts'

/**
 * A device that comes back to a server which was restored from a backup: whatever that lacks and the device can prove by
 * receipts of ours holds again (decision 0045-taken-back-by-receipts).
 */

export interface TakenBack {
  /** The attempt, begun again where the backup was made before its start. */
  found: JoinedAttempt
  /** The lease that the device names holds the log: its chain goes on as it is. */
  goesOn: boolean
}

/**
 * Takes an attempt back to where a device and our own receipts say it was: its start, the lease, and since when the
 * server held what comes again. If a change between is missing, which another device has, the lease counts as given up, and
 * the device goes on under a new one.
 * @param request without a proof that holds nothing is changed
 */
export async function takeBack(
  ctx: ApplyContext,
  tx: Queries,
  found: JoinedAttempt,
  request: LeaseRequest,
  now: number,
): Promise<TakenBack> {
  const { proof } = request
  if (!proof || !isProven(ctx, found.attempt.ref, proof)) return { found, goesOn: false }
  const begun = await begin(ctx, tx, found, proof)
  const head = await findHead(tx, begun.attempt.id)
  if (!head || head.started_at === null) return { found: begun, goesOn: false }
  const goesOn = await holdsAgain(tx, head, request, proof, now)
  if (goesOn) await commit(ctx, tx, head, proof, now)
  return { found: begun, goesOn }
}

/**
 * Notes what a device shows for more than this server holds, before it is known what becomes of it: the part before its lease,
 * which another device may have, and its own.
 */
export async function noteProof(
  ctx: ApplyContext,
  tx: Queries,
  { attempt }: JoinedAttempt,
  proof: LeaseProof,
  now: number,
): Promise<void> {
  if (!isProven(ctx, attempt.ref, proof) || proof.newest.head_seq <= attempt.head_seq) return
  for (const file of [proof.granted, proof.newest]) if (file.head_seq > 0) await noteShown(tx, file, now)
}

/** Whether the receipts are ours and of this lease, and the device has not gone on from this state of the server. */
function isProven({ keys, serverEpoch }: ApplyContext, ref: string, proof: LeaseProof): boolean {
  const { server_epoch_seen, granted_head_seq, granted_head_hash, granted, newest, finish } = proof
  const isFirst = granted.head_seq === granted_head_seq && granted.head_hash === granted_head_hash
  if (server_epoch_seen >= serverEpoch || !isFirst || newest.head_seq < granted_head_seq) return false
  return [granted, newest, ...(finish ? [finish] : [])].every(
    (file) =>
      file.attempt_id === ref &&
      file.lease_id === newest.lease_id &&
      keys.readReceipt(file, file.receipt) !== null,
  )
}

/** Begins the test when it had begun, where that is proven. */
async function begin(
  { keys }: ApplyContext,
  tx: Queries,
  found: JoinedAttempt,
  proof: LeaseProof,
): Promise<JoinedAttempt> {
  const { attempt } = found
  const at = startIn(keys, attempt.ref, proof)
  if (attempt.started_at !== null || at === null) return found
  if (attempt.profile_completed_at === null && proof.details) await setProfile(tx, attempt, proof.details, at)
  return beginAttempt(tx, found, at)
}

/** In milliseconds; null where nothing proves it. */
function startIn(keys: Keys, ref: string, { started_at, start_proof, granted }: LeaseProof): number | null {
  // A test of an older version: the first lease of a log is as old as its start.
  if (start_proof === undefined) return granted.head_seq === 0 ? Date.parse(granted.time) : null
  const at = Date.parse(started_at)
  return keys.checkSignature(start_proof, 'start', ref, at) ? at : null
}

/** @returns whether the lease that the device names has the log, now or again */
async function holdsAgain(
  tx: Queries,
  head: HeadRow,
  { device_id, device_name, take_over }: LeaseRequest,
  { nonce, granted, granted_head_seq, granted_head_hash }: LeaseProof,
  now: number,
): Promise<boolean> {
  const { lease_id } = granted
  const known = await findLease(tx, head.id, lease_id)
  if (known) return known.frozen_at === null && head.lease_id === lease_id
  const newest = await findNewestLease(tx, head.id)
  const grantedAt = Date.parse(granted.time)
  // Granted behind this one, before the server was lost or since: that device has the test.
  if (newest && newest.granted_at > grantedAt) return false
  const goesOn = head.head_seq === granted_head_seq && head.head_hash === granted_head_hash
  if (newest && newest.frozen_at === null && head.lease_id === newest.lease_id) {
    const heard = contactBefore(head, now)
    const frozen_at = goesOn ? grantedAt : now
    await freezeLease(tx, newest.lease_id, {
      frozen_at,
      heard_at: heard === null ? null : Math.min(heard, frozen_at),
      given_up: newest.device_id === device_id,
    })
  }
  const lease = {
    lease_id,
    attempt_id: head.id,
    // Those in between are lost: what comes behind a lease is the one of the next number.
    epoch: (newest?.epoch ?? 0) + 1,
    device_id,
    device_name,
    nonce,
    granted_at: grantedAt,
  }
  await insertLease(
    tx,
    goesOn
      ? { ...lease, granted_head_seq, granted_head_hash }
      : // The change it was granted on is not here.
        {
          ...lease,
          granted_head_seq: head.head_seq,
          granted_head_hash: head.head_hash,
          frozen_at: now,
          // By a takeover it does not write them again: they count from beside the log.
          given_up: !take_over,
        },
  )
  await updateAttempt(tx, head.id, {
    lease_id: goesOn ? lease_id : null,
    lease_epoch: lease.epoch,
    announced: null,
  })
  return goesOn
}

/**
 * All up to the newest receipt was held at its time, whenever it comes again, and the device was heard until then. Receipts
 * of the end are kept as they were: their codes are written down somewhere.
 */
async function commit(
  { keys }: ApplyContext,
  tx: Queries,
  head: HeadRow,
  { newest, finish }: LeaseProof,
  now: number,
): Promise<void> {
  const { head_seq: upTo, head_hash: hash, time } = newest
  const at = Date.parse(time)
  const heard = contactBefore(head, now)
  const contact = heard !== null && heard <= at ? heard : null
  await noteHeard(tx, head.id, at)
  for (const file of [finish, newest])
    if (file && keys.readReceipt(file, file.receipt) === 'anybody') await keepSigned(tx, head, file)
  const after = await findHead(tx, head.id)
  if (!after || upTo <= after.head_seq) return
  const announced = commitHeld(readCommitments(after.announced), { upTo, hash, at, contactBefore: contact })
  await setAnnounced(tx, head.id, writeCommitments(announced, after.head_seq))
}
