import type { SyncAnswer } from '#contract/sync.ts'
import { isStrike } from '#machines/attempt/proctoring.ts'
import type { SyncState } from '#machines/sync/state.ts'
import { deviceClocks, timerNow } from '../local/clock.ts'
import type {
  AnswerRecord,
  AttemptRecord,
  ContentRecord,
  LocalDatabase,
  SubmissionRecord,
} from '../local/database.ts'
import { NO_TEST, NoAttempt, type Written } from '../local/log.ts'
import { toldBy } from '../sync/store.ts'
import { readCourse } from './course.ts'
import type { RunItem } from './testApi.ts'
import type { NoticeView } from './views.ts'

/** What the actor holds of the device's storage: rebuilt from it at every load, never the other way round. */
export interface Memory {
  attempt: AttemptRecord
  content: ContentRecord | null
  answers: Map<string, AnswerRecord>
  /** Choices that are on their way into the log, by key: the newest of each. */
  choosing: Map<string, Choosing>
  /** Submissions on their way into the log, oldest first. */
  submitting: Submitting[]
  /** The finish is made and on its way into the log, since then in server milliseconds. */
  finishing: { at: number } | null
  /** Server time each seq of an answer was taken at. */
  ackedAt: Map<number, number>
  submissions: SubmissionRecord[]
  rejected: Map<string, string>
  /** Seqs of answers that the server refused: acknowledged, and not saved. */
  refused: Set<number>
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

/** What acks change. */
type Work = Pick<Memory, 'attempt' | 'answers' | 'ackedAt' | 'submissions' | 'rejected' | 'refused'>

/**
 * Reads it together, in one transaction: this is done after every ack, and the next write waits for reads that began
 * before it. A test that leaves the device meanwhile is read whole, or not at all.
 * @throws NoAttempt
 */
const readWork = (db: LocalDatabase, attemptId: string): Promise<Work> =>
  db.transaction('r', [db.attempts, db.answers, db.submissions, db.ops], async () => {
    const [attempt, answers, submissions] = await Promise.all([
      db.attempts.get(attemptId),
      db.answers.where('attempt_id').equals(attemptId).toArray(),
      db.submissions.where('attempt_id').equals(attemptId).toArray(),
    ])
    if (!attempt) throw new NoAttempt(NO_TEST)
    const opsOf = (rows: readonly { seq: number }[]) =>
      db.ops.bulkGet(rows.map((row) => [attemptId, row.seq] as [string, number]))
    const [ops, submitOps] = await Promise.all([opsOf(answers), opsOf(submissions)])
    return {
      attempt,
      answers: new Map(answers.map((row) => [row.key, row])),
      ackedAt: new Map(ops.flatMap((op) => (op?.acked_at ? [[op.seq, op.acked_at] as const] : []))),
      refused: new Set(ops.flatMap((op) => (op?.reason ? [op.seq] : []))),
      submissions: submissions.toSorted(byTime),
      rejected: new Map(submitOps.flatMap((op) => (op?.reason ? [[op.op_id, op.reason] as const] : []))),
    }
  })

/**
 * Those the server told of, and those this device has written since. In a test that was begun with an earlier version of
 * the pages they stand in the log, which is read only where they decide anything.
 */
async function strikesOf(db: LocalDatabase, attempt: AttemptRecord): Promise<number> {
  const { attempt_id, strikes = 0, strikes_seq } = attempt
  if (strikes_seq === undefined) return strikes
  if (attempt.view.leave_policy !== 'warn') return 0
  const since = db.ops
    .where('[attempt_id+seq]')
    .between([attempt_id, strikes_seq], [attempt_id, Infinity], false)
  return strikes + (await since.filter((op) => isStrike(op.type, JSON.parse(op.body ?? '{}'))).count())
}

/** Takes up the test where the tab that had it left off. @throws NoAttempt where it has left the device */
export async function takeUp(memory: Memory, db: LocalDatabase): Promise<void> {
  const [, course] = await Promise.all([refresh(memory, db), readCourse(db, memory.attempt.attempt_id)])
  Object.assign(memory, course, { strikes: await strikesOf(db, memory.attempt) })
}

/** @throws NoAttempt */
export async function readMemory(db: LocalDatabase, attemptId: string): Promise<Memory> {
  const [work, course, content, notices] = await Promise.all([
    readWork(db, attemptId),
    readCourse(db, attemptId),
    db.content.get(attemptId),
    db.settings.get(`notices:${attemptId}`),
  ])
  return {
    ...work,
    choosing: new Map(),
    submitting: [],
    finishing: null,
    ...course,
    strikes: await strikesOf(db, work.attempt),
    content: content ?? null,
    notices: (notices?.value as NoticeView[] | undefined) ?? [],
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
function setAttempt(memory: Memory, attempt: AttemptRecord): void {
  memory.attempt = { ...attempt, ...memory.told }
}

/** What the server said and only this page knows, no ack among it; null where the disk has it. */
export function hear(memory: Memory, answer: SyncAnswer | null): void {
  memory.told = answer && { ...memory.told, ...toldBy(memory.attempt, answer) }
  setAttempt(memory, memory.attempt)
}

const byTime = (a: SubmissionRecord, b: SubmissionRecord): number => a.made_at - b.made_at

/**
 * Takes over what a write has put on the disk, without reading it back: this happens beside somebody's typing. What a
 * reading that began before the write brings has come by then, as the storage does the one after the other.
 */
export function take(memory: Memory, { attempt, answers, submissions }: Written): void {
  setAttempt(memory, attempt)
  memory.answers = new Map([...memory.answers, ...answers.map((row) => [row.key, row] as const)])
  memory.submissions = [...memory.submissions, ...submissions].sort(byTime)
}

/** Reads again what an ack, or another tab, changed. @throws NoAttempt where the test has left the device: all stays as it is */
export async function refresh(memory: Memory, db: LocalDatabase): Promise<void> {
  const { attempt, ...work } = await readWork(db, memory.attempt.attempt_id)
  setAttempt(memory, attempt)
  Object.assign(memory, work)
}

/** Server time for timers, in milliseconds. */
export const serverNow = (memory: Memory): number => timerNow(memory.attempt.anchor)

const outages = new WeakMap<Memory, number>()

/**
 * For how long the server has been out of reach, in milliseconds; null while it is in reach. By the clock that nobody sets:
 * whoever moves the computer's by nine hours was not away for nine hours.
 */
export function offlineFor(memory: Memory): number | null {
  const since = memory.sync?.offlineSince ?? null
  if (since === null) {
    outages.delete(memory)
    return null
  }
  const began = outages.get(memory) ?? deviceClocks.mono() - Math.max(0, deviceClocks.wall() - since)
  outages.set(memory, began)
  return deviceClocks.mono() - began
}
