import { TAIL_MAX_OPS } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'

/**
 * Every sync commits to the device's whole tail, by its end and that end's hash, which covers all before it. When an
 * op arrives long after it was made, what counts is when a sync first announced it, and whether the server had heard
 * from the device in between.
 */
export interface TailCommitment {
  upTo: number
  /** The hash of the op at `upTo`: any op that comes there later must be that one. */
  hash: string
  at: number
  /** The last contact before the announcing sync. */
  contactBefore: number | null
  /** A receipt of ours says that all of it was held at that time: the server came back from a backup that lacks it. */
  isHeld?: true
}

/**
 * The attempt row's JSON form: [seq, announced at, contact before that (-1: none), hash, 1 where it was held] each, the
 * lowest seq first.
 */
type Stored = [number, number, number, string, 1?][]

export const readCommitments = (json: string | null): TailCommitment[] =>
  json === null
    ? []
    : (JSON.parse(json) as Stored).map(([upTo, at, before, hash, held]) => ({
        upTo,
        hash,
        at,
        contactBefore: before < 0 ? null : before,
        ...(held && { isHeld: true as const }),
      }))

/** Keeps what is above the head; null where nothing is. */
export function writeCommitments(list: readonly TailCommitment[], headSeq: number): string | null {
  const kept = list.filter((a) => a.upTo > headSeq)
  if (kept.length === 0) return null
  return JSON.stringify(
    kept.map((a) => [a.upTo, a.at, a.contactBefore ?? -1, a.hash, ...(a.isHeld ? [1] : [])]),
  )
}

/** Adds a head that a receipt of ours proves to have been held. */
export const commitHeld = (
  list: readonly TailCommitment[],
  held: { upTo: number; hash: string; at: number; contactBefore: number | null },
): TailCommitment[] =>
  [...list.filter(({ upTo }) => upTo !== held.upTo), { ...held, isHeld: true as const }].toSorted(
    (a, b) => a.upTo - b.upTo,
  )

/** A device that sends what it announces never comes near it. */
const ANNOUNCED_MAX = 100

/**
 * Adds this sync's tail where it reaches further than any before. A tail longer than anybody can write is no promise
 * and binds nothing: its ops count as announced when they come.
 */
export function commitTail(
  list: TailCommitment[],
  headSeq: number,
  tail: { tail_seq: number; tail_hash: string },
  at: number,
  contactBefore: number | null,
): TailCommitment[] {
  const reached = list.at(-1)?.upTo ?? headSeq
  const { tail_seq: upTo, tail_hash: hash } = tail
  if (upTo <= reached || upTo > headSeq + TAIL_MAX_OPS || hash === '') return list
  if (list.length >= ANNOUNCED_MAX) return list
  return [...list, { upTo, hash, at, contactBefore }]
}

/**
 * When the op was received, and when it was first announced: by an earlier tail, or by the sync that brings it. An op
 * that was held by the word of a receipt of ours was received by then, whenever it comes again.
 */
export function commitmentFor(
  list: readonly TailCommitment[],
  seq: number,
  receivedAt: number,
  lastContact: number | null,
): Pick<TailCommitment, 'at' | 'contactBefore'> & { receivedAt: number } {
  const reaching = list.filter((a) => a.upTo >= seq)
  const held = reaching.find((a) => a.isHeld)
  return {
    ...(reaching[0] ?? { at: receivedAt, contactBefore: lastContact }),
    receivedAt: Math.min(receivedAt, held?.at ?? receivedAt),
  }
}

/** Whether the op is the one that was announced at its place, if one was. */
export const matchesCommitment = (list: readonly TailCommitment[], op: Pick<Op, 'seq' | 'hash'>): boolean =>
  list.every((a) => a.upTo !== op.seq || a.hash === op.hash)
