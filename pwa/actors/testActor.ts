import type { StreamEvent } from '#contract/events.ts'
import { codeKey, type FinishBody, type OpType, type SpanBody } from '#contract/ops.ts'
import { isStrike } from '#machines/attempt/proctoring.ts'
import { localDatabase, reopenDatabase } from '../local/database.ts'
import { deviceId } from '../local/device.ts'
import { sha256OfBlob } from '../local/hash.ts'
import { forgetLeft } from '../local/lastWords.ts'
import { writerLock } from '../local/lockNames.ts'
import type { NewEntry } from '../local/log.ts'
import { bootId, randomText } from '../local/random.ts'
import { blobDelay } from '../sync/blobs.ts'
import { bringContent } from './content.ts'
import { keepLanguages, keepPlace } from './course.ts'
import { Deeds } from './deeds.ts'
import { draftEntry } from './draftEntry.ts'
import { Farewell } from './farewell.ts'
import { Finishing } from './finishing.ts'
import { Judged } from './judged.ts'
import { LastWordsOf } from './lastWordsOf.ts'
import { LogWriter, type Patience } from './logWriter.ts'
import { type Memory, readMemory, serverNow } from './memory.ts'
import { Notices } from './notices.ts'
import { askWorkerToCarryOn, listenToPage } from './pageLife.ts'
import { clearSession, keepFinishedInTab, markFinished, writeLanguages } from './sessionStore.ts'
import { snapshotOf } from './snapshot.ts'
import { StaffNotices } from './staffNotices.ts'
import { isTaken } from './tabLock.ts'
import { TabSync } from './tabSync.ts'
import type { TestActor, TestSnapshot } from './testApi.ts'
import { Typing } from './typing.ts'

const TICK_MS = 500
const LOOK_TICKS = 4

/**
 * The test on this device: writes to the log first, shows what is written, and lets the sender carry it. Screens see
 * its snapshot; nothing here waits for the network before work is kept.
 */
export class DeviceTestActor implements TestActor {
  readonly #memory: Memory
  readonly #takeOver: (token: string) => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  readonly #typing: Typing
  readonly #judged: Judged
  readonly #writer: LogWriter
  readonly #notices: Notices
  readonly #farewell: Farewell
  readonly #deeds: Deeds
  readonly #finishing: Finishing
  readonly #lastWords: LastWordsOf
  readonly #staff: StaffNotices
  readonly #sync: TabSync
  #snapshot: TestSnapshot
  #looked = 0
  readonly #device = deviceId(localDatabase()).catch(() => randomText(16))
  #restoring: Promise<boolean> | null = null

  private constructor(memory: Memory, takeOver: (token: string) => Promise<unknown>) {
    this.#takeOver = takeOver
    this.#memory = memory
    this.#snapshot = snapshotOf(memory)
    this.#typing = new Typing(
      (problemId, languageId, text) => this.#keepDraft(problemId, languageId, text),
      () => this.#publish(),
      (text) => this.#lastWords.hold(text),
    )
    memory.isTyping = (key) => this.#typing.isPending(key)
    this.#judged = new Judged(
      localDatabase,
      memory,
      () => this.#publish(),
      () => this.#sync.wake(),
    )
    this.#writer = new LogWriter(
      memory,
      (last) => {
        this.#sync.appended(last)
        // The disk takes it again: what could not be sent or noted because of it waits no longer.
        if (memory.storageFault !== null) this.#sync.wake()
      },
      () => this.#publish(),
      () => this.#restore(),
    )
    memory.notKept = () => new Set([...this.#writer.notKept(), ...this.#typing.keys()])
    this.#deeds = new Deeds(memory, this.#writer, () => this.#publish())
    this.#finishing = new Finishing(
      memory,
      this.#typing,
      this.#writer,
      () => {
        markFinished()
        this.#lastWords.settle()
      },
      () => this.#publish(),
    )
    this.#lastWords = new LastWordsOf(
      localDatabase,
      memory,
      this.#typing,
      this.#writer,
      this.#finishing,
      () => this.#publish(),
    )
    this.#notices = new Notices(memory, (entry) => this.#writer.append([entry], 'until kept'))
    this.#staff = new StaffNotices(localDatabase, memory, () => this.#publish())
    this.#farewell = new Farewell(
      localDatabase,
      memory,
      () => {
        this.#sync.close()
        const { attempt_id, drive_id, candidate_id } = memory.attempt
        const test = { attemptId: attempt_id, driveId: drive_id, candidateId: candidate_id }
        clearSession(test)
        keepFinishedInTab(test)
        forgetLeft(attempt_id)
      },
      () => isTaken(writerLock(memory.attempt.attempt_id)),
      // What this page knows of its end is old.
      () => location.reload(),
    )
    this.#sync = new TabSync(memory, {
      changed: () => this.#publish(),
      inherit: () => this.#lastWords.take(),
      handOver: async () => {
        await this.#typing.flush()
        await this.#writer.idle()
        // What this tab could not write the other one tries, and this one no more: it would come over newer work.
        if (!this.#lastWords.keep()) return
        this.#lastWords.letGo()
        this.#typing.letGo()
        this.#writer.letGo()
      },
      // The next page says that it is over, and how it ended.
      gone: () => location.reload(),
      held: (held) => this.#held(held),
      heard: () => this.#heard(),
      stalled: () => void this.signal('sync_stall').catch(() => {}),
      event: (event) => this.#streamEvent(event),
      restore: () => this.#restore(),
    })
  }

  /** @param takeOver takes the lease for this device, with a token of the attempt */
  static async open(
    attemptId: string,
    takeOver: (token: string) => Promise<unknown>,
  ): Promise<DeviceTestActor> {
    const memory = await readMemory(localDatabase(), attemptId)
    const returned = memory.attempt.anchor.bootId !== bootId && memory.attempt.tail_seq > 0
    const actor = new DeviceTestActor(memory, takeOver)
    await actor.#sync.open()
    listenToPage({ wake: () => actor.#sync.wake(), leave: () => actor.#leave() })
    setInterval(() => actor.#tick(), TICK_MS)
    if (returned) await actor.#noteReturn()
    void actor.#loadContent()
    return actor
  }

  get attemptId(): string {
    return this.#memory.attempt.attempt_id
  }

  getSnapshot = (): TestSnapshot => this.#snapshot
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  now = (): number => serverNow(this.#memory)

  select(questionId: number, optionIds: number[]): Promise<void> {
    return this.#deeds.choose('mcq_select', questionId, optionIds)
  }

  saveChoice(questionId: number, optionIds: number[]): Promise<void> {
    return this.#deeds.choose('mcq_save', questionId, optionIds)
  }

  submitMcqs(): Promise<void> {
    return this.#append([{ type: 'mcq_submit_all', key: '', body: {} }])
  }

  type(problemId: number, languageId: number, text: string): void {
    if (this.#snapshot.phase !== 'running') return
    const known = this.#typing.isPending(`${problemId}:${languageId}`)
    this.#typing.type(problemId, languageId, text)
    if (!known) this.#publish()
  }

  async chooseLanguage(problemId: number, languageId: number): Promise<void> {
    this.#memory.languageOf = { ...this.#memory.languageOf, [problemId]: languageId }
    this.#publish()
    writeLanguages(this.#memory.languageOf)
    await keepLanguages(localDatabase(), this.attemptId, this.#memory.languageOf)
  }

  get keptPlace(): unknown {
    return this.#memory.place
  }

  keepPlace(place: object): void {
    this.#memory.place = place
    void keepPlace(localDatabase(), this.attemptId, place)
  }

  async saveDraft(problemId: number, languageId: number, text: string): Promise<void> {
    try {
      await this.#keepDraft(problemId, languageId, text)
    } catch (fault) {
      // Tried again as what is typed is, unless more was typed meanwhile.
      if (!this.#typing.isPending(`${problemId}:${languageId}`))
        this.#typing.type(problemId, languageId, text)
      throw fault
    }
    this.#typing.drop(problemId, languageId, text)
  }

  async submit(problemId: number, languageId: number, text: string): Promise<void> {
    await this.#deeds.submit(problemId, languageId, text)
    this.#typing.drop(problemId, languageId, text)
  }

  async run(problemId: number, languageId: number, text: string, stdin?: string): Promise<void> {
    await this.saveDraft(problemId, languageId, text)
    await this.#judged.run(problemId, languageId, text, stdin)
  }

  runHere(): Promise<void> {
    return this.#judged.runHere()
  }

  stopRun(): void {
    this.#judged.stopRun()
  }

  finish(reason: FinishBody['reason']): Promise<void> {
    return this.#finishing.finish(reason)
  }

  async snapshot(jpeg: Blob): Promise<void> {
    const sha256 = await sha256OfBlob(jpeg)
    const picture = { sha256, body: jpeg, not_before: Date.now() + blobDelay() }
    const body = { sha256, bytes: jpeg.size }
    await this.#append([{ type: 'snapshot_taken', key: '', body, picture }], 'until kept')
  }

  async signal(type: OpType, body: SpanBody = {}): Promise<void> {
    const { attempt } = this.#memory
    const isOver = attempt.finished_at !== null || this.#memory.finishing !== null
    if (isOver || attempt.state !== 'running' || !this.#memory.isHolder) return
    if (isStrike(type, body)) this.#memory.strikes++
    await this.#append([{ type, key: '', body }], 'until kept')
  }

  reportFraud(reason: string): Promise<void> {
    return this.#append([{ type: 'fraud_report', key: '', body: { reason } }], 'until kept')
  }

  feedback(rating: number | null, comment: string): Promise<void> {
    if (rating === null && comment.trim() === '') return Promise.resolve()
    return this.#append([{ type: 'feedback', key: '', body: { rating, comment } }])
  }

  unkept(): ReadonlyMap<string, string> {
    return this.#lastWords.unkept()
  }

  noticesRead(id: number): Promise<void> {
    return this.#staff.read(id)
  }

  endReached(endedAt?: number): Promise<void> {
    return this.#farewell.reached(endedAt)
  }

  async rescueFile(): Promise<Blob> {
    const { makeRescueFile } = await import('../sync/rescue.ts')
    return makeRescueFile(localDatabase(), this.#memory.attempt.attempt_id)
  }

  retryNow(): void {
    this.#sync.wake()
  }

  async useHere(): Promise<void> {
    if (this.#snapshot.phase === 'elsewhere') {
      await this.#takeOver(this.#memory.attempt.token)
      location.reload()
    } else await this.#sync.takeOver()
  }

  #keepDraft(problemId: number, languageId: number, text: string): Promise<void> {
    const key = codeKey(problemId, languageId)
    const isUnderway = this.#writer.underway(key).length > 0
    const stands = this.#memory.answers.get(key)?.value
    if (!isUnderway && stands === text && this.#memory.storageFault === null) {
      this.#publish()
      return Promise.resolve()
    }
    return this.#append([draftEntry(problemId, languageId, text)])
  }

  /** Resolves when it is on this device. */
  #append(entries: NewEntry[], patience?: Patience): Promise<void> {
    return this.#writer.append(entries, patience)
  }

  /** Keeps the test anew where the device's storage was deleted under it. @returns whether it was */
  #restore(): Promise<boolean> {
    this.#restoring ??= this.#restoreIfGone()
      .catch(() => false)
      .finally(() => {
        this.#restoring = null
      })
    return this.#restoring
  }

  async #restoreIfGone(): Promise<boolean> {
    if (!this.#memory.isHolder) return false
    // Whoever deletes the database closes it under this page.
    const known = await localDatabase()
      .attempts.get(this.attemptId)
      .catch(() => reopenDatabase().attempts.get(this.attemptId))
    if (known !== undefined) return false
    const db = localDatabase()
    const { restoreAttempt } = await import('./restored.ts')
    if (!(await restoreAttempt(db, this.#memory, await this.#device))) return false
    await this.#sync.beginAnew()
    return true
  }

  #held(held: boolean): void {
    if (held && !this.#memory.content) void this.#loadContent()
    // The tab that took the lock shows what is in the log.
    if (!held) void this.#typing.flush()
    this.#publish()
  }

  #heard(): void {
    if (this.#memory.attempt.state !== 'running') markFinished()
    void this.#staff.look()
    this.#publish()
  }

  #streamEvent(event: StreamEvent): void {
    if (event.type === 'TestChannel') this.#judged.runArrived(event)
    else if (event.type === 'submission') void this.#judged.submissionArrived(event)
    else this.#sync.wake()
  }

  async #loadContent(): Promise<void> {
    this.#memory.content ??= await bringContent(localDatabase, () => this.#memory.attempt)
    this.#publish()
  }

  async #noteReturn(): Promise<void> {
    const { attempt_id, tail_seq, connection } = this.#memory.attempt
    this.#notices.recall(connection ?? null)
    const last = await localDatabase().ops.get([attempt_id, tail_seq])
    const ms = last ? Math.max(0, Date.now() - last.wall_ms) : 0
    await this.signal('restored', { ms }).catch(() => {})
  }

  #tick(): void {
    const { attempt, finishing, sync, isHolder } = this.#memory
    if (attempt.finished_at === null && !finishing && attempt.state === 'running' && isHolder) {
      // Without a monotonic clock since the last contact (a reload offline) only the server ends the test.
      const trusted = attempt.anchor.bootId === bootId
      if (trusted && this.now() >= attempt.deadline_at) void this.finish('timeout')
      if (this.#notices.look()) this.#sync.wake()
    }
    if (sync?.offlineSince != null) this.#publish()
    if (++this.#looked % LOOK_TICKS === 0) {
      void (isHolder ? this.#farewell.look() : this.#sync.follow())
      if (isHolder) void this.#restore()
    }
    this.#sync.check()
    this.#sync.carry()
  }

  /** The page may be gone the next moment: keep what was typed, and ask the worker to carry on. */
  #leave(): void {
    this.#lastWords.keep()
    void Promise.all([this.#typing.flush(), this.#writer.idle()]).then(() => this.#lastWords.settle())
    askWorkerToCarryOn()
  }

  #publish(): void {
    this.#snapshot = this.#lastWords.shownIn(snapshotOf(this.#memory))
    for (const listener of this.#listeners) listener()
  }
}
