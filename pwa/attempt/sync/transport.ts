import type { SyncAnswer, SyncRequest } from '#contract/sync.ts'
import { CallError, call } from '../../http/call.ts'

/** The outcome of one sync, as the core wants it. */
export type SendOutcome =
  | { type: 'answered'; answer: SyncAnswer }
  | {
      type: 'refused'
      status: number
      code: string | null
      details: Record<string, unknown>
      retryAfterMs: number | null
    }
  | { type: 'foreign'; isTooLarge: boolean }
  | { type: 'failed'; why: 'network' | 'timeout' }

/** Sends one batch. Anything but our own server's answer to this very request is no ack. */
export async function sendBatch(
  token: string,
  request: SyncRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    const { data } = await call('postSync', { body: request, token, timeoutMs, signal })
    if (data?.nonce !== request.nonce || typeof data.head_seq !== 'number')
      return { type: 'foreign', isTooLarge: false }
    return { type: 'answered', answer: data }
  } catch (error) {
    if (!(error instanceof CallError)) return { type: 'failed', why: 'network' }
    if (error.kind === 'captive') return { type: 'foreign', isTooLarge: error.status === 413 }
    if (error.kind !== 'refused') return { type: 'failed', why: error.kind }
    return {
      type: 'refused',
      status: error.status,
      code: error.code,
      details: error.details,
      retryAfterMs: error.retryAfterMs,
    }
  }
}
