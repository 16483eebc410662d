import { DeviceRunner } from './deviceRunner.ts'
import { type AskedRun, runProblem } from './runProblem.ts'

/** One for the page: its engine stays warm from one Run to the next. */
const runner = new DeviceRunner()

/**
 * Does one Run on this device.
 * @throws DeviceError
 */
export const runOnDevice = (asked: AskedRun, signal?: AbortSignal) => runProblem(runner, asked, signal)
