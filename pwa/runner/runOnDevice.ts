import { DeviceRunner } from './deviceRunner.ts'
import { type AskedRun, runProblem } from './runProblem.ts'

/** One for the page: its engine stays warm from one Run to the next. */
const runner = new DeviceRunner()

/**
 * Does one Run on this device. Aborted, it ends its engine, and nothing more is run; its promise may stay open.
 * @throws DeviceFault
 */
export function runOnDevice(asked: AskedRun, signal?: AbortSignal) {
  signal?.addEventListener('abort', () => runner.stop(), { once: true })
  return runProblem(runner, asked, signal)
}
