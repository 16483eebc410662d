import type { CallName } from '#contract/paths.ts'
import type { LeaseGrant, SyncAnswer, SyncRequest } from '#contract/sync.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import {
  type Answer,
  type CallInput,
  call,
  type Invited,
  type Send,
  type TestApp,
  toAnswer,
} from '../../factories/index.ts'
import type { Reply } from '../simulator/server.ts'
import type { Browser } from './browser.ts'
import type { Disk } from './disk.ts'
import type { Witness } from './witness.ts'

/** All the calls of a hall to its server: nobody hears a server that is down, or what it said after its power went. */
export class Line {
  readonly #disk: Disk
  readonly #witness: Witness
  /** A server whose answers leave before its commits, to see that this is found. */
  readonly #isHasty: boolean
  /** null: the server is down. */
  app: TestApp | null = null
  /** The statuses of all answers that were heard. */
  readonly statuses = new Set<string>()

  constructor(disk: Disk, witness: Witness, isHasty: boolean) {
    this.#disk = disk
    this.#witness = witness
    this.#isHasty = isHasty
  }

  async start(browser: Browser, who: Invited): Promise<{ grant: LeaseGrant | null }> {
    const body = { device_id: browser.id, device_name: 'Laptop' }
    this.#note(browser)
    const answer = await this.call('postSyncStart', { token: who.token, body })
    return { grant: this.#granted(answer?.status === 200 ? dataOf<LeaseGrant>(answer) : null) }
  }

  async lease(
    browser: Browser,
    take_over: boolean,
    replaces?: string,
  ): Promise<{ grant: LeaseGrant | null }> {
    const body = { device_id: browser.id, device_name: 'Laptop', take_over, ...(replaces && { replaces }) }
    this.#note(browser)
    const answer = await this.call('postSyncLease', { token: browser.token, body })
    const grant = answer?.status === 200 ? dataOf<{ lease: LeaseGrant }>(answer).lease : null
    return { grant: this.#granted(grant) }
  }

  #granted(grant: LeaseGrant | null): LeaseGrant | null {
    if (grant) this.#witness.proven(grant.anchor)
    return grant
  }

  /** A call that the server may hear. */
  #note(browser: Browser): void {
    if (this.#isUp) this.#witness.asked(browser.ref)
  }

  get #isUp(): boolean {
    return this.app !== null && !this.#disk.isCut
  }

  /** null where no answer came. */
  async sync(browser: Browser, body: SyncRequest): Promise<Reply | null> {
    const isUp = this.#isUp
    const answer = await this.call('postSync', { token: browser.token, body })
    if (!answer) {
      if (isUp) this.#witness.synced(browser.ref, body, false)
      return null
    }
    if (answer.status === 200) {
      const said = dataOf<SyncAnswer>(answer)
      this.#witness.synced(browser.ref, body, true)
      this.#witness.proven(said.anchor)
      return { kind: 'answer', answer: said }
    }
    const { code, details = {} } = answer.failure
    const seconds = answer.headers.get('retry-after')
    return {
      kind: 'refused',
      status: answer.status,
      code,
      details: details as Record<string, unknown>,
      ...(seconds !== null && { retryAfterMs: Number(seconds) * 1_000 }),
    }
  }

  /** A submission's verdict in one text, or null while there is none. */
  async verdict(browser: Browser, id: number): Promise<string | null> {
    this.#note(browser)
    const answer = await this.call('getSubmission', { token: browser.token, params: { id } })
    if (answer?.status !== 200) return null
    const seen = dataOf<{ status: string; passed_testcases: number; marks: number }>(answer)
    return seen.status === 'processing' ? null : `${seen.passed_testcases} passed, ${seen.marks} marks`
  }

  /** Whether the server said that it keeps the picture, or that it takes none any more. */
  async sendPicture(
    browser: Browser,
    sha256: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<'kept' | 'closed' | 'not yet'> {
    this.#note(browser)
    const asked = await this.call('postSnapshotUrl', { token: browser.token, body: { sha256 } })
    if (asked?.status !== 200) return 'not yet'
    const init = { method: 'PUT', body: bytes, headers: { 'content-type': 'image/jpeg' } }
    const stored = await this.#heard((send) => send(dataOf<{ url: string }>(asked).url, init))
    if (stored?.status === 410) return 'closed'
    return stored?.status === 200 && dataOf<{ sha256: string }>(stored).sha256 === sha256 ? 'kept' : 'not yet'
  }

  /** The token in the newest link of an invitation. */
  async newestToken({ attemptId, token }: Invited): Promise<string> {
    const ctx = this.app?.ctx
    const found = ctx && (await findAttemptById(ctx.db.read, attemptId))
    return found ? ctx.keys.attemptToken(found.attempt.ref, found.attempt.generation) : token
  }

  /** null where no answer came. */
  call(name: CallName, input: CallInput): Promise<Answer | null> {
    return this.#heard((send) => call(send, name, input))
  }

  async #heard(ask: (send: Send) => Promise<Answer | Response>): Promise<Answer | null> {
    const { app } = this
    if (!app || !this.#isUp) return null
    const said = await ask(app.send)
    if ((this.#disk.isCut && !this.#isHasty) || this.app !== app) return null
    const answer = said instanceof Response ? await toAnswer(said) : said
    this.statuses.add(String(answer.status))
    return answer
  }
}

const dataOf = <T>(answer: Answer): T => (answer.json as { data: T }).data
