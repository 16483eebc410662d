import { urlOf } from '#contract/paths.ts'
import type { LeaseRequest, SyncRequest } from '#contract/sync.ts'
import type { Rng } from './rng.ts'
import type { Reply, SimServer } from './server.ts'

/** The line between a page's fetch and the real apply: it drops, doubles, delays, falls silent and lies. */

type Trouble = 'none' | 'lost' | 'unanswered' | 'doubled' | 'html' | 'busy' | 'slow' | 'silent' | 'fork'
const troubles: Trouble[] = ['lost', 'unanswered', 'doubled', 'html', 'busy', 'slow', 'silent', 'fork']

export class Network {
  readonly #server: SimServer
  readonly #rng: Rng
  /** How likely trouble is, from 0 to 1. */
  harsh: number
  /** How often it said that the log forked. */
  forks = 0
  /** Requests the server works at. */
  #working = 0
  /** Requests of which a copy is still on its way somewhere. */
  readonly #copies: SyncRequest[] = []

  constructor(server: SimServer, rng: Rng, harsh: number) {
    this.#server = server
    this.#rng = rng
    this.harsh = harsh
  }

  get isWorking(): boolean {
    return this.#working > 0
  }

  /** Stands where the browser's fetch does. */
  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const trouble = this.#rng.chance(this.harsh) ? this.#pick() : 'none'
    const carry = () => this.#carry(url, String(init.body))
    switch (trouble) {
      case 'none':
        return carry()
      case 'lost':
        throw new TypeError('the line broke')
      case 'unanswered':
        await carry()
        throw new TypeError('the line broke')
      case 'doubled': {
        const first = await carry()
        const second = await carry()
        return this.#rng.chance(0.5) ? first : second
      }
      case 'html':
        return new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } })
      case 'busy':
        return refusal({ kind: 'refused', status: 503, code: 'unavailable', details: {} })
      case 'slow': {
        await later(this.#rng.below(9_000))
        const answer = await carry()
        await later(this.#rng.below(9_000))
        return answer
      }
      case 'silent':
        if (this.#rng.chance(0.5)) await carry()
        return silence(init.signal)
      case 'fork':
        // A server that came back from a backup, or heard another writer, says this; it may have taken the batch.
        this.forks++
        if (this.#rng.chance(0.5)) await carry()
        return refusal({ kind: 'refused', status: 409, code: 'fork', details: {} })
    }
  }

  /** A copy of an older request arrives at last. */
  async deliverCopy(): Promise<void> {
    const [request] = this.#copies.splice(this.#rng.below(this.#copies.length || 1), 1)
    if (request) await this.#server.sync(request, Date.now())
  }

  #pick(): Trouble {
    return troubles[this.#rng.below(troubles.length)] ?? 'lost'
  }

  async #carry(url: string, body: string): Promise<Response> {
    this.#working++
    try {
      if (url !== urlOf('postSyncLease')) {
        const request = JSON.parse(body) as SyncRequest
        if (this.#rng.chance(0.2)) this.#copies.push(request)
        const reply = await this.#server.sync(request, Date.now())
        return reply.kind === 'answer' ? Response.json({ data: reply.answer }) : refusal(reply)
      }
      const { device_id, take_over, replaces } = JSON.parse(body) as LeaseRequest
      const lease = await this.#server.lease(device_id, take_over === true, Date.now(), replaces)
      return lease === 'held'
        ? refusal({ kind: 'refused', status: 409, code: 'lease_held', details: {} })
        : Response.json({ data: { lease, answers: {} } })
    } finally {
      this.#working--
    }
  }
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** No answer ever; only the one who asked can end it. */
const silence = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })

const refusal = ({ status, code, details }: Extract<Reply, { kind: 'refused' }>): Response =>
  Response.json({ message: code, code, details, request_id: 'r' }, { status })
