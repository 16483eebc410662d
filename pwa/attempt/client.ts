import type { FinishBody, OpType, SpanBody } from '#contract/ops.ts'
import type { AttemptClient, TestSnapshot } from './api.ts'
import { Commands, Finishing, keepDrafts } from './commands.ts'
import { showContent } from './content.ts'
import { findOp } from './db/ops.ts'
import { keepLanguages, keepPlace } from './db/prefs.ts'
import { localDatabase } from './db/schema.ts'
import { DraftBuffer } from './draftBuffer.ts'
import { mayWrite, refusalHere } from './gate.ts'
import { Recovery } from './log/recovery.ts'
import { LogWriter } from './log/writer.ts'
import { Memory } from './memory.ts'
import { StaffMessages } from './messages.ts'
import { bootId } from './random.ts'
import { RunsAndVerdicts } from './results.ts'
import type { AttemptCleanup } from './session/cleanup.ts'
import { followEnd } from './session/followEnd.ts'
import { restoreIfGone } from './session/restoreIfGone.ts'
import { writeLanguages } from './session/store.ts'
import { ConnectivityLog, Signals } from './signals.ts'
import { snapshotOf } from './snapshot.ts'
import { readState, serverNow } from './state.ts'
import { isTaken } from './tabs/lock.ts'
import { writerLock } from './tabs/lockNames.ts'
import { listenToPage, registerBackgroundSync } from './tabs/pageLifecycle.ts'
import { TabSync } from './tabs/tabs.ts'

const TICK_MS = 500
const LOOK_TICKS = 4

/**
 * The test on this device, as screens see and change it: what they do is written to the log first, shown once it is
 * written, and carried by the sender. Nothing here waits for the network before work is kept.
 */
export class DeviceAttemptClient implements AttemptClient {
  readonly #memory: Memory
  readonly #takeOver: (token: string) => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  readonly #log: LogWriter
  readonly #drafts: DraftBuffer
  readonly #commands: Commands
  readonly #finishing: Finishing
  readonly #recovery: Recovery
  readonly #results: RunsAndVerdicts
  readonly #signals: Signals
  readonly #messages: StaffMessages
  #cleanup: AttemptCleanup | undefined
  readonly #connectivity: ConnectivityLog
  readonly #tabs: TabSync
  #snapshot: TestSnapshot

  private constructor(memory: Memory, takeOver: (token: string) => Promise<unknown>) {
    this.#memory = memory
    this.#takeOver = takeOver
    this.#log = new LogWriter(memory)
    this.#drafts = new DraftBuffer(memory)
    keepDrafts(memory, this.#log)
    this.#commands = new Commands(memory, this.#log)
    this.#finishing = new Finishing(memory, this.#drafts, this.#log)
    this.#recovery = new Recovery(localDatabase, memory, this.#drafts, this.#log, this.#finishing)
    this.#connectivity = new ConnectivityLog(memory, this.#log)
    this.#signals = new Signals(memory, this.#log)
    this.#results = new RunsAndVerdicts(localDatabase, memory)
    this.#messages = new StaffMessages(localDatabase, memory)
    followEnd(memory)
    restoreIfGone(memory)
    this.#tabs = new TabSync(memory)
    this.#snapshot = this.#shown()
    memory.subscribe(() => this.#publish())
    memory.on('TICK', () => {
      // How long it has been away is told, and how long until it is tried again.
      if (memory.state.sync?.offlineSince != null) this.#publish()
    })
  }

  /** @param takeOver takes the lease for this device, with a token of the attempt */
  static async open(
    attemptId: string,
    takeOver: (token: string) => Promise<unknown>,
  ): Promise<DeviceAttemptClient> {
    const memory = new Memory(await readState(localDatabase(), attemptId))
    const { anchor, tail_seq } = memory.state.attempt
    const client = new DeviceAttemptClient(memory, takeOver)
    await client.#tabs.open()
    listenToPage({
      wake: () => memory.send({ type: 'WAKE' }),
      leave: () => {
        memory.send({ type: 'PAGE_LEAVES' })
        registerBackgroundSync()
      },
    })
    let ticks = 0
    setInterval(() => {
      memory.send({ type: 'TICK' })
      if (++ticks % LOOK_TICKS === 0) memory.send({ type: 'LOOK' })
    }, TICK_MS)
    if (anchor.bootId !== bootId && tail_seq > 0) await client.#noteReturn()
    void showContent(localDatabase, memory)
    return client
  }

  get attemptId(): string {
    return this.#memory.state.attempt.attempt_id
  }

  getSnapshot = (): TestSnapshot => this.#snapshot
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  now = (): number => serverNow(this.#memory.state)

  select = (questionId: number, optionIds: number[]): Promise<void> =>
    this.#commands.choose('mcq_select', questionId, optionIds)
  saveChoice = (questionId: number, optionIds: number[]): Promise<void> =>
    this.#commands.choose('mcq_save', questionId, optionIds)

  async submitMcqs(): Promise<void> {
    const op = { type: 'mcq_submit_all', body: {} } as const
    if (mayWrite(this.#memory.state, op)) await this.#log.append([{ ...op, key: '' }])
  }

  type(problemId: number, languageId: number, text: string): void {
    if (this.#snapshot.phase === 'running') this.#drafts.type(problemId, languageId, text)
  }

  async chooseLanguage(problemId: number, languageId: number): Promise<void> {
    this.#memory.send({ type: 'LANGUAGE_CHOSEN', problemId, languageId })
    const { languageOf } = this.#memory.state
    writeLanguages(languageOf)
    await keepLanguages(localDatabase(), this.attemptId, languageOf)
  }

  get keptPlace(): unknown {
    return this.#memory.state.place
  }

  keepPlace(place: object): void {
    this.#memory.send({ type: 'PLACE_LEFT', place })
    void keepPlace(localDatabase(), this.attemptId, place)
  }

  async saveDraft(problemId: number, languageId: number, text: string): Promise<void> {
    try {
      await this.#memory.request('KEEP_DRAFT', { problemId, languageId, text })
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
  runHere = (): Promise<void> => this.#results.runHere()
  stopRun = (): void => this.#results.stopRun()

  finish = (reason: FinishBody['reason']): Promise<void> => this.#finishing.finish(reason)
  snapshot = (jpeg: Blob): Promise<void> => this.#signals.snapshot(jpeg)
  signal = (type: OpType, body?: SpanBody): Promise<void> => this.#signals.signal(type, body)
  reportFraud = (reason: string): Promise<void> => this.#signals.reportFraud(reason)

  async feedback(rating: number | null, comment: string): Promise<void> {
    const op = { type: 'feedback', body: { rating, comment } } as const
    if ((rating === null && comment.trim() === '') || refusalHere(this.#memory.state, op) !== null) return
    await this.#log.append([{ ...op, key: '' }])
  }

  unkept = (): ReadonlyMap<string, string> => this.#recovery.unkept()
  noticesRead = (id: number): Promise<void> => this.#messages.read(id)

  /** Its part comes with the end page. */
  async endReached(endedAt?: number): Promise<void> {
    const { AttemptCleanup } = await import('./session/cleanup.ts')
    this.#cleanup ??= new AttemptCleanup(localDatabase, this.#memory, () =>
      isTaken(writerLock(this.attemptId)),
    )
    await this.#cleanup.reached(endedAt)
  }

  async rescueFile(): Promise<Blob | null> {
    const { makeRescueFile } = await import('./sync/rescueFile.ts')
    return makeRescueFile(localDatabase(), this.attemptId)
  }

  retryNow = (): void => this.#memory.send({ type: 'WAKE' })

  async useHere(): Promise<void> {
    if (this.#snapshot.phase === 'elsewhere') {
      await this.#takeOver(this.#memory.state.attempt.token)
      location.reload()
    } else await this.#tabs.takeOver()
  }

  /** The page was closed in between: since when, as far as the log tells. */
  async #noteReturn(): Promise<void> {
    const { attempt_id, tail_seq, connection } = this.#memory.state.attempt
    this.#connectivity.recall(connection ?? null)
    const last = await findOp(localDatabase(), attempt_id, tail_seq)
    const ms = last ? Math.max(0, Date.now() - last.wall_ms) : 0
    await this.signal('restored', { ms }).catch(() => {})
  }

  #shown(): TestSnapshot {
    return this.#recovery.shownIn(snapshotOf(this.#memory.state))
  }

  #publish(): void {
    this.#snapshot = this.#shown()
    for (const listener of this.#listeners) listener()
  }
}
