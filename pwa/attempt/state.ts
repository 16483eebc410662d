import type { NoticeView } from '#contract/views/candidate.ts'
import type { SyncState } from '#machines/sync/state.ts'
import type { RunItem } from './api.ts'
import { deviceClocks, timerNow } from './clock.ts'
import { findContent } from './db/content.ts'
import { readNotices, readPrefs } from './db/prefs.ts'
import type {
  AnswerRecord,
  AttemptRecord,
  ContentRecord,
  LocalDatabase,
  SubmissionRecord,
} from './db/schema.ts'
import { readWork, strikesOf, type Work } from './db/work.ts'

/**
 * The page's knowledge of the test: rebuilt from the device's storage at every load, never the other way round. Plain
 * data, which only the reducer makes (see reduce.ts).
 */
export interface ClientState extends Work {
  readonly content: ContentRecord | null
  /** Choices that are on their way into the log, by key: the newest of each. */
  readonly choosing: ReadonlyMap<string, Choosing>
  /** Submissions on their way into the log, oldest first. */
  readonly submitting: readonly Submitting[]
  /** The finish is made and on its way into the log, since then in server milliseconds. */
  readonly finishing: { readonly at: number } | null
  readonly languageOf: Readonly<Record<number, number>>
  /** How often the log counts that the test was left, where the record does not: see AttemptRecord.strikes_seq. */
  readonly strikes: number
  /** The person's place in the test; the screens' own, kept for them. */
  readonly position: unknown
  /** The words of staff, oldest first, as far as they were fetched. */
  readonly notices: readonly NoticeView[]
  /** How often work of a lost device has come in here, for editors to show it. */
  readonly arrivals: number
  readonly run: RunItem | null
  readonly sync: SyncState | null
  readonly outage: Absence | null
  /** The server's last word on time, rules and end, if the device's storage would not take it. */
  readonly told: Partial<AttemptRecord> | null
  readonly isHolder: boolean
  /** Keys of what is typed and not kept yet: nothing of it may be called saved. */
  readonly typing: ReadonlySet<string>
  /** Entries that wait for the log while something could not be kept: keys, and types where there is no key. */
  readonly unwritten: ReadonlySet<string>
  /** Why something could not be kept, in the browser's words; null where all could. */
  readonly storageFault: string | null
}

export interface Choosing {
  readonly selected: number[]
  /** The selection of a save among them; null if there is none. */
  readonly saving: number[] | null
}

export type Submitting = Readonly<Pick<SubmissionRecord, 'op_id' | 'problem_id' | 'language_id' | 'made_at'>>

/** The clocks of the moment something happened, in milliseconds: the one nobody sets, the device's and the server's. */
export interface ClockReading {
  readonly mono: number
  readonly wall: number
  readonly server: number
}

/** The server cannot be reached: since when, by the clock that nobody sets, and what tells it from another time. */
export interface Absence {
  readonly began: number
  readonly mark: number
}

/** @throws NoAttempt */
export async function readState(db: LocalDatabase, attemptId: string): Promise<ClientState> {
  const [work, prefs, content, notices] = await Promise.all([
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
    ...prefs,
    strikes: await strikesOf(db, work.attempt),
    content: content ?? null,
    notices,
    arrivals: 0,
    run: null,
    sync: null,
    outage: null,
    told: null,
    isHolder: true,
    typing: new Set(),
    unwritten: new Set(),
    storageFault: null,
  }
}

/** Whether a value that is saved counts for nothing by itself, as this device knows or the server says. */
export const isUncounted = (
  { late }: Pick<ClientState, 'late'>,
  { seq, is_uncounted }: Pick<AnswerRecord, 'seq' | 'is_uncounted'>,
): boolean => is_uncounted === true || late.has(seq)

/** Work may be written on this page: the test runs, and no other tab has it. */
export const isOpenHere = ({
  attempt,
  finishing,
  isHolder,
}: Pick<ClientState, 'attempt' | 'finishing' | 'isHolder'>): boolean =>
  attempt.finished_at === null && finishing === null && attempt.state === 'running' && isHolder

/** Server time for timers, in milliseconds. */
export const serverNow = ({ attempt }: Pick<ClientState, 'attempt'>): number => timerNow(attempt.anchor)

/** The clocks as they stand. */
export const readClocks = (state: Pick<ClientState, 'attempt'>): ClockReading => ({
  mono: deviceClocks.mono(),
  wall: deviceClocks.wall(),
  server: serverNow(state),
})

/**
 * For how long the server has been out of reach, in milliseconds; null while it is in reach. By the clock that nobody sets:
 * whoever moves the computer's by nine hours was not away for nine hours.
 */
export const offlineFor = ({ outage }: Pick<ClientState, 'outage'>): number | null =>
  outage === null ? null : deviceClocks.mono() - outage.began
