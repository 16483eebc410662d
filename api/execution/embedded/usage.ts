import { readFileSync } from 'node:fs'

/** The system's figures for a process so far; each is read from a Linux file. */

/** Times of a process's main thread in milliseconds. Compiling in the background is no program's fault. */
export interface ThreadTimes {
  cpuMs: number
  /** For how long it could have gone on and had no core. */
  queuedMs: number
}

/** Null where the system does not tell. */
export function mainThreadTimes(pid: number): ThreadTimes | null {
  try {
    const [cpu = Number.NaN, queued = Number.NaN] = readFileSync(`/proc/${pid}/schedstat`, 'latin1')
      .split(' ')
      .map((nanoseconds) => Number.parseInt(nanoseconds, 10) / 1e6)
    return Number.isFinite(cpu + queued) ? { cpuMs: cpu, queuedMs: queued } : null
  } catch {
    return null
  }
}

/** Memory that a process has in use, in bytes; null where the system does not tell. */
export function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

/** Whether this system tells all that of another process while that is running. */
export function canWatch(): boolean {
  return mainThreadTimes(process.pid) !== null && residentBytes(process.pid) !== null
}
