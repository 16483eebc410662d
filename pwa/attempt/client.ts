import type { StreamEvent } from '#contract/events.ts'
import type { FinishBody, OpType, SpanBody, TypedOp } from '#contract/ops.ts'
import { isStrike } from '#machines/attempt/proctoring.ts'
import type { AttemptClient, TestSnapshot } from './api.ts'
import { Commands, Finishing } from './commands.ts'
import { ConnectivityLog } from './connectivityLog.ts'
import { bringContent } from './content.ts'
import type { NewEntry } from './db/append.ts'
import { draftEntry } from './db/append.ts'
import { findAttempt } from './db/attempts.ts'
import { deviceId } from './db/device.ts'
import { findOp } from './db/ops.ts'
import { keepLanguages, keepPlace } from './db/prefs.ts'
import { localDatabase, reopenDatabase } from './db/schema.ts'
import { clearUnloadBuffer } from './db/unloadBuffer.ts'
import { DraftBuffer } from './draftBuffer.ts'
import { mayWrite, RefusedByRules, refusalHere } from './gate.ts'
import { sha256OfBlob } from './hash.ts'
import { Recovery } from './log/recovery.ts'
import { LogWriter, type RetryPolicy } from './log/writer.ts'
import { StaffMessages } from './messages.ts'
import { bootId, randomText } from './random.ts'
import { RunsAndVerdicts } from './results.ts'
import { AttemptCleanup } from './session/cleanup.ts'
import { clearSession, keepFinishedInTab, markFinished, writeLanguages } from './session/store.ts'
import { snapshotOf } from './snapshot.ts'
import { type ClientState, isUncounted, readState, serverNow } from './state.ts'
import { blobDelay } from './sync/media.ts'
import { isTaken } from './tabs/lock.ts'
import { writerLock } from './tabs/lockNames.ts'
import { listenToPage, registerBackgroundSync } from './tabs/pageLifecycle.ts'
import { TabSync } from './tabs/tabs.ts'

const TICK_MS = 500
const LOOK_TICKS = 4

/**
 * The test on this device: writes to the log first, shows what is written, and lets the sender carry it. Screens see
 * its snapshot; nothing here waits for the network before work is kept.
 */
export class DeviceAttemptClient implements AttemptClient {
  readonly #state: ClientState
  readonly #takeOver: (token: string) => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  readonly #drafts: DraftBuffer
  readonly #results: RunsAndVerdicts
  readonly #writer: LogWriter
  readonly #connectivity: ConnectivityLog
  readonly #cleanup: AttemptCleanup
  readonly #commands: Commands
  readonly #finishing: Finishing
  readonly #recovery: Recovery
  readonly #messages: StaffMessages
  readonly #sync: TabSync
  #snapshot: TestSnapshot
  #looked = 0
  readonly #device = deviceId(localDatabase()).catch(() => randomText(16))
  #restoring: Promise<boolean> | null = null

  private constructor(memory: ClientState, takeOver: (token: string) => Promise<unknown>) {
    this.#takeOver = takeOver
    this.#state = memory
    this.#snapshot = snapshotOf(memory)
    this.#drafts = new DraftBuffer(
      (problemId, languageId, text) => this.#keepDraft(problemId, languageId, text),
      () => this.#publish(),
      (text) => this.#recovery.hold(text),
    )
    memory.isTyping = (key) => this.#drafts.isPending(key)
    this.#results = new RunsAndVerdicts(
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
    memory.notKept = () => new Set([...this.#writer.notKept(), ...this.#drafts.keys()])
    this.#commands = new Commands(memory, this.#writer, () => this.#publish())
    this.#finishing = new Finishing(
      memory,
      this.#drafts,
      this.#writer,
      () => {
        markFinished()
        this.#recovery.settle()
      },
      () => this.#publish(),
    )
    this.#recovery = new Recovery(localDatabase, memory, this.#drafts, this.#writer, this.#finishing, () =>
      this.#publish(),
    )
    this.#connectivity = new ConnectivityLog(memory, (entry) => this.#writer.append([entry], 'forever'))
    this.#messages = new StaffMessages(localDatabase, memory, () => this.#publish())
    this.#cleanup = new AttemptCleanup(
      localDatabase,
      memory,
      () => {
        this.#sync.close()
        const { attempt_id, drive_id, candidate_id } = memory.attempt
        const test = { attemptId: attempt_id, driveId: drive_id, candidateId: candidate_id }
        clearSession(test)
        keepFinishedInTab(test)
        clearUnloadBuffer(attempt_id)
      },
      () => isTaken(writerLock(memory.attempt.attempt_id)),
      // What this page knows of its end is old.
      () => location.reload(),
    )
    this.#sync = new TabSync(memory, {
      changed: () => this.#publish(),
      inherit: () => this.#recovery.take(),
      handOver: async () => {
        await this.#drafts.flush()
        await this.#writer.idle()
        // What this tab could not write the other one tries, and this one no more: it would come over newer work.
        if (!this.#recovery.keep()) return
        this.#recovery.letGo()
        this.#drafts.discard()
        this.#writer.discard()
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
  ): Promise<DeviceAttemptClient> {
    const memory = await readState(localDatabase(), attemptId)
    const returned = memory.attempt.anchor.bootId !== bootId && memory.attempt.tail_seq > 0
    const actor = new DeviceAttemptClient(memory, takeOver)
    await actor.#sync.open()
    listenToPage({ wake: () => actor.#sync.wake(), leave: () => actor.#leave() })
    setInterval(() => actor.#tick(), TICK_MS)
    if (returned) await actor.#noteReturn()
    void actor.#loadContent()
    return actor
  }

  get attemptId(): string {
    return this.#state.attempt.attempt_id
  }

  getSnapshot = (): TestSnapshot => this.#snapshot
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  now = (): number => serverNow(this.#state)

  select(questionId: number, optionIds: number[]): Promise<void> {
    return this.#commands.choose('mcq_select', questionId, optionIds)
  }

  saveChoice(questionId: number, optionIds: number[]): Promise<void> {
    return this.#commands.choose('mcq_save', questionId, optionIds)
  }

  async submitMcqs(): Promise<void> {
    const op = { type: 'mcq_submit_all', body: {} } as const
    if (mayWrite(this.#state, op)) await this.#append([{ ...op, key: '' }])
  }

  type(problemId: number, languageId: number, text: string): void {
    if (this.#snapshot.phase !== 'running') return
    const known = this.#drafts.isPending(`${problemId}:${languageId}`)
    this.#drafts.type(problemId, languageId, text)
    if (!known) this.#publish()
  }

  async chooseLanguage(problemId: number, languageId: number): Promise<void> {
    this.#state.languageOf = { ...this.#state.languageOf, [problemId]: languageId }
    this.#publish()
    writeLanguages(this.#state.languageOf)
    await keepLanguages(localDatabase(), this.attemptId, this.#state.languageOf)
  }

  get keptPlace(): unknown {
    return this.#state.place
  }

  keepPlace(place: object): void {
    this.#state.place = place
    void keepPlace(localDatabase(), this.attemptId, place)
  }

  async saveDraft(problemId: number, languageId: number, text: string): Promise<void> {
    try {
      await this.#keepDraft(problemId, languageId, text)
    } catch (fault) {
      // Tried again as what is typed is, unless more was typed meanwhile.
      if (!this.#drafts.isPending(`${problemId}:${languageId}`))
        this.#drafts.type(problemId, languageId, text)
      throw fault
    }
    this.#drafts.drop(problemId, languageId, text)
  }

  async submit(problemId: number, languageId: number, text: string): Promise<void> {
    await this.#commands.submit(problemId, languageId, text)
    this.#drafts.drop(problemId, languageId, text)
  }

  async run(problemId: number, languageId: number, text: string, stdin?: string): Promise<void> {
    await this.saveDraft(problemId, languageId, text)
    await this.#results.run(problemId, languageId, text, stdin)
  }

  runHere(): Promise<void> {
    return this.#results.runHere()
  }

  stopRun(): void {
    this.#results.stopRun()
  }

  finish(reason: FinishBody['reason']): Promise<void> {
    return this.#finishing.finish(reason)
  }

  async snapshot(jpeg: Blob): Promise<void> {
    const sha256 = await sha256OfBlob(jpeg)
    const picture = { sha256, body: jpeg, not_before: Date.now() + blobDelay() }
    await this.#appendOnce({ type: 'snapshot_taken', body: { sha256, bytes: jpeg.size } }, picture)
  }

  async signal(type: OpType, body: SpanBody = {}): Promise<void> {
    const { attempt } = this.#state
    const isOver = attempt.finished_at !== null || this.#state.finishing !== null
    if (isOver || attempt.state !== 'running' || !this.#state.isHolder) return
    if (isStrike(type, body)) this.#state.strikes++
    await this.#append([{ type, key: '', body }], 'forever')
  }

  reportFraud(reason: string): Promise<void> {
    return this.#appendOnce({ type: 'fraud_report', body: { reason } })
  }

  async feedback(rating: number | null, comment: string): Promise<void> {
    const op = { type: 'feedback', body: { rating, comment } } as const
    if ((rating === null && comment.trim() === '') || refusalHere(this.#state, op) !== null) return
    await this.#append([{ ...op, key: '' }])
  }

  unkept(): ReadonlyMap<string, string> {
    return this.#recovery.unkept()
  }

  noticesRead(id: number): Promise<void> {
    return this.#messages.read(id)
  }

  endReached(endedAt?: number): Promise<void> {
    return this.#cleanup.reached(endedAt)
  }

  async rescueFile(): Promise<Blob | null> {
    const { makeRescueFile } = await import('./sync/rescueFile.ts')
    return makeRescueFile(localDatabase(), this.#state.attempt.attempt_id)
  }

  retryNow(): void {
    this.#sync.wake()
  }

  async useHere(): Promise<void> {
    if (this.#snapshot.phase === 'elsewhere') {
      await this.#takeOver(this.#state.attempt.token)
      location.reload()
    } else await this.#sync.takeOver()
  }

  async #keepDraft(problemId: number, languageId: number, text: string): Promise<void> {
    const entry = draftEntry(problemId, languageId, text)
    const refusal = refusalHere(this.#state, entry)
    // What the end leaves behind is the writer's: it goes along with the finish, or not at all.
    if (refusal !== null && refusal !== 'after_finish') throw new RefusedByRules(refusal)
    const { key } = entry
    const isUnderway = this.#writer.underway(key).length > 0
    const stands = this.#state.answers.get(key)
    // What came late stands there too, and counts once it is saved again.
    const isThere = stands?.value === text && !isUncounted(this.#state, stands)
    if (!isUnderway && isThere && this.#state.storageFault === null) return this.#publish()
    await this.#append([entry])
  }

  /** Of what counts once, or up to a number: what is more than that is no work, and nobody is told. */
  async #appendOnce(
    op: TypedOp<'fraud_report' | 'snapshot_taken'>,
    picture?: NewEntry['picture'],
  ): Promise<void> {
    if (refusalHere(this.#state, op) !== null) return
    await this.#append([{ ...op, key: '', ...(picture && { picture }) }], 'forever')
  }

  /** Resolves when it is on this device. */
  #append(entries: NewEntry[], patience?: RetryPolicy): Promise<void> {
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
    if (!this.#state.isHolder) return false
    // Whoever deletes the database closes it under this page.
    const known = await findAttempt(localDatabase(), this.attemptId).catch(() =>
      findAttempt(reopenDatabase(), this.attemptId),
    )
    if (known !== undefined) return false
    const db = localDatabase()
    const { restoreAttempt } = await import('./session/restore.ts')
    if (!(await restoreAttempt(db, this.#state, await this.#device))) return false
    await this.#sync.beginAnew()
    return true
  }

  #held(held: boolean): void {
    if (held && !this.#state.content) void this.#loadContent()
    // The tab that took the lock shows what is in the log.
    if (!held) void this.#drafts.flush()
    this.#publish()
  }

  #heard(): void {
    if (this.#state.attempt.state !== 'running') markFinished()
    void this.#messages.look()
    this.#publish()
  }

  #streamEvent(event: StreamEvent): void {
    if (event.type === 'TestChannel') this.#results.runArrived(event)
    else if (event.type === 'submission') void this.#results.submissionArrived(event)
    else this.#sync.wake()
  }

  async #loadContent(): Promise<void> {
    this.#state.content ??= await bringContent(localDatabase, () => this.#state.attempt)
    this.#publish()
  }

  async #noteReturn(): Promise<void> {
    const { attempt_id, tail_seq, connection } = this.#state.attempt
    this.#connectivity.recall(connection ?? null)
    const last = await findOp(localDatabase(), attempt_id, tail_seq)
    const ms = last ? Math.max(0, Date.now() - last.wall_ms) : 0
    await this.signal('restored', { ms }).catch(() => {})
  }

  #tick(): void {
    const { attempt, finishing, sync, isHolder } = this.#state
    if (attempt.finished_at === null && !finishing && attempt.state === 'running' && isHolder) {
      // Without a monotonic clock since the last contact (a reload offline) only the server ends the test.
      const trusted = attempt.anchor.bootId === bootId
      if (trusted && this.now() >= attempt.deadline_at) void this.finish('timeout')
      if (this.#connectivity.look()) this.#sync.wake()
    }
    if (sync?.offlineSince != null) this.#publish()
    if (++this.#looked % LOOK_TICKS === 0) {
      void (isHolder ? this.#cleanup.look() : this.#sync.follow())
      if (isHolder) void this.#restore()
    }
    this.#sync.check()
    this.#sync.carry()
  }

  /** The page may be gone the next moment: keep what was typed, and ask the worker to carry on. */
  #leave(): void {
    this.#recovery.keep()
    void Promise.all([this.#drafts.flush(), this.#writer.idle()]).then(() => this.#recovery.settle())
    registerBackgroundSync()
  }

  #publish(): void {
    this.#snapshot = this.#recovery.shownIn(snapshotOf(this.#state))
    for (const listener of this.#listeners) listener()
  }
}
