import type { FinishBody, OpType, SpanBody } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import type { AttemptRules } from '#contract/sync.ts'
import type {
  DriveView,
  LanguageView,
  NoticeView,
  ProblemView,
  QuestionView,
  RunView,
  SubmissionView,
} from '#contract/views/candidate.ts'

/**
 * The test screen's view of a test and its actions. Screens see only this; keeping and sending is the actor's business.
 */

/**
 * On the server, on this device, typed a moment ago and not on the device yet (saving), on its way from the device to the
 * server (sending), or not to be kept because the device's storage fails.
 */
export type SaveState = 'server' | 'device' | 'saving' | 'sending' | 'unsaved'

export interface SaveLight {
  state: SaveState
  /** When the server took it, in server milliseconds; null before. */
  at: number | null
  /** The server has it beside the test, which another device went on with: whether it counts is not said by that. */
  isAside?: true
  /** The server has it, and it counts for nothing unless staff accepts it: it was made while the clock stood. */
  isLate?: true
}

export interface TotalLight extends SaveLight {
  /** Changes the server has not acknowledged. */
  waiting: number
}

export interface Connection {
  /**
   * closed: the server is in reach and takes nothing any more, the time for sending is over · unknown: this tab only
   * reads, and sends nothing by which it would know
   */
  state: 'online' | 'unknown' | 'offline' | 'captive' | 'unauthorized' | 'closed'
  /** Server milliseconds since when; null while online. */
  since: number | null
  /** When the next try starts, in server milliseconds. */
  nextTryAt: number | null
}

export interface TestContent {
  view: DriveView
  /** In the attempt's own order. */
  problems: ProblemView[]
  questions: QuestionView[]
  languages: LanguageView[]
  /** problem id → starter code a language. */
  templates: Record<number, { language_id: number; code: string }[]>
}

export interface Choice {
  selected: number[]
  saved: number[] | null
  /** The selection of a save that is on its way into this device's log. */
  saving?: number[] | null
  light: SaveLight | null
}

export interface Draft {
  text: string
  /** Written since the submissions of its problem that count: it is judged at the end beside them. */
  isNewer?: true
  light: SaveLight | null
}

export interface SubmissionItem {
  opId: string
  problemId: number
  languageId: number
  madeAt: number
  /** saving: not on this device yet · kept: still on this device · sent: in the server's queue · judged · held: late, so not judged */
  stage: 'saving' | 'kept' | 'sent' | 'judging' | 'judged' | 'held' | 'rejected'
  /** Why it is held or rejected, in words. */
  reason: string | null
  /** The last decision of staff about one that came late. */
  decision?: SubmissionView['decision']
  result: SubmissionView | null
}

export interface RunItem {
  problemId: number
  /** stopped: by whoever began it */
  stage: 'sending' | 'queued' | 'running' | 'done' | 'stopped' | 'failed'
  /** The program that ran, and in which language: its result says nothing of a newer one. */
  text: string
  languageId: number
  /** When it was asked for, in milliseconds of this device's clock. */
  at: number
  /** Before then the server runs no more of this test; null where it would. */
  refusedUntil: number | null
  /** The device could do it as well. */
  canRunHere: boolean
  /** A Run on the device is shown and forgotten: it is never graded. */
  place: 'server' | 'device'
  /** In words, where it failed. */
  message: string | null
  /** base64 streams, as the server sends them. */
  result: RunView | null
  custom: boolean
}

/** Whether its result is still to come. */
export const isWaited = (run: RunItem | null): boolean =>
  run !== null && (run.stage === 'sending' || run.stage === 'queued' || run.stage === 'running')

/**
 * running: work goes on · paused: staff stopped the clock · locked: the clock reached zero or the test was finished here · elsewhere: another
 * device holds the lease · closed: the server ended it
 */
export type TestPhase = 'loading' | 'running' | 'paused' | 'locked' | 'elsewhere' | 'second_tab' | 'ended'

export interface TestSnapshot {
  phase: TestPhase
  /** The test as the invitation describes it; there before its questions are. */
  view: DriveView
  content: TestContent | null
  choices: Readonly<Record<number, Choice>>
  /** `${problemId}:${languageId}` → the draft */
  drafts: Readonly<Record<string, Draft>>
  /** problem id → language chosen last */
  languageOf: Readonly<Record<number, number>>
  /** As they count now: `content.view` says what counted when the page was loaded. */
  rules: AttemptRules
  /** How often the log counts that the test was left. */
  strikes: number
  /** How often full screen was left and it counts. */
  screenExits: number
  mcqsSubmitted: boolean
  /** Newest last. */
  submissions: readonly SubmissionItem[]
  /** problem id → submissions still allowed, kept ones taken off. */
  submissionsLeft: Readonly<Record<number, number>>
  run: RunItem | null
  total: TotalLight
  /** How many of the waiting changes another device's turn put aside here: they may not be on the screen. */
  aside: number
  connection: Connection
  deadlineAt: number
  /**
   * The clock that counts the time: the server's last word and the page's own steady clock, or, after a reload without
   * an answer since, the computer's clock, which anybody can set.
   */
  timeBy: 'server' | 'computer'
  /** The clock stands still since then; deadlineAt lies ahead meanwhile. */
  pausedAt: number | null
  /** Words and acts of staff that were not read here yet, oldest first. */
  notices: readonly NoticeView[]
  /** How often work of another device has come in since the page began: what was not written here may read otherwise. */
  arrivals: number
  endReason: string | null
  finishedAt: number | null
  /** The finish is made and not on this device yet; it is tried until it is. */
  isFinishing: boolean
  /** First 12 base32 characters of the newest receipt's hash; null where the test had ended before this device came to it. */
  receiptCode: string | null
  /** The same receipt as a file. */
  receiptFile: ReceiptFile | null
  /** Why the last write failed, in words; null while all is well. */
  storageFault: string | null
  /** Meanwhile: the keys whose newest state stands on this page only, and types where there is no key. */
  notKept: ReadonlySet<string>
}

export interface AttemptActions {
  /** Server time now in milliseconds, from anchors and the monotonic clock. */
  now(): number
  select(questionId: number, optionIds: number[]): Promise<void>
  /** Resolves once the answer is kept on this device. */
  saveChoice(questionId: number, optionIds: number[]): Promise<void>
  submitMcqs(): Promise<void>
  /** Keeps what was typed: 1 s after the last key, at the latest every 5 s. */
  type(problemId: number, languageId: number, text: string): void
  /** The position in the test when this page was loaded, as `keepPosition` was given it. */
  readonly keptPosition: unknown
  keepPosition(position: object): void
  chooseLanguage(problemId: number, languageId: number): Promise<void>
  /** Resolves once the draft is kept on this device. */
  saveDraft(problemId: number, languageId: number, text: string): Promise<void>
  submit(problemId: number, languageId: number, text: string): Promise<void>
  /** One that is under way is stopped for it. */
  run(problemId: number, languageId: number, text: string, stdin?: string): Promise<void>
  /** The Run that was asked for last, on this device. */
  runHere(): Promise<void>
  /** Ends the Run that is under way. */
  stopRun(): void
  /**
   * Makes the finish, behind the last drafts: nothing can be changed any more. Resolves when it was tried to keep them; where
   * this device could not, that is shown and tried until it can.
   */
  finish(reason: FinishBody['reason']): Promise<void>
  /** A webcam picture: its hash enters the log, its bytes follow. */
  snapshot(jpeg: Blob): Promise<void>
  signal(type: Extract<OpType, `${string}_${string}`>, body?: SpanBody): Promise<void>
  /** Appends the specification's fraud report; after the finish at most one. */
  reportFraud(reason: string): Promise<void>
  feedback(rating: number | null, comment: string): Promise<void>
  /** Programs that are not on this device yet: `${problemId}:${languageId}` → the text. */
  unkept(): ReadonlyMap<string, string>
  /** Notices were read, up to this one. */
  noticesRead(id: number): Promise<void>
  /**
   * The end page was shown: once everything is on the server, the device forgets the test.
   * @param endedAt when the server ended it, for the page that stays
   */
  endReached(endedAt?: number): Promise<void>
  /**
   * Everything this device holds of the test, encrypted to the server; null where the server would not take so much.
   * @throws Error in words
   */
  rescueFile(): Promise<Blob | null>
  /** Asks the sender to try now. */
  retryNow(): void
  /** Takes the lease from the other device or tab. */
  useHere(): Promise<void>
}

export interface AttemptClient extends AttemptActions {
  /** Which test it is, on this device and on the server. */
  readonly attemptId: string
  getSnapshot(): TestSnapshot
  subscribe(listener: () => void): () => void
}
