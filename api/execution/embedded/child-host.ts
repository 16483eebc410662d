import { openSync, readSync } from 'node:fs'
import type { RuntimeHost } from '#runtimes/port.ts'

/** Stack for a program's recursion; the process is started with a native stack that has room for it. */
const STACK_BYTES = 2_240 * 1024

/**
 * Processor time of the main thread in milliseconds. Linux tells it per thread, so that V8's compiling threads are
 * not charged to the program; elsewhere it is that of the whole process.
 */
function cpuClock(): () => number {
  const ofProcess = () => {
    const usage = process.cpuUsage()
    return (usage.user + usage.system) / 1000
  }
  try {
    const file = openSync('/proc/self/schedstat', 'r')
    const buffer = Buffer.alloc(64)
    const ofThread = () =>
      Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6
    return Number.isFinite(ofThread()) ? ofThread : ofProcess
  } catch {
    return ofProcess
  }
}

/** The parts of a Node process that the engines need. Sleeping blocks the thread, as it should: the program waits. */
export function createRuntimeHost(): RuntimeHost {
  const bell = new Int32Array(new SharedArrayBuffer(4))
  return {
    cpuNowMs: cpuClock(),
    sleep: (milliseconds) => void Atomics.wait(bell, 0, 0, Math.min(milliseconds, 2 ** 31)),
    stackBytes: STACK_BYTES,
  }
}
