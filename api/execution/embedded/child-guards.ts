import { Worker } from 'node:worker_threads'

/** The user and group "nobody" on practically every Unix. */
const NOBODY = 65534

/** Gives up root for good, where the process has it. Returns a few words for the server's log. */
export function dropRights(): string {
  if (process.getuid?.() !== 0) return 'runs as the user of the server'
  try {
    process.setgroups?.([])
    process.setgid?.(NOBODY)
    process.setuid?.(NOBODY)
    return process.getuid() === 0 ? 'still runs as root' : 'gave up root'
  } catch (error) {
    return `still runs as root: ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * The watchdog's own thread. A program that never returns blocks the main thread, which then does not notice that
 * the server is gone; this thread does, and ends the process.
 */
const WATCHDOG_SOURCE = `
const { workerData } = require('node:worker_threads')
const deadline = new Float64Array(workerData.shared, 8)
const parent = process.ppid
const watch = () => {
  const late = deadline[0] > 0 && Date.now() > deadline[0]
  if (late || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  setTimeout(watch, 1000)
}
watch()
`

export interface Watchdog {
  arm(milliseconds: number): void
  disarm(): void
}

/** Starts the watchdog: an armed run that is not disarmed in time ends this process, and so does a lost parent. */
export function startWatchdog(): Watchdog {
  const shared = new SharedArrayBuffer(16)
  const deadline = new Float64Array(shared, 8)
  const worker = new Worker(WATCHDOG_SOURCE, {
    eval: true,
    env: {},
    workerData: { shared },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  worker.unref()
  return {
    arm(milliseconds) {
      deadline[0] = Date.now() + milliseconds
    },
    disarm() {
      deadline[0] = 0
    },
  }
}
