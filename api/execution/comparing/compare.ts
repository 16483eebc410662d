import type { Worker } from 'node:worker_threads'
import { type Expectation, outcomeOfTest } from '#runtimes/compare.ts'
import { startThread } from '../../kit/thread.ts'
import type { Compared, ToCompare } from './messages.ts'

/** Up to so many characters together are compared at once: sending them would take as long. */
export const COMPARED_HERE = 8_192
const MAX_MEMORY_MB = 256

interface Waiter {
  resolve(outcome: string): void
  reject(error: Error): void
}

/** The thread that compares, from the first long output on; it keeps nobody from ending. */
let thread: Worker | null = null
const waiting = new Map<number, Waiter>()
let asked = 0

function started(): Worker {
  if (thread) return thread
  const own = startThread('compare-worker.mjs', new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  own.on('message', ({ id, outcome }: Compared) => settle(own, id, (waiter) => waiter.resolve(outcome)))
  own.on('error', (error) => lost(own, error))
  own.on('exit', () => lost(own, new Error('the thread that compares ended')))
  own.unref()
  thread = own
  return own
}

function settle(own: Worker, id: number, tell: (waiter: Waiter) => void): void {
  const waiter = waiting.get(id)
  waiting.delete(id)
  if (waiting.size === 0) own.unref()
  if (waiter) tell(waiter)
}

/** Tells the callers that wait, so that they try again: the next output gets a new thread. */
function lost(own: Worker, error: Error): void {
  if (thread !== own) return
  thread = null
  for (const id of [...waiting.keys()]) settle(own, id, (waiter) => waiter.reject(error))
}

/**
 * How one test ended, as `outcomeOfTest` says; long outputs are compared by a thread, so that nobody else of the server waits
 * for them. Rejects where the thread failed.
 */
export async function outcomeAside(
  { output, checker, tolerance, judging }: Expectation,
  outcome: string,
  stdout: string,
): Promise<string> {
  const { ignore_case, tolerance_of } = judging ?? {}
  const expected: Expectation = {
    output,
    ...(checker && { checker }),
    ...(tolerance && { tolerance }),
    judging: { ...(ignore_case && { ignore_case }), ...(tolerance_of && { tolerance_of }) },
  }
  if (outcome !== 'ok' || output.length + stdout.length <= COMPARED_HERE)
    return outcomeOfTest(expected, outcome, stdout)
  const id = asked++
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    const own = started()
    own.ref()
    const message: ToCompare = { id, expected, stdout }
    own.postMessage(message)
  })
}
