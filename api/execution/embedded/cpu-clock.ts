import { readFileSync } from 'node:fs'

/**
 * Processor time in milliseconds that the main thread of a process has used, or null where the system does not
 * tell (it is a Linux file). The thread is meant, not the process: compiling in the background is no one's fault.
 */
export function mainThreadCpuMs(pid: number): number | null {
  try {
    const nanoseconds = Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'latin1'), 10)
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}

/** Whether this system tells the processor time of another process while that is running. */
export function canWatchCpu(): boolean {
  return mainThreadCpuMs(process.pid) !== null
}
