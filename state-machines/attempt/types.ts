import type { LeaveDecision, LeaveFacts, LeavePolicy, LeaveReason } from './proctoring.ts'
import type { AnnouncedMinute } from './timer.ts'

/** All times are server milliseconds and absolute, so that a restored machine is right at its first tick. */
export interface ExamInput {
  now: number
  deadlineAt: number
  policy: LeavePolicy
  warningsAllowed: number
  /** Departures counted before this page was loaded. */
  strikes: number
  fullScreenAttemptsLeft: number
  /** Contact with the server lost since; null while there is contact. */
  lostSince: number | null
}

export interface ExamContext extends ExamInput {
  /** The minute mark announced last. */
  announced: AnnouncedMinute | null
  /** Full screen was entered once, or the browser has none: from then on leaving counts. */
  enabled: boolean
  awaySince: number | null
  /** From when on the departure is judged: its beginning, or the end of what a prompt excused of it. */
  judgedFrom: number | null
  /** How the departure that lasts was judged; null before. */
  decision: LeaveDecision | null
  /** How the last way out of full screen was judged. */
  screenAs: LeaveDecision | null
  screenLeftAt: number | null
  contactBackAt: number | null
  /** Until when the device could not keep what was written, without end while it cannot. */
  faultUntil: number | null
  dialogSince: number | null
  unloading: boolean
  /** Left more often, or longer, than the rules allow. */
  isForced: boolean
}

export type ExamEvent =
  | { type: 'TICK'; now: number }
  | { type: 'DEADLINE'; at: number }
  | { type: 'CONTACT'; lostSince: number | null; now: number }
  /** Whether this device keeps what is written. */
  | { type: 'KEPT'; isKept: boolean; now: number }
  | { type: 'FULL_SCREEN'; on: boolean; now: number }
  | { type: 'NO_FULL_SCREEN' }
  /** The rules as they count from now on: an accommodation changes them while the test runs. */
  | { type: 'RULES'; policy: LeavePolicy; warningsAllowed: number; isScreenFree: boolean }
  | { type: 'LEFT'; now: number }
  | { type: 'CAME_BACK'; now: number }
  /** Staff stopped the clock: whoever leaves now leaves nothing. */
  | { type: 'PAUSED' }
  | { type: 'DIALOG'; open: boolean; now: number }
  | { type: 'UNLOADING'; on: boolean }

/** The events that the screen says or logs; the machine itself touches nothing. */
export type ExamEmitted =
  /** `before`: the mark announced before it · isPast: plainly less than the mark is left */
  | { type: 'minutesLeft'; minutes: AnnouncedMinute; before: AnnouncedMinute | null; isPast: boolean }
  | { type: 'focusLost' }
  | { type: 'focusReturned'; ms: number; counted: boolean; why: LeaveReason }
  | { type: 'judged'; judgement: LeaveDecision; strikes: number; allowed: number }
  | { type: 'screenLeft'; judgement: LeaveDecision; attemptsLeft: number }
  | { type: 'screenEntered'; ms: number }

/** The departure that broke the rules. */
export interface ExamOutput {
  by: LeaveFacts['kind']
}
