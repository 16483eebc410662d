import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import { isFromProxy } from './address.ts'

/** As proxies make them: a UUID, hexadecimal digits, or a trace's name. */
const WELL_FORMED = /^[\w.:=+/;-]{8,128}$/

/**
 * Gives each request an id, which its answer carries as X-Request-Id and every line of the log about it. A proxy that the
 * operator named may bring its own, so that both logs speak of the same request.
 */
export class RequestIds {
  readonly #config: Config
  readonly #boot: string
  #count = 0

  /** @param boot tells the requests of this start from those of another */
  constructor(config: Config, boot: string) {
    this.#config = config
    this.#boot = boot
  }

  /** @param incoming null where there is no connection, as in a test */
  of(incoming: IncomingMessage | undefined): string {
    const given = incoming?.headers['x-request-id']
    if (
      incoming &&
      typeof given === 'string' &&
      WELL_FORMED.test(given) &&
      isFromProxy(this.#config, incoming)
    )
      return given
    return `${this.#boot}-${(++this.#count).toString(36)}`
  }
}
