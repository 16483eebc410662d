import type { JoinedAttempt } from '#db/queries/attempts.ts'

/**
 * Who calls. Services take one of these, and only the checks in this folder make them: nothing that looks like one is one.
 */

declare const checked: unique symbol

export interface CandidateActor {
  readonly [checked]: true
  kind: 'candidate'
  found: JoinedAttempt
  /** The invitation in the link, or the token the details form answered. */
  by: 'invitation' | 'attempt'
}

/** A request's Idempotency-Key and content, and a mark of this request alone. */
export interface Once {
  keyHash: string
  requestHash: string
  claim: string
}

export interface StaffActor {
  readonly [checked]: true
  kind: 'staff'
  sessionId: number
  userId: number
  role: 'Admin' | 'SuperAdmin'
  /** Came with a Param key in the place of a session; then `sessionId` is 0. */
  byParamKey?: true
  /** 0 where the role belongs to none: no row carries it. */
  organizationId: number
  /** Set if the request came with an Idempotency-Key: its changes are made once. */
  once?: Once
}

export type Actor = CandidateActor | StaffActor | { kind: 'anybody' }
