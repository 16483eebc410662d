import type { RuntimeHost } from '../port.ts'
import { Errno } from './abi.ts'
import type { Guest } from './guest.ts'

const CLOCK_REALTIME = 0
const CLOCK_MONOTONIC = 1
/** The unit that times() counts in, as CPython takes it. */
const TICKS_PER_SECOND = 100
const EVENT_CLOCK = 0
const SUBSCRIPTION_BYTES = 48
const EVENT_BYTES = 32

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1e6))
const ticks = (milliseconds: number): bigint => BigInt(Math.floor((milliseconds * TICKS_PER_SECOND) / 1000))

/** Clock, sleep and entropy. Sleeping really sleeps, so that it costs wall time and no processor time. */
export function clockCalls(guest: Guest, host: RuntimeHost): Record<string, unknown> {
  const processTimes = timesOf(host)
  const now = (clock: number): bigint => {
    if (clock === CLOCK_REALTIME) return nanoseconds(Date.now())
    if (clock === CLOCK_MONOTONIC) return nanoseconds(performance.now())
    return nanoseconds(host.cpuNowMs())
  }

  /** Nanoseconds until a clock subscription is due. */
  const delay = (at: number): bigint => {
    const view = guest.view()
    const timeout = view.getBigUint64(at + 24, true)
    const absolute = (view.getUint16(at + 40, true) & 1) !== 0
    return absolute ? timeout - now(view.getUint32(at + 16, true)) : timeout
  }

  return {
    clock_res_get(_clock: number, out: number): number {
      guest.setU64(out, 1000n)
      return Errno.success
    },
    clock_time_get(clock: number, precision: bigint, out: number): number {
      const isForTimes = clock === CLOCK_MONOTONIC && precision === 0n
      guest.setU64(out, isForTimes ? processTimes() : now(clock))
      return Errno.success
    },
    poll_oneoff(subscriptions: number, events: number, count: number, out: number): number {
      if (count === 0) return Errno.inval
      const all = Array.from({ length: count }, (_, index) => subscriptions + index * SUBSCRIPTION_BYTES)
      const kind = (at: number) => guest.view().getUint8(at + 8)
      // Streams and files here never block: where one of them is asked about, it is ready at once.
      let due = all.filter((at) => kind(at) !== EVENT_CLOCK)
      if (due.length === 0) {
        const first = all.reduce((best, at) => (delay(at) < delay(best) ? at : best))
        host.sleep(Math.max(0, Number(delay(first)) / 1e6))
        due = [first]
      }
      due.forEach((at, index) => {
        const event = events + index * EVENT_BYTES
        guest.bytes(event, EVENT_BYTES).fill(0)
        guest.bytes(event, 8).set(guest.bytes(at, 8))
        guest.view().setUint8(event + 10, kind(at))
        if (kind(at) !== EVENT_CLOCK) guest.setU64(event + 16, 1n)
      })
      guest.setU32(out, due.length)
      return Errno.success
    },
    sched_yield: () => Errno.success,
    random_get(at: number, length: number): number {
      for (let offset = 0; offset < length; offset += 65536) {
        const chunk = new Uint8Array(Math.min(65536, length - offset))
        guest.bytes(at + offset, chunk.length).set(crypto.getRandomValues(chunk))
      }
      return Errno.success
    },
  }
}

/**
 * The answers that the C library's times() gets. For want of a clock of processes it looks at the monotonic one, with a
 * precision that nothing else asks for: once when the program starts, and from then on twice each time, for the
 * processor time and for the time that has passed. Both go on to CPython as they are, which takes them for hundredths
 * of a second.
 */
function timesOf(host: RuntimeHost): () => bigint {
  const cpuAtStart = host.cpuNowMs()
  let looks = 0
  return () => {
    const look = looks++
    if (look === 0) return 0n
    return ticks(look % 2 === 1 ? host.cpuNowMs() - cpuAtStart : performance.now())
  }
}
