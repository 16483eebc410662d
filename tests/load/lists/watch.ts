import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const SAMPLE_MS = 5
const MB = 1_048_576

export interface Seen {
  /** The longest the event loop stood still, and what all but one in a thousand of its turns stayed below. */
  stallMs: number
  stallP999Ms: number
  /** By how much the resident memory rose above where it was. */
  growthMb: number
}

/** In the server: how long its event loop stands still, and how its memory grows, between two questions of the bench. */
export class Watch {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #before = 0
  #peak = 0
  #sampling: NodeJS.Timeout | undefined

  begin(): object {
    this.#before = process.memoryUsage.rss()
    this.#peak = this.#before
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS)
    this.#delays.reset()
    this.#delays.enable()
    return {}
  }

  end(): Seen {
    this.#delays.disable()
    clearInterval(this.#sampling)
    this.#sample()
    const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
    return {
      stallMs: ms(this.#delays.max),
      stallP999Ms: ms(this.#delays.percentile(99.9)),
      growthMb: (this.#peak - this.#before) / MB,
    }
  }

  #sample(): void {
    this.#peak = Math.max(this.#peak, process.memoryUsage.rss())
  }
}
