import type { LeaseProof, LeaseRequest } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import { type JoinedAttempt, setProfile, updateAttempt } from '#db/queries/attempts.ts'
import { findLease, findNewestLease, freezeLease, insertLease } from '#db/queries/leases.ts'
import { findHead, type HeadRow, setAnnounced } from '#db/queries/log.ts'
import type { ApplyContext } from './apply.ts'
import { contactBefore } from './contact.ts'
import { noteShown } from './receipts.ts'
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
  const begun = await begin(tx, found, proof)
  const head = await findHead(tx, begun.attempt.id)
  if (!head) return { found: begun, goesOn: false }
  if (proof.newest.head_seq > head.head_seq) await noteShown(tx, proof.newest, now)
  const goesOn = await holdsAgain(tx, head, request, proof, now)
  if (goesOn) await commit(tx, head.id, proof.newest, now)
  return { found: begun, goesOn }
}

/** Both receipts are ours, of this lease and of an earlier state of this server that the device has not gone on from. */
function isProven(
  { keys, serverEpoch }: ApplyContext,
  ref: string,
  { server_epoch_seen, granted_head_seq, granted, newest }: LeaseProof,
): boolean {
  if (server_epoch_seen >= serverEpoch || newest.head_seq < granted_head_seq) return false
  return [granted, newest].every(
    ({ receipt, holdfast_receipt: _, ...facts }) =>
      facts.attempt_id === ref &&
      facts.lease_id === newest.lease_id &&
      facts.server_epoch < serverEpoch &&
      keys.readReceipt(facts, receipt) !== null,
  )
}

/** Begins the test when it had begun: by the device's word, but no later than the first receipt says. */
async function begin(tx: Queries, found: JoinedAttempt, proof: LeaseProof): Promise<JoinedAttempt> {
  const { attempt } = found
  if (attempt.started_at !== null) return found
  const at = Math.min(Date.parse(proof.started_at), Date.parse(proof.granted.time))
  if (attempt.profile_completed_at === null && proof.details) await setProfile(tx, attempt, proof.details, at)
  return beginAttempt(tx, found, at)
}

/** @returns whether the lease that the device names has the log, now or again */
async function holdsAgain(
  tx: Queries,
  head: HeadRow,
  { device_id, device_name }: LeaseRequest,
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
          given_up: true,
        },
  )
  await updateAttempt(tx, head.id, {
    lease_id: goesOn ? lease_id : null,
    lease_epoch: lease.epoch,
    announced: null,
  })
  return goesOn
}

/** All up to the newest receipt was held at its time, whenever it comes again. */
async function commit(
  tx: Queries,
  attemptId: number,
  { head_seq: upTo, head_hash: hash, time }: LeaseProof['newest'],
  now: number,
): Promise<void> {
  const head = await findHead(tx, attemptId)
  if (!head || upTo <= head.head_seq) return
  const at = Date.parse(time)
  const heard = contactBefore(head, now)
  const contact = heard !== null && heard <= at ? heard : null
  const announced = commitHeld(readCommitments(head.announced), { upTo, hash, at, contactBefore: contact })
  await setAnnounced(tx, attemptId, writeCommitments(announced, head.head_seq))
}
