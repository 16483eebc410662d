import { BATCH_MAX_OPS } from '#contract/constants.ts'
import type { SyncAnswer } from '#contract/sync.ts'

/** The sender's state: what stands on the device, what the server has acknowledged, what is on its way. */

/**
 * open: sends · captive: something else answers in the server's place · unauthorized: the link must be opened again ·
 * lease_lost: another device writes; the tail still goes to quarantine · forked: a new lease is being taken ·
 * closed: the upload window is over
 */
export type SyncMode = 'open' | 'captive' | 'unauthorized' | 'lease_lost' | 'forked' | 'closed'

export interface InFlight {
  nonce: string
  fromSeq: number
  /** Last op of the batch; below fromSeq for a heartbeat. Set once the driver has cut the batch by size. */
  toSeq: number
  sentAt: number
  timeoutMs: number
}

export interface SyncState {
  mode: SyncMode
  /** The device's clock at the newest event; every time below is read against it. */
  clock: number
  tail: { seq: number; hash: string }
  acked: { seq: number; hash: string }
  inFlight: InFlight | null
  /** Consecutive failures. */
  failures: number
  /** Nothing is sent before. */
  notBefore: number
  /** The next send that is wanted by itself; null: only the heartbeat. While forked, the next time a lease is asked for. */
  wantedAt: number | null
  batchLimit: number
  /** When the oldest op without an ack was appended. */
  waitingSince: number | null
  lastContactAt: number | null
  /** Since when the server is out of reach; null while it is in reach. */
  offlineSince: number | null
  quarantinedSeq: number
  /** How often the device was told to rewind without any progress since. */
  rewinds: number
  /** The log forked, and its new lease is not there yet. */
  leaseWanted: boolean
}

export interface DeviceStorage {
  tail: { seq: number; hash: string }
  acked: { seq: number; hash: string }
  leaseLost?: boolean
  /** A new lease was asked for, and is not taken in. */
  isForked?: boolean
  quarantinedSeq?: number
  waitingSince: number | null
}

function modeOf({ leaseLost, isForked }: DeviceStorage): SyncMode {
  if (leaseLost) return 'lease_lost'
  return isForked ? 'forked' : 'open'
}

/** The state after a page load, from what the device holds. Whatever is not acked is sent again. */
export function initialState(stored: DeviceStorage, now: number): SyncState {
  return {
    mode: modeOf(stored),
    clock: now,
    tail: stored.tail,
    acked: stored.acked,
    inFlight: null,
    failures: 0,
    notBefore: 0,
    wantedAt: now,
    batchLimit: BATCH_MAX_OPS,
    waitingSince: stored.waitingSince,
    lastContactAt: null,
    offlineSince: null,
    quarantinedSeq: Math.max(stored.acked.seq, stored.quarantinedSeq ?? 0),
    rewinds: 0,
    leaseWanted: modeOf(stored) === 'forked',
  }
}

/**
 * held: another device has the test · unauthorized: the link must be opened again · closed: the upload window is over ·
 * busy: the server asks for patience · unreachable: nobody could be asked · unkept: the device's storage failed
 */
export type NoLease = 'held' | 'unauthorized' | 'closed' | 'busy' | 'unreachable' | 'unkept'

export type SyncEvent =
  | { type: 'appended'; now: number; seq: number; hash: string }
  | { type: 'tick'; now: number }
  /** online, visible, stream open, worker start, the person pressed 'Try now' */
  | { type: 'wake'; now: number }
  | { type: 'cut'; nonce: string; toSeq: number; bytes: number }
  /** `ownHash`: the device's hash at the answer's head_seq, or null where it holds no such op. */
  | { type: 'answered'; now: number; nonce: string; answer: SyncAnswer; ownHash: string | null }
  | {
      type: 'refused'
      now: number
      nonce: string
      status: number
      code: string | null
      details: Record<string, unknown>
      retryAfterMs: number | null
    }
  /** 200 that is not JSON, a redirect, HTML, a wrong nonce: somebody else answers; 413: that it is too large. */
  | { type: 'foreign'; now: number; nonce: string; isTooLarge: boolean }
  | { type: 'failed'; now: number; nonce: string; why: 'network' | 'timeout' }
  /** The device's storage failed: before the request went out, or when its answer was to be written down. */
  | { type: 'unkept'; now: number; nonce: string; isAnswered: boolean }
  /** No new lease. */
  | { type: 'unleased'; now: number; why: NoLease; retryAfterMs: number | null }
  | { type: 'leased'; now: number; tail: { seq: number; hash: string }; acked: { seq: number; hash: string } }

export type SyncEffect =
  /** Cut a batch from fromSeq, at most maxOps and the protocol's bytes, and send it; with maxOps 0 a heartbeat. */
  | { type: 'send'; nonce: string; fromSeq: number; maxOps: number; timeoutMs: number }
  | { type: 'abort'; nonce: string }
  /** Write down what the server holds, in one transaction, before anything is shown as saved. */
  | { type: 'acked'; answer: SyncAnswer }
  /** The server's head went back: these are unsent again. */
  | { type: 'rewound'; toSeq: number }
  /** The op goes without its body from now on. */
  | { type: 'strip_body'; seq: number }
  | { type: 'quarantined'; toSeq: number }
  /** Put the tail aside, take a new lease, append the newest value of each key. */
  | { type: 'take_lease' }
  | { type: 'stalled' }
