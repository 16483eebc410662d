import { choiceKey, codeKey } from '#contract/ops.ts'
import type { SyncRequest } from '#contract/sync.ts'
import type { SyncEffect } from '#machines/sync/state.ts'
import { type Invited, jpeg, type Organization, programs } from '../../factories/index.ts'
import { sha256 } from '../simulator/model.ts'
import type { Rng } from '../simulator/rng.ts'
import type { Reply } from '../simulator/server.ts'
import { Browser, type Habit } from './browser.ts'
import type { Line } from './line.ts'

interface Upward {
  browser: Browser
  boot: number
  request: SyncRequest
}
interface Downward {
  browser: Browser
  boot: number
  nonce: string
  reply: Reply
}

/** The server's words, beside what stands in a browser's own storage. */
export interface Told {
  startedAt: string | null
  /** Verdicts by submission. */
  judged: Map<number, string>
  /** Hashes of pictures that it said it keeps. */
  pictures: Set<string>
}

/** A turn of the healed line is a second. */
const HEARTBEAT_TURNS = 30
const SLOW_MS = 480_000
const FAST_MS = 400_000

const sources = [programs.right, programs.samplesOnly, programs.wrong, programs.echo]

/** A candidate with two browsers and a line that breaks, through a whole exam. */
export class Person {
  readonly who: Invited
  readonly browsers: readonly [Browser, Browser]
  readonly told: Told = { startedAt: null, judged: new Map(), pictures: new Set() }
  readonly #rng: Rng
  readonly #org: Organization
  readonly #line: Line
  /** How often the line does harm, from 0 to 1. */
  harsh: number
  /** Nothing passes until then. */
  #cutOffUntil = 0
  #up: Upward[] = []
  #down: Downward[] = []
  /** Pictures that wait to be sent, by hash. */
  readonly pictures = new Map<string, Uint8Array<ArrayBuffer>>()
  /** Those that came when none was taken any more. */
  readonly refusedPictures = new Set<string>()
  #texts = 0

  constructor(who: Invited, org: Organization, rng: Rng, line: Line, habit: Habit) {
    this.who = who
    this.#org = org
    this.#rng = rng
    this.#line = line
    this.harsh = rng.chance(0.3) ? 0 : rng.number() * 0.8
    this.browsers = [new Browser(who.ref, 'a', rng, habit), new Browser(who.ref, 'b', rng, habit)]
    for (const browser of this.browsers) {
      browser.token = who.token
      if (rng.chance(0.3)) browser.error = rng.below(40_000) - 20_000
      if (habit === 'dates back') browser.error = -SLOW_MS
      if (habit === 'is fast') browser.error = FAST_MS
    }
  }

  get isStarted(): boolean {
    return this.browsers.some((browser) => browser.disk !== null)
  }

  /** Whatever it wrote stands at the server, in the log or beside it. */
  get isDone(): boolean {
    return this.browsers.every((browser) => isSent(browser)) && this.pictures.size === 0
  }

  /** One turn: something is done, something passes along the line. */
  async turn(now: number): Promise<void> {
    const browser = this.#rng.chance(0.85) ? this.browsers[0] : this.browsers[1]
    if (!this.isStarted) {
      if (this.#rng.chance(0.5)) await this.#start(this.browsers[0], now)
      return
    }
    if (this.#rng.chance(0.7)) this.#run(browser, browser.tell(now))
    const action = this.#rng.number()
    if (action < 0.5) this.#act(browser, now)
    else if (action < 0.53) this.#crash(browser, now)
    else if (action < 0.54) browser.skew = this.#rng.below(172_800_000) - 86_400_000
    else if (action < 0.55) this.#cutOffUntil = now + this.#rng.below(900_000)
    else if (action < 0.57 && this.#isThrough(now)) await this.#takeOver(now)
    else if (action < 0.62 && this.#isThrough(now)) await this.#ask(now)
    for (const each of this.browsers) this.#atZero(each, now)
    await this.#pass(now)
  }

  /** The line works from now on; whatever was closed is opened again. */
  async healTurn(now: number, turn: number): Promise<void> {
    this.harsh = 0
    this.#cutOffUntil = 0
    if (!this.isStarted) return
    for (const browser of this.browsers) {
      if (!browser.disk) continue
      if (!browser.state) browser.wakeUp(now)
      while (browser.hasUntold) this.#run(browser, browser.tell(now))
      if (browser.state?.mode === 'unauthorized') browser.token = await this.#line.newestToken(this.who)
      this.#run(browser, browser.feed({ type: 'tick', now }))
      // Who has nothing to send beats now and then, and leaves the test's share of requests to the one that has.
      const isDue = !isSent(browser) || turn % HEARTBEAT_TURNS === 0
      if (browser.state && browser.state.inFlight === null && isDue)
        this.#run(browser, browser.feed({ type: 'wake', now }))
    }
    for (let n = this.#up.length; n > 0; n--) await this.#carryUp(0, false, now)
    while (this.#down.length > 0) this.#carryDown(0, false, now)
    for (const browser of this.browsers) if (browser.wantsLease) await this.#lease(browser, true, now)
    for (const sha of [...this.pictures.keys()]) await this.#sendPicture(sha)
  }

  /** The server's power went: nobody hears what it said last. */
  unheard(): void {
    this.#down = this.#down.filter(() => this.#rng.chance(0.5))
  }

  #isThrough(now: number): boolean {
    return now >= this.#cutOffUntil && !this.#rng.chance(this.harsh * 0.3)
  }

  async #start(browser: Browser, now: number): Promise<void> {
    const { grant } = await this.#line.start(browser, this.who)
    // The answer is lost: the same is asked for again.
    if (!grant || this.#rng.chance(this.harsh * 0.5)) return
    this.#take(browser, grant, now)
  }

  #take(browser: Browser, grant: Parameters<Browser['grant']>[0], now: number): void {
    this.told.startedAt ??= grant.started_at
    if (this.told.startedAt !== grant.started_at) browser.contradictions.push('the start moved')
    this.#run(browser, browser.grant(grant, now))
    this.#run(browser, browser.feed({ type: 'tick', now }))
  }

  #run(browser: Browser, effects: SyncEffect[]): void {
    for (const effect of effects)
      if (effect.type === 'send') {
        const request = browser.request(effect)
        if (request) this.#up.push({ browser, boot: browser.boot, request })
      } else if (effect.type === 'strip_body') browser.strip(effect.seq)
  }

  #act(browser: Browser, now: number): void {
    // Two tabs may write at once what only one of them should: behind a finish it counts for nothing.
    const mayWrite = !browser.isOver || this.#rng.chance(0.05)
    const isStanding = browser.isPaused && browser.habit !== 'types in a pause'
    if (!browser.canWrite || !mayWrite || isStanding) return
    const at = browser.estimate(now)
    if (at >= browser.deadline) return
    const kind = this.#rng.number()
    const [problem] = this.#rng.chance(0.6) ? this.#org.problems : [this.#org.problems[1]]
    const language_id = 1 + this.#rng.below(2)
    const key = codeKey(problem.id, language_id)
    if (kind < 0.45) this.#choose(browser, at)
    else if (kind < 0.7)
      browser.act('draft', key, { problem_id: problem.id, language_id, answer: this.#text() }, at)
    else if (kind < 0.82)
      browser.act('submit', key, { problem_id: problem.id, language_id, source_code: this.#program() }, at)
    else if (kind < 0.87) this.#picture(browser, at)
    else if (kind < 0.93) browser.act('focus_lost', 'focus', {}, at)
    else if (kind < 0.95) this.#typeMuch(browser, key, { problem_id: problem.id, language_id }, at)
    else if (kind < 0.955) {
      // Far larger in JSON than it is: the server takes its hash alone.
      const answer = '\u0001'.repeat(40_000)
      browser.act('draft', key, { problem_id: problem.id, language_id, answer }, at)
    } else if (kind < 0.962) browser.act('mcq_submit_all', 'mcqs', {}, at)
    else if (kind < 0.967) {
      browser.act('finish', 'finish', { reason: 'candidate' }, at)
      browser.act('feedback', 'feedback', { rating: 1 + this.#rng.below(5), comment: '' }, at)
    }
  }

  #choose(browser: Browser, at: number): void {
    // As behind a finish: two tabs may do at once what only one of them should.
    if (browser.hasSubmittedChoices && !this.#rng.chance(0.05)) return
    const question = this.#org.questions[this.#rng.below(3)]
    if (!question) return
    const isRight = this.#rng.chance(0.5)
    const wrong = question.wrong[this.#rng.below(question.wrong.length)]
    const selected_options = isRight ? question.right : wrong === undefined ? [] : [wrong]
    const type = this.#rng.chance(0.4) ? 'mcq_select' : 'mcq_save'
    browser.act(type, choiceKey(question.id), { question_id: question.id, selected_options }, at)
  }

  #text(): string {
    return `${this.#program()}// ${++this.#texts} ${this.#rng.text().repeat(this.#rng.below(8))}`
  }

  #program(): string {
    return sources[this.#rng.below(sources.length)] ?? programs.wrong
  }

  /** Types what a long outage gathers: more than one batch takes, by number or by size. */
  #typeMuch(
    browser: Browser,
    key: string,
    code: { problem_id: number; language_id: number },
    at: number,
  ): void {
    const count = 20 + this.#rng.below(120)
    const size = this.#rng.below(200)
    for (let n = 0; n < count; n++)
      browser.act('draft', key, { ...code, answer: `${n} ${this.#rng.text().repeat(size)}` }, at)
  }

  #picture(browser: Browser, at: number): void {
    const bytes = jpeg({ bytes: 400, fill: this.#rng.below(256) })
    bytes.set(new TextEncoder().encode(this.#rng.text()), 60)
    const hash = sha256(bytes)
    this.pictures.set(hash, bytes)
    browser.act('snapshot_taken', '', { sha256: hash, bytes: bytes.length }, at)
  }

  /** Writes what the page does when its clock reaches the end. */
  #atZero(browser: Browser, now: number): void {
    if (!browser.canWrite || browser.isOver || browser.isPaused || !browser.state) return
    if (browser.estimate(now) < browser.deadline || !this.#rng.chance(0.7)) return
    if (!browser.hasSubmittedChoices) browser.act('mcq_submit_all', '', { at_zero: true }, browser.deadline)
    browser.act('finish', 'finish', { reason: 'timeout' }, browser.deadline)
  }

  #crash(browser: Browser, now: number): void {
    browser.crash()
    if (this.#rng.chance(0.8)) browser.wakeUp(now)
  }

  async #takeOver(now: number): Promise<void> {
    const [first, second] = this.browsers
    const to = first.disk?.leaseLost ? first : second
    // A browser that lost the test asks for it again once all it had stands beside the log.
    if (!isSent(to) || !this.#rng.chance(0.4)) return
    await this.#lease(to, this.#rng.chance(0.7), now)
  }

  async #lease(browser: Browser, takeOver: boolean, now: number): Promise<void> {
    const replaces = browser.wantsLease ? browser.disk?.lease.lease_id : undefined
    const { grant } = await this.#line.lease(browser, takeOver, replaces)
    if (grant && !this.#rng.chance(this.harsh * 0.3)) this.#take(browser, grant, now)
  }

  /** Asks after a verdict, sends a picture. */
  async #ask(now: number): Promise<void> {
    const browser = this.browsers[0]
    const submission = [...browser.results.values()].flatMap((r) =>
      r.result !== 'rejected' && r.submission_id !== undefined ? [r.submission_id] : [],
    )
    const id = submission[this.#rng.below(submission.length)]
    if (id !== undefined) {
      const verdict = await this.#line.verdict(browser, id)
      if (verdict !== null) this.#hearVerdict(browser, id, verdict)
    }
    const [sha] = this.pictures.keys()
    if (sha && now >= this.#cutOffUntil) await this.#sendPicture(sha)
  }

  #hearVerdict(browser: Browser, id: number, verdict: string): void {
    const known = this.told.judged.get(id)
    if (known !== undefined && known !== verdict)
      browser.contradictions.push(`verdict ${known} became ${verdict}`)
    this.told.judged.set(id, verdict)
  }

  async #sendPicture(sha: string): Promise<void> {
    const bytes = this.pictures.get(sha)
    if (!bytes) return
    const said = await this.#line.sendPicture(this.browsers[0], sha, bytes)
    if (said === 'not yet') return
    this.pictures.delete(sha)
    if (said === 'kept') this.told.pictures.add(sha)
    else this.refusedPictures.add(sha)
  }

  /** Requests and answers on their way: lost, doubled, late, in another order. */
  async #pass(now: number): Promise<void> {
    for (const browser of this.browsers) {
      if (!browser.state) continue
      if (browser.state.mode === 'unauthorized' && this.#rng.chance(0.3)) {
        browser.token = await this.#line.newestToken(this.who)
        this.#run(browser, browser.feed({ type: 'wake', now }))
      }
      this.#run(browser, browser.feed({ type: 'tick', now }))
    }
    if (now < this.#cutOffUntil) {
      if (this.#rng.chance(0.5)) this.#fail(now)
      return
    }
    for (let n = this.#up.length; n > 0; n--) {
      if (this.#rng.chance(0.2)) continue
      if (this.#rng.chance(this.harsh * 0.3)) this.#up.splice(this.#rng.below(this.#up.length), 1)
      else await this.#carryUp(this.#rng.below(this.#up.length), this.#rng.chance(this.harsh * 0.3), now)
    }
    for (let n = this.#down.length; n > 0; n--) {
      if (this.#rng.chance(0.2)) continue
      if (this.#rng.chance(this.harsh * 0.3)) this.#down.splice(this.#rng.below(this.#down.length), 1)
      else this.#carryDown(this.#rng.below(this.#down.length), this.#rng.chance(this.harsh * 0.3), now)
    }
    if (this.#rng.chance(this.harsh * 0.3)) this.#fail(now)
    for (const browser of this.browsers) if (browser.wantsLease) await this.#lease(browser, true, now)
  }

  #fail(now: number): void {
    for (const browser of this.browsers) {
      const sent = browser.state?.inFlight
      const why = this.#rng.chance(0.5) ? 'network' : 'timeout'
      if (sent) this.#run(browser, browser.feed({ type: 'failed', now, nonce: sent.nonce, why }))
    }
  }

  async #carryUp(place: number, keep: boolean, now: number): Promise<void> {
    const message = this.#up[place]
    if (!message) return
    if (!keep) this.#up.splice(place, 1)
    const { browser, boot, request } = message
    const reply = await this.#line.sync(browser, request)
    if (reply) this.#down.push({ browser, boot, nonce: request.nonce, reply })
    else if (browser.boot === boot)
      this.#run(browser, browser.feed({ type: 'failed', now, nonce: request.nonce, why: 'network' }))
  }

  #carryDown(place: number, keep: boolean, now: number): void {
    const message = this.#down[place]
    if (!message) return
    if (!keep) this.#down.splice(place, 1)
    const { browser, boot, nonce, reply } = message
    if (boot === browser.boot && browser.state) this.#run(browser, browser.receive(nonce, reply, now))
  }
}

function isSent(browser: Browser): boolean {
  const { state, disk } = browser
  if (!disk) return true
  if (!state || browser.hasUntold || browser.wantsLease || state.mode === 'forked') return false
  if (state.mode === 'closed') return true
  return state.mode === 'lease_lost'
    ? state.quarantinedSeq >= state.tail.seq
    : state.acked.seq === state.tail.seq
}
