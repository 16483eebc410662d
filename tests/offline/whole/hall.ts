import { SYNC_LIMITS } from '#api/auth/limits.ts'
import {
  type Clock,
  fillIn,
  HOUR,
  movableClock,
  type Organization,
  openApp,
  rescueFileOf,
  seedOrganization,
  signIn,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { Rng } from '../simulator/rng.ts'
import type { Habit } from './browser.ts'
import { type CutMoment, Disk } from './disk.ts'
import { kindsOf } from './kinds.ts'
import { Line } from './line.ts'
import { checkOutcome, type Rules } from './outcome.ts'
import { Person } from './person.ts'
import { checkTold } from './told.ts'
import { Witness } from './witness.ts'

/** The outcome of a hall. */
export interface HallReport {
  /** Broken invariants in words; none where all went well. */
  broken: string[]
  exams: number
  /** Ops in the logs and beside them. */
  ops: number
  /** Power cuts of the server. */
  cuts: number
  /** Bytes that were written and were gone after the cuts. */
  lostBytes: number
  /** Stretches in which the server was down or its disk full. */
  outages: number
  /** The kinds of things that happened at all: changes, results, reasons, ends, statuses. */
  seen: ReadonlySet<string>
}

/** Faults that the invariants must find. */
export type HallFault =
  | 'none'
  | 'a commit is not flushed'
  | 'an answer leaves before its commit'
  | 'a page forgets its tail'

const PEOPLE = 8
const CUTS: CutMoment[] = ['before the commit', 'in the commit', 'after the commit']

/**
 * One seeded hall: eight candidates sit a whole test each, from the start to the end of the late work, at one server on a
 * database file whose power goes again and again. Requests of a turn go side by side and share commits, as in production.
 */
export async function playHall(seed: number, fault: HallFault = 'none'): Promise<HallReport> {
  const hall = await Hall.open(seed, fault)
  try {
    return await hall.play()
  } finally {
    await hall.close()
  }
}

class Hall {
  readonly #rng: Rng
  readonly #clock: Clock
  readonly #disk: Disk
  readonly #line: Line
  readonly #witness: Witness
  readonly #fault: HallFault
  readonly #seed: number
  #app: TestApp
  #org!: Organization
  #people: Person[] = []
  #staff: Record<string, string> = {}
  readonly #broken: string[] = []
  #cuts = 0
  #outages = 0
  #downFor = 0
  #fullFor = 0
  #filesRead = 0
  readonly #told = { minutes: new Map<string, number>(), messages: new Map<string, string[]>() }

  private constructor(app: TestApp, clock: Clock, seed: number, rng: Rng, fault: HallFault) {
    this.#app = app
    this.#clock = clock
    this.#seed = seed
    this.#rng = rng
    this.#fault = fault
    // The disk has an Rng of its own, because how much is written before a cut hangs on which calls shared a commit.
    this.#disk = new Disk(new Rng(rng.below(2 ** 31)), fault === 'a commit is not flushed')
    this.#witness = new Witness(clock.now)
    this.#line = new Line(this.#disk, this.#witness, fault === 'an answer leaves before its commit')
  }

  static async open(seed: number, fault: HallFault): Promise<Hall> {
    const rng = new Rng(seed)
    const clock = movableClock()
    const hall = new Hall(await openApp({ clock, ...options }), clock, seed, rng, fault)
    hall.#org = await seedOrganization(hall.#app.ctx, `hall${seed}`, {
      candidates: PEOPLE,
      ...rulesOf(seed),
    })
    await hall.#serve()
    const { admin, candidates } = hall.#org
    hall.#staff = await signIn(hall.#app.send, admin.email, admin.password)
    for (const who of candidates) {
      await fillIn(hall.#app.send, who)
      // People have an Rng of their own, so who comes first in a turn changes nothing of what the others do.
      hall.#people.push(
        new Person(
          who,
          hall.#org,
          new Rng(rng.below(2 ** 31)),
          hall.#line,
          habits[hall.#people.length] ?? 'none',
        ),
      )
    }
    return hall
  }

  async close(): Promise<void> {
    await this.#app.remove()
  }

  async play(): Promise<HallReport> {
    for (let turn = 0; !(await this.#isOver(turn)); turn++) {
      this.#clock.move(this.#pause())
      await this.#weather(turn)
      await Promise.all(this.#people.map((person) => person.turn(this.#clock.now())))
      if (this.#rng.chance(0.15)) await this.#staffTurn(turn)
      if (this.#disk.isCut) await this.#cut()
      else if (this.#line.app) await this.#second()
    }
    await this.#recover()
    // Work that comes after a day is taken by nobody but the people who read in a rescue file. Not left to chance: in a
    // few halls it may come to neither.
    if (this.#seed % 4 === 1) this.#clock.move(25 * HOUR)
    else if (this.#seed % 4 === 2) this.#clock.move(this.#rng.below(3 * HOUR))
    for (let turn = 0; turn < 300 && !this.#people.every((person) => person.isDone); turn++) {
      await Promise.all(this.#people.map((person) => person.healTurn(this.#clock.now(), turn)))
      this.#clock.move(1_000)
    }
    for (const { who, isDone } of this.#people)
      if (!isDone) this.#broken.push(`${who.email}: not all of it was sent over a line that works`)
    const { admin } = this.#org
    this.#staff = await signIn(this.#app.send, admin.email, admin.password)
    await this.#readRescueFiles()
    // Past the grace that a return of the server gives.
    this.#clock.move(60_000)
    await this.#second()
    await this.#judge()
    // All of it stands on the disk as well.
    await this.#cut()
    await this.#judge()
    const at = { app: this.#app, org: this.#org, people: this.#people, staff: this.#staff }
    this.#broken.push(
      ...(await checkOutcome(at, { told: this.#told, witness: this.#witness, rules: rulesOf(this.#seed) })),
    )
    return this.#report()
  }

  /** A candidate's programs are judged a few a minute, and the clock of the hall is the one that counts. */
  #judge(): Promise<unknown> {
    return waitFor('every program to be judged', async () => {
      const [left] = await this.#app.rows<{ n: number }>(
        "SELECT count(*) AS n FROM jobs WHERE status <> 'done'",
      )
      this.#clock.move(10_000)
      this.#app.ctx.judge.wake()
      return left?.n === 0
    })
  }

  async #report(): Promise<HallReport> {
    const [count] = await this.#app.rows<{ n: number }>(
      'SELECT (SELECT count(*) FROM ops) + (SELECT count(*) FROM quarantine) AS n',
    )
    return {
      broken: this.#broken,
      exams: this.#people.length,
      ops: count?.n ?? 0,
      cuts: this.#cuts,
      lostBytes: this.#disk.lostBytes,
      outages: this.#outages,
      seen: new Set([
        ...(await kindsOf(this.#app)),
        ...(this.#filesRead > 0 ? ['read from a file'] : []),
        ...this.#line.statuses,
      ]),
    }
  }

  /** Mostly seconds, sometimes minutes. */
  #pause(): number {
    const kind = this.#rng.number()
    if (kind < 0.7) return this.#rng.below(4_000)
    return kind < 0.9 ? this.#rng.below(30_000) : this.#rng.below(180_000)
  }

  /** The power goes and comes, the disk fills and is emptied. */
  async #weather(turn: number): Promise<void> {
    if (this.#downFor > 0 && --this.#downFor === 0) await this.#start()
    if (this.#fullFor > 0 && --this.#fullFor === 0) await this.#fill(false)
    if (!this.#line.app || this.#fullFor > 0 || turn < 3) return
    const kind = this.#rng.number()
    if (kind < 0.05) this.#disk.arm(CUTS[this.#rng.below(CUTS.length)] ?? 'in the commit')
    else if (kind < 0.06) await this.#cut()
    else if (kind < 0.07) {
      this.#fullFor = 1 + this.#rng.below(5)
      this.#outages++
      await this.#fill(true)
    }
  }

  /** A database that may not grow answers as one on a full disk does: SQLITE_FULL. */
  async #fill(isFull: boolean): Promise<void> {
    const pages = isFull ? 1 : 1_000_000_000
    const set = () => this.#app.ctx.db.write((tx) => tx.raw.get(`PRAGMA max_page_count = ${pages}`))
    // A write that shares the commit and finds no room takes it along.
    await set().catch(set)
  }

  /** The server's own work of each second. */
  async #second(): Promise<void> {
    const isNoted = await this.#app.ctx.database.note().then(
      () => true,
      () => false,
    )
    if (isNoted) this.#witness.served(!this.#disk.isCut)
    await this.#app.seal()
  }

  /** Cuts the power: writes that were not flushed are gone; some turns later the server is back. */
  async #cut(): Promise<void> {
    this.#cuts++
    const data = this.#disk.leave()
    const old = this.#app
    this.#line.app = null
    await old.remove()
    if (this.#fault === 'a page forgets its tail')
      for (const person of this.#people) for (const browser of person.browsers) forgetTail(browser)
    this.#app = await openApp({ data, clock: this.#clock, ...options })
    this.#witness.opened()
    this.#broken.push(...(await checkTold(this.#app, this.#people)))
    for (const person of this.#people) person.unheard()
    this.#downFor = this.#rng.below(6)
    if (this.#downFor > 0) this.#outages++
    else await this.#serve()
  }

  async #start(): Promise<void> {
    // Opened anew at its return: since when it was away is read then.
    await this.#app.close()
    this.#app = await openApp({ data: this.#app.data, clock: this.#clock, ...options })
    this.#witness.opened()
    await this.#serve()
  }

  async #serve(): Promise<void> {
    await this.#disk.follow(this.#app)
    this.#line.app = this.#app
  }

  async #recover(): Promise<void> {
    if (this.#disk.isCut) await this.#cut()
    if (!this.#line.app) await this.#start()
    if (this.#fullFor > 0) await this.#fill(false)
    this.#downFor = this.#fullFor = 0
    await this.#second()
  }

  async #staffTurn(turn: number): Promise<void> {
    const person = this.#people[this.#rng.below(this.#people.length)]
    if (!person) return
    const { ref } = person.who
    const ask = (name: Parameters<Line['call']>[0], body: unknown = {}) =>
      this.#line.call(name, { params: { ref }, body, headers: this.#staff })
    const kind = this.#rng.number()
    if (turn > 60) {
      for (const { who } of this.#people)
        await this.#line.call('postResume', { params: { ref: who.ref }, body: {}, headers: this.#staff })
    } else if (kind < 0.3) await ask('postPause')
    else if (kind < 0.6) await ask('postResume')
    else if (kind < 0.75) {
      const minutes = 1 + this.#rng.below(10)
      this.#witness.minutes.push({ ref, at: this.#clock.now(), minutes })
      const answer = await ask('postMinutes', { minutes })
      if (answer?.status === 200) this.#told.minutes.set(ref, (this.#told.minutes.get(ref) ?? 0) + minutes)
    } else if (kind < 0.85) {
      const text = `Message ${this.#rng.text()}`
      const answer = await ask('postMessage', { text })
      if (answer?.status === 200)
        this.#told.messages.set(ref, [...(this.#told.messages.get(ref) ?? []), text])
    } else if (kind < 0.95) await ask('postReissue')
    else await ask('postResetDevice')
  }

  /** Everybody's time is over, the clock stands still for nobody. */
  async #isOver(turn: number): Promise<boolean> {
    if (turn > 400) throw new Error('this hall does not come to its end')
    if (turn < 60 || turn % 10 > 0 || !this.#line.app) return false
    const [row] = await this.#app.rows<{ last: number | null; paused: number }>(
      'SELECT max(deadline_at) AS last, count(paused_at) AS paused FROM attempts',
    )
    return row !== undefined && row.paused === 0 && this.#clock.now() > (row.last ?? 0) + 60_000
  }

  /** Reads in by file what a browser may not send any more. */
  async #readRescueFiles(): Promise<void> {
    for (const { who, browsers } of this.#people)
      for (const { disk, state } of browsers) {
        const ops = disk?.ops.filter((op) => op.seq > disk.acked.seq) ?? []
        if (state?.mode !== 'closed' || ops.length === 0) continue
        const file = rescueFileOf(this.#app.ctx.keys.rescueKey, who.ref, ops)
        const input = { params: { ref: who.ref }, body: {}, file, headers: this.#staff }
        const answer = await this.#line.call('postRescueFile', input)
        this.#filesRead++
        if (answer?.status !== 200) this.#broken.push(`a rescue file was refused: ${answer?.text}`)
      }
  }
}

/** Every other drive lets nobody be out of reach for longer than a few minutes; some take claimed work as it is, or none. */
const rulesOf = (seed: number): Rules => ({
  maxOfflineMinutes: seed % 2 === 0 ? 5 : 30,
  latePolicy: seed % 8 === 3 ? 'accept' : seed % 8 === 7 ? 'reject' : 'hold',
})

/** The habits of some of the people, by their place in the hall. */
const habits: Record<number, Habit> = {
  3: 'is fast',
  4: 'types in a pause',
  5: 'types in a pause',
  6: 'types in a pause',
  7: 'dates back',
}

const options = {
  judging: true,
  limits: { syncLimits: { ...SYNC_LIMITS, requests: 12, requestsPerSecond: 1 } },
}

function forgetTail({ disk, state }: Person['browsers'][number]): void {
  if (!disk || state?.mode !== 'open') return
  disk.ops = disk.ops.filter((op) => op.seq <= disk.acked.seq)
  disk.tail = disk.acked
}
