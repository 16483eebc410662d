import { formatLength } from '#machines/attempt/connectivity.ts'
import type { ServerClock } from '../../serverClock.ts'
import { type Finding, ready, slower } from './check.ts'

const WORKER_WAIT_MS = 8_000
const TEST_WIDTH = 1280

export const valueAfter = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms))

/** Whether this page starts again without a network. */
export async function checkOffline(): Promise<Finding> {
  const workers = navigator.serviceWorker
  const found =
    workers !== undefined &&
    (workers.controller !== null ||
      (await Promise.race([workers.ready.then(() => true), valueAfter(WORKER_WAIT_MS, false)])))
  return found
    ? ready('This page starts again without a network.')
    : slower('Not here', 'Once open it works without a network. To start again it needs one.')
}

export function checkClock(clock: ServerClock): Finding {
  const ms = Math.abs(clock.offsetMs)
  const side = clock.offsetMs < 0 ? 'behind' : 'ahead of'
  if (ms < 1_000) return ready('In step with the server.')
  const length = ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : formatLength(ms)
  return ready(`${length} ${side} the server. The server’s time counts.`)
}

/** @param fills whether the test will fill the screen; else it has this window */
export function screenFinding(fills: boolean): Finding {
  if ((fills ? screen.width : innerWidth) >= TEST_WIDTH) return ready(`${screen.width} × ${screen.height}`)
  return fills
    ? slower(
        'Small',
        `Your screen is ${screen.width} wide; the test is made for ${TEST_WIDTH}. Open this link on a computer where you can.`,
      )
    : slower(
        'Small window',
        `This window is ${innerWidth} wide; the test is made for ${TEST_WIDTH}. Make it wider.`,
      )
}
