import type { Logger } from 'pino'
import { DomainError } from '../kit/errors.ts'
import { SHED_ORDER, type ShedClass } from './classes.ts'
import type { LagGauge } from './lag.ts'

/** Is told what there is to be measured of it. */
export interface PressureMeter {
  delayed(ms: number): void
  putOff(what: ShedClass): void
}

/** The loop is late when it keeps its timers waiting for longer than this. */
const LAG_LIMIT_MS = 200
const LOOK_EVERY_MS = 500

/**
 * Puts calls off while the event loop is late, so that it has time for candidates' work. One look at a late loop
 * changes nothing: a single long step is no pressure. From the second on each look puts off one class more, and each
 * look at a loop in time lets one in again.
 */
export class Pressure {
  readonly #measure: () => LagGauge
  #gauge: LagGauge | null = null
  readonly #log: Pick<Logger, 'warn'>
  readonly #meter: PressureMeter
  #timer: NodeJS.Timeout | null = null
  /** How many classes are put off, from the first; -1 where the last look found the loop in time. */
  #level = -1

  /** @param measure begins to measure; called with the first look */
  constructor(measure: () => LagGauge, log: Pick<Logger, 'warn'>, meter: PressureMeter) {
    this.#measure = measure
    this.#log = log
    this.#meter = meter
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#gauge?.close()
  }

  /** Reads the gauge once. */
  look(): void {
    const before = this.#shed
    this.#gauge ??= this.#measure()
    const lag = this.#gauge.read()
    this.#meter.delayed(lag)
    if (lag > LAG_LIMIT_MS) this.#level = Math.min(SHED_ORDER.length, this.#level + 1)
    else this.#level = Math.max(-1, this.#level - 1)
    const now = this.#shed
    if (now.length > before.length)
      this.#log.warn({ lag: Math.round(lag), off: now }, 'the event loop is late: calls are put off')
    else if (now.length === 0 && before.length > 0) this.#log.warn('the event loop is on time again')
  }

  /** @throws DomainError unavailable, with a time that differs from caller to caller */
  admit(what: ShedClass | null): void {
    if (what === null || !this.#shed.includes(what)) return
    this.#meter.putOff(what)
    throw new DomainError('unavailable', 'The server is very busy just now. Try again in a moment.', {
      retryAfterSeconds: 5 + Math.floor(Math.random() * 16),
    })
  }

  get #shed(): readonly ShedClass[] {
    return SHED_ORDER.slice(0, Math.max(0, this.#level))
  }
}
