import type { Worker } from 'node:worker_threads'
import { startThread } from '../../kit/thread.ts'

/** The thread that reads files. It is kept for a while: whoever mends a file sends it again soon. */

const MAX_MEMORY_MB = 512
const KEPT_MS = 20_000

const startImport = (): Worker =>
  startThread('import-worker.mjs', new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })

/** By name: a thread's own ones must stay, or it hears nothing any more. */
function forgetListeners(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

let kept: { thread: Worker; timer: NodeJS.Timeout } | null = null

/** A thread for one file. */
export function takeThread(): Worker {
  if (kept === null) return startImport()
  const { thread, timer } = kept
  kept = null
  clearTimeout(timer)
  forgetListeners(thread)
  thread.ref()
  return thread
}

/** Keeps a thread that read its file to the end; nothing waits for it. */
export function keepThread(thread: Worker): void {
  forgetListeners(thread)
  if (kept !== null) {
    void thread.terminate()
    return
  }
  const timer = setTimeout(() => void thread.terminate(), KEPT_MS)
  timer.unref()
  thread.unref()
  kept = { thread, timer }
  const forget = (): void => {
    if (kept?.thread === thread) kept = null
  }
  thread.once('error', forget)
  thread.once('exit', forget)
}
