import type { SyncAnswer, SyncRequest } from '#contract/sync.ts'
import { CallError, call } from '../../http/call.ts'

/** What one sync came to, as the core wants it. */
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
  } catch (fault) {
    if (!(fault instanceof CallError)) return { type: 'failed', why: 'network' }
    if (fault.kind === 'captive') return { type: 'foreign', isTooLarge: fault.status === 413 }
    if (fault.kind !== 'refused') return { type: 'failed', why: fault.kind }
    return {
      type: 'refused',
      status: fault.status,
      code: fault.code,
      details: fault.details,
      retryAfterMs: fault.retryAfterMs,
    }
  }
}
