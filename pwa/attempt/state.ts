import type { SyncAnswer } from '#contract/sync.ts'
import type { NoticeView } from '#contract/views/candidate.ts'
import type { SyncState } from '#machines/sync/state.ts'
import type { RunItem } from './api.ts'
import { deviceClocks, timerNow } from './clock.ts'
import { toldBy } from './db/ack.ts'
import type { WrittenOps } from './db/append.ts'
import { findContent } from './db/content.ts'
import { readNotices, readPrefs } from './db/prefs.ts'
import type {
  AnswerRecord,
  AttemptRecord,
  ContentRecord,
  LocalDatabase,
  SubmissionRecord,
} from './db/schema.ts'
import { byTime, readWork, strikesOf, type Work } from './db/work.ts'

/** What the actor holds of the device's storage: rebuilt from it at every load, never the other way round. */
export interface ClientState extends Work {
  content: ContentRecord | null
  /** Choices that are on their way into the log, by key: the newest of each. */
  choosing: Map<string, Choosing>
  /** Submissions on their way into the log, oldest first. */
  submitting: Submitting[]
  /** The finish is made and on its way into the log, since then in server milliseconds. */
  finishing: { at: number } | null
  languageOf: Record<number, number>
  /** How often the log counts that the test was left, where the record does not: see AttemptRecord.strikes_seq. */
  strikes: number
  /** Where in the test the person stood; the screens' own, kept for them. */
  place: unknown
  /** What staff said, oldest first, as far as it was fetched. */
  notices: NoticeView[]
  /** How often work of a lost device has come in here, for editors to show it. */
  arrivals: number
  run: RunItem | null
  sync: SyncState | null
  /** What the server said last of time, rules and end, where the device's storage would not take it. */
  told: Partial<AttemptRecord> | null
  isHolder: boolean
  /** Something typed is not kept yet: nothing may be called saved. By key, or at all. */
  isTyping: (key?: string) => boolean
  /** What is not in the log, while something could not be kept: keys, and types where there is no key. */
  notKept: () => ReadonlySet<string>
  storageFault: string | null
}

export interface Choosing {
  selected: number[]
  /** What a save among them saves; null where there is none. */
  saving: number[] | null
}

export type Submitting = Pick<SubmissionRecord, 'op_id' | 'problem_id' | 'language_id' | 'made_at'>

/** Takes up the test where the tab that had it left off. @throws NoAttempt where it has left the device */
export async function resumeState(memory: ClientState, db: LocalDatabase): Promise<void> {
  const [, course] = await Promise.all([rereadState(memory, db), readPrefs(db, memory.attempt.attempt_id)])
  Object.assign(memory, course, { strikes: await strikesOf(db, memory.attempt) })
}

/** @throws NoAttempt */
export async function readState(db: LocalDatabase, attemptId: string): Promise<ClientState> {
  const [work, course, content, notices] = await Promise.all([
    readWork(db, attemptId),
    readPrefs(db, attemptId),
    findContent(db, attemptId),
    readNotices(db, attemptId),
  ])
  return {
    ...work,
    choosing: new Map(),
    submitting: [],
    finishing: null,
    ...course,
    strikes: await strikesOf(db, work.attempt),
    content: content ?? null,
    notices,
    arrivals: 0,
    run: null,
    sync: null,
    told: null,
    isHolder: true,
    isTyping: () => false,
    notKept: () => new Set(),
    storageFault: null,
  }
}

/** What stands on the disk, but for what the server said since and the disk would not take. */
function setAttempt(memory: ClientState, attempt: AttemptRecord): void {
  memory.attempt = { ...attempt, ...memory.told }
}

/** What the server said and only this page knows, no ack among it; null where the disk has it. */
export function applyServer(memory: ClientState, answer: SyncAnswer | null): void {
  memory.told = answer && { ...memory.told, ...toldBy(memory.attempt, answer) }
  setAttempt(memory, memory.attempt)
}

/**
 * Takes over what a write has put on the disk, without reading it back: this happens beside somebody's typing. What a
 * reading that began before the write brings has come by then, as the storage does the one after the other.
 */
export function applyWrite(memory: ClientState, { attempt, answers, submissions }: WrittenOps): void {
  setAttempt(memory, attempt)
  memory.answers = new Map([...memory.answers, ...answers.map((row) => [row.key, row] as const)])
  memory.submissions = [...memory.submissions, ...submissions].sort(byTime)
}

/** Reads again what an ack, or another tab, changed. @throws NoAttempt where the test has left the device: all stays as it is */
export async function rereadState(memory: ClientState, db: LocalDatabase): Promise<void> {
  const { attempt, ...work } = await readWork(db, memory.attempt.attempt_id)
  setAttempt(memory, attempt)
  Object.assign(memory, work)
}

/** Whether a value that is saved counts for nothing by itself, as this device knows or the server says. */
export const isUncounted = (
  { late }: Pick<ClientState, 'late'>,
  { seq, is_uncounted }: Pick<AnswerRecord, 'seq' | 'is_uncounted'>,
): boolean => is_uncounted === true || late.has(seq)

/** Server time for timers, in milliseconds. */
export const serverNow = (memory: ClientState): number => timerNow(memory.attempt.anchor)

/** When it began, by the clock that nobody sets, and what tells it from another one. */
interface Outage {
  began: number
  mark: number
}
const outages = new WeakMap<ClientState, Outage>()

/**
 * For how long the server has been out of reach, in milliseconds; null while it is in reach. By the clock that nobody sets:
 * whoever moves the computer's by nine hours was not away for nine hours.
 */
export function offlineFor(memory: ClientState): number | null {
  const { offlineSince: since = null, lastContactAt = null } = memory.sync ?? {}
  if (since === null) {
    outages.delete(memory)
    return null
  }
  // Both follow a clock that is set back: what lies between them is another one after another answer alone.
  const mark = lastContactAt === null ? 0 : since - lastContactAt
  const known = outages.get(memory)
  const { began } = known?.mark === mark ? known : { began: deviceClocks.mono() - awaySince(memory, since) }
  outages.set(memory, { began, mark })
  return deviceClocks.mono() - began
}

/** A page that was loaded in an outage goes by what the one before noted, as long as it has heard nothing itself. */
function awaySince({ attempt, sync }: ClientState, since: number): number {
  const { connection, offline_since } = attempt
  const isOlder = sync?.lastContactAt == null && connection === 'offline' && offline_since !== undefined
  const before = isOlder ? timerNow(attempt.anchor) - offline_since : 0
  return Math.max(0, deviceClocks.wall() - since, before)
}
