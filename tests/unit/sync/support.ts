import type { SyncAnswer } from '#contract/sync.ts'
import { step } from '#machines/sync/core.ts'
import { initialState, type SyncEffect, type SyncEvent, type SyncState } from '#machines/sync/state.ts'

/** A sender in the middle of its work, and what it can see. */

export const NOW = 1_000_000
let count = 0
export const random = { number: () => 0.5, text: () => `nonce-${++count}` }
export const head = (seq: number) => ({ seq, hash: seq === 0 ? '' : `hash-${seq}` })

export function sending(ops: number, change: Partial<SyncState> = {}): SyncState {
  const state = initialState({ tail: head(ops), acked: head(0), waitingSince: NOW }, NOW)
  const { state: after, effects } = step({ ...state, ...change }, { type: 'tick', now: NOW }, random)
  const send = effects.find((e) => e.type === 'send')
  if (!send || !after.inFlight) throw new Error('nothing was sent')
  return { ...after, inFlight: { ...after.inFlight, toSeq: ops } }
}

export function answer(seq: number, more: Partial<SyncAnswer> = {}): SyncAnswer {
  return {
    nonce: 'n',
    server_epoch: 1,
    head_seq: seq,
    head_hash: head(seq).hash,
    results: [],
    server_time: '',
    anchor: '',
    deadline_at: '',
    state: 'running',
    end_reason: null,
    paused_at: null,
    newest_notice: 0,
    mcqs_submitted: false,
    missing_blobs: [],
    receipt: '',
    ...more,
  }
}

export const nonceOf = (state: SyncState): string => state.inFlight?.nonce ?? ''
export const play = (state: SyncState, event: SyncEvent) => step(state, event, random)
export const types = (effects: SyncEffect[]) => effects.map((e) => e.type)
export const refusal = (
  state: SyncState,
  status: number,
  code: string | null,
  details: Record<string, unknown> = {},
  retryAfterMs: number | null = null,
): SyncEvent => ({
  type: 'refused',
  now: NOW + 100,
  nonce: nonceOf(state),
  status,
  code,
  details,
  retryAfterMs,
})
