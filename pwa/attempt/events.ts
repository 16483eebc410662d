import type { StreamEvent } from '#contract/events.ts'
import type { NoticeView, SubmissionView } from '#contract/views/candidate.ts'
import type { SyncState } from '#machines/sync/state.ts'
import type { RunItem } from './api.ts'
import type { WrittenOps } from './db/append.ts'
import type { AttemptPrefs } from './db/prefs.ts'
import type { AttemptRecord, ContentRecord } from './db/schema.ts'
import type { Work } from './db/work.ts'
import type { Choosing, ClockReading, Submitting } from './state.ts'

/** The messages between the parts of the test on this page. */

/** The events that change the state of the test on this page. */
export type StateEvent =
  /** Read again: an ack or another tab changed it. */
  | { type: 'WORK_READ'; work: Work }
  /** Taken up where the tab that had it left off. */
  | { type: 'TEST_RESUMED'; work: Work; prefs: AttemptPrefs; strikes: number }
  /** Put on the disk. */
  | { type: 'OPS_WRITTEN'; written: WrittenOps }
  /** Said by the server, and not taken by the disk; null once it is. */
  | { type: 'SERVER_TOLD'; told: Partial<AttemptRecord> | null }
  | { type: 'CONTENT_CAME'; content: ContentRecord }
  | { type: 'CHOICES_MADE'; choices: ReadonlyMap<string, Choosing> }
  /** They are in the log, unless something newer is on its way under the same key. */
  | { type: 'CHOICES_KEPT'; choices: ReadonlyMap<string, Choosing> }
  | { type: 'SUBMISSIONS_MADE'; submissions: readonly Submitting[] }
  | { type: 'SUBMISSIONS_KEPT'; submissions: readonly Submitting[] }
  | { type: 'FINISH_MADE'; at: number }
  /** Tried: it is in the log, or another tab has taken it up. */
  | { type: 'FINISH_OVER' }
  | { type: 'LANGUAGE_CHOSEN'; problemId: number; languageId: number }
  | { type: 'POSITION_LEFT'; position: unknown }
  | { type: 'STRIKE_NOTED' }
  | { type: 'NOTICES_CAME'; notices: readonly NoticeView[] }
  /** @param isKept the disk took it as well */
  | { type: 'NOTICES_READ'; id: number; isKept: boolean }
  /** Work of a lost device is the answer now. */
  | { type: 'WORK_ARRIVED'; languageOf: Readonly<Record<number, number>> }
  | { type: 'RUN_CHANGED'; run: RunItem }
  | { type: 'SUBMISSION_JUDGED'; opId: string; result: SubmissionView }
  | { type: 'SYNC_CHANGED'; sync: SyncState; at: ClockReading }
  | { type: 'HOLDER_CHANGED'; isHolder: boolean }
  | { type: 'TYPING_CHANGED'; keys: ReadonlySet<string> }
  /** Something was tried to be kept: what could not, and why. */
  | { type: 'LOG_TRIED'; fault: string | null; unwritten: ReadonlySet<string> }

/**
 * A message that changes nothing that is known: one part says what happened on this page, and each part it concerns
 * acts.
 */
export type PartMessage =
  /** Every half second. */
  | { type: 'TICK' }
  /** Every two seconds: time to look what others did to the device's storage. */
  | { type: 'LOOK' }
  /** A try to reach the server is worth it now. */
  | { type: 'WAKE' }
  /** The page may be gone the next moment, or another window may take the test over. */
  | { type: 'PAGE_LEAVES' }
  /** The server answered, and what it said is in the state. */
  | { type: 'SERVER_HEARD' }
  /** This tab has the lock now, or lost it. */
  | { type: 'LOCK_CHANGED'; isHeld: boolean }
  /** The sender stood still although the server answered; a new one runs. */
  | { type: 'SENDER_STALLED' }
  | { type: 'STREAM_SAID'; event: StreamEvent }
  /** The test has left this device, by another tab. */
  | { type: 'TEST_GONE' }
  /** The finish is in the log of this device. */
  | { type: 'FINISH_KEPT' }
  /** Nothing of the test is on this device any more. */
  | { type: 'TEST_FORGOTTEN' }
  /** It is here again: it was opened again, and goes on in another tab. */
  | { type: 'TEST_IS_BACK' }
  /** Text that nobody has put down for a second. */
  | { type: 'TEXT_UNHELD'; text: Typed }

export interface Typed {
  problemId: number
  languageId: number
  text: string
}

export type ClientEvent = StateEvent | PartMessage
