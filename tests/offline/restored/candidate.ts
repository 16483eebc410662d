import { choiceKey, codeKey } from '#contract/ops.ts'
import { draftEntry, type NewEntry } from '#pwa/attempt/db/append.ts'
import { deviceId, deviceName } from '#pwa/attempt/db/device.ts'
import { keepAttempt } from '#pwa/attempt/db/lease.ts'
import type { OpRecord } from '#pwa/attempt/db/schema.ts'
import { fullPace, uploadQuarantine } from '#pwa/attempt/sync/quarantineUpload.ts'
import { call } from '#pwa/http/call.ts'
import { openStorage } from '../../factories/deviceStorage.ts'
import { fillIn, type Invited, type Organization, type Send } from '../../factories/index.ts'
import { Page } from '../simulator/page.ts'

/** The line of everybody: down, or to the server that is there now. */
export interface Hall {
  send: Send | null
  isWorking: boolean
}

let texts = 0

/** A candidate at a browser: the real log, lease and sender, over the storage of that device. */
export class Candidate {
  readonly who: Invited
  readonly #hall: Hall
  readonly #org: Organization
  readonly #name: string
  #page: Page | null = null

  constructor(who: Invited, org: Organization, hall: Hall, device = 'a') {
    this.who = who
    this.#org = org
    this.#hall = hall
    this.#name = `${who.ref}-${device}`
  }

  /** Begins the test on this device, or takes it over from another one. */
  async begin(): Promise<void> {
    if (!this.#hall.send) throw new Error('The line is down')
    const token = await fillIn(this.#hall.send, this.who)
    const db = openStorage(this.#name)
    const { data: view } = await call('getDrive', { params: { token: this.who.invitation } })
    const body = { device_id: await deviceId(db), device_name: deviceName() }
    await call('postSyncStart', { token, body: { ...body, take_over: true } })
    const { data } = await call('postSyncLease', { token, body })
    await keepAttempt(db, view, data.lease, data.answers, this.who.invitation)
    db.close()
    await this.open()
  }

  async open(): Promise<void> {
    this.#page = await Page.open(this.#name, this.who.ref, this.#hall, () => {})
  }

  /** The browser is closed, in the middle of whatever it does. */
  async close(): Promise<void> {
    await this.#page?.kill()
    this.#page = null
  }

  get page(): Page {
    if (!this.#page) throw new Error('The browser is closed')
    return this.#page
  }

  /** Types a program, answers a question, and now and then submits, or looks away. */
  async work(turn: number): Promise<void> {
    const [problem] = this.#org.problems
    const question = this.#org.questions[turn % 3]
    if (!question) return
    const text = `// ${++texts}`
    const of = { problem_id: problem.id, language_id: 1 }
    const entries: NewEntry[] = [
      draftEntry(problem.id, 1, text),
      {
        type: 'mcq_save',
        key: choiceKey(question.id),
        body: {
          question_id: question.id,
          selected_options: texts % 2 ? question.right : [question.wrong[0]],
        },
      },
    ]
    if (turn === 1)
      entries.push({ type: 'submit', key: codeKey(of.problem_id, 1), body: { ...of, source_code: text } })
    if (turn === 2) entries.push({ type: 'focus_lost', key: '', body: { ms: texts } })
    await this.page.append(entries)
    this.page.tell()
  }

  async finish(): Promise<void> {
    await this.page.append([
      { type: 'mcq_submit_all', key: '', body: {} },
      { type: 'finish', key: '', body: { reason: 'candidate' } },
    ])
    this.page.tell()
  }

  /** Everything here is acknowledged, in the log or beside it. */
  async isDone(): Promise<boolean> {
    const { mode, acked, tail, quarantinedSeq } = this.page.sender.state
    const attempt = await this.record()
    if (mode === 'lease_lost') return quarantinedSeq >= attempt.tail_seq
    return mode === 'open' && acked.seq === tail.seq && acked.seq === attempt.tail_seq
  }

  /** Sends what stands aside, as the page does beside its log. */
  async handInAside(): Promise<void> {
    const pace = fullPace()
    while (await uploadQuarantine(this.page.db, this.who.ref, pace)) {}
  }

  async record() {
    const record = await this.page.db.attempts.get(this.who.ref)
    if (!record) throw new Error('The test is not on this device')
    return record
  }

  /** All that this device wrote and the server had acknowledged. */
  async acknowledged(): Promise<OpRecord[]> {
    const { acked_seq } = await this.record()
    return (await this.page.db.ops.toArray()).filter(({ seq }) => seq <= acked_seq)
  }
}
