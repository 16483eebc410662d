/**
 * The meaning of leaving the test. Pure: facts in, judgement out; the same facts always give the same answer, so the
 * screen, the log and the report never disagree.
 */

export type LeavePolicy = 'end' | 'warn' | 'log'

/** A focus loss or a hidden page shorter than this is a slip, not a departure. */
export const SLIP_MS = 1_500
/**
 * People open the network menu, sign in to a portal or make room on a full device: for so long after contact returns, or the
 * device keeps what is written again, nothing counts.
 */
export const CONTACT_GRACE_MS = 60_000
/** A prompt takes the focus without fault for so long: one that nobody answers is no leave to go. */
export const PROMPT_MS = 60_000

export interface LeaveFacts {
  kind: 'away' | 'fullscreen'
  policy: LeavePolicy
  /** How many departures the policy 'warn' forgives. */
  warningsAllowed: number
  /** Departures counted before this one. */
  strikes: number
  beforeFirstFullScreen: boolean
  /** How long a permission prompt, or a file or camera dialog, has been open; null where none is. */
  dialogMs: number | null
  /** How long the focus has been gone, from the end of a prompt's excuse on; full screen is judged at once. */
  lostMs: number
  contactLost: boolean
  /** Since contact with the server returned; null where it was never lost. */
  sinceContactMs: number | null
  /** Since this device could not keep what was written, 0 while it cannot; null where it always could. */
  sinceFaultMs: number | null
  /** The page is being reloaded or closed: an absence with a duration, never a strike. */
  unloading: boolean
  /** Full-screen exits left, this one not yet taken off. */
  fullScreenAttemptsLeft: number
}

export interface LeaveDecision {
  /** Whether it is a strike, or for full screen a used attempt. */
  count: boolean
  consequence: 'none' | 'warn' | 'end'
  why: LeaveReason
}

export type LeaveReason =
  | 'before_full_screen'
  | 'dialog'
  | 'unloading'
  | 'contact_lost'
  | 'contact_just_back'
  | 'not_kept'
  | 'slip'
  | 'attempt_used'
  | 'logged'
  | 'warned'
  | 'policy'

/**
 * Whether an op of the log tells of a strike: a departure that counts, unless a full-screen attempt was spent for it.
 * The op of a lost focus is written once the departure is judged, not at the return, because a person who closes the
 * page never returns.
 */
export const isStrike = (type: string, { counted, why }: { counted?: boolean; why?: string }): boolean =>
  (type === 'focus_lost' || type === 'fullscreen_left') && counted === true && why !== 'attempt_used'

/** Whether an op of the log says that a full-screen attempt was spent. */
export const isScreenExit = (type: string, { counted }: { counted?: boolean }): boolean =>
  type === 'fullscreen_left' && counted === true

/** Whether a prompt still excuses that the focus went. */
export const excusesFocus = (dialogMs: number | null): boolean => dialogMs !== null && dialogMs < PROMPT_MS

const isRecent = (ms: number | null): boolean => ms !== null && ms < CONTACT_GRACE_MS

const forgiven = (why: LeaveReason): LeaveDecision => ({ count: false, consequence: 'none', why })

function excuse(facts: LeaveFacts): LeaveReason | null {
  if (facts.beforeFirstFullScreen) return 'before_full_screen'
  if (facts.unloading) return 'unloading'
  if (excusesFocus(facts.dialogMs)) return 'dialog'
  if (facts.contactLost) return 'contact_lost'
  if (isRecent(facts.sinceContactMs)) return 'contact_just_back'
  if (isRecent(facts.sinceFaultMs)) return 'not_kept'
  if (facts.kind === 'away' && facts.lostMs < SLIP_MS) return 'slip'
  return null
}

/** Judges one departure by the drive's policy. */
export function judgeLeave(facts: LeaveFacts): LeaveDecision {
  const why = excuse(facts)
  return why ? forgiven(why) : judgeUnexcused(facts)
}

type Counters = Pick<LeaveFacts, 'policy' | 'warningsAllowed' | 'strikes' | 'fullScreenAttemptsLeft'>

/** How often full screen may be left before it counts as leaving the test: the last of the attempts does. */
export const freeScreenExits = (facts: Counters): number => Math.max(0, facts.fullScreenAttemptsLeft - 1)

/** The consequence of the next way out of full screen if nothing excuses it: to be said before. */
export const nextScreenExit = (facts: Counters): LeaveDecision =>
  judgeUnexcused({ ...facts, kind: 'fullscreen' })

function judgeUnexcused(facts: Counters & Pick<LeaveFacts, 'kind'>): LeaveDecision {
  if (facts.kind === 'fullscreen' && freeScreenExits(facts) > 0) {
    return { count: true, consequence: 'none', why: 'attempt_used' }
  }
  if (facts.policy === 'log') return { count: true, consequence: 'none', why: 'logged' }
  if (facts.policy === 'warn' && facts.strikes < facts.warningsAllowed) {
    return { count: true, consequence: 'warn', why: 'warned' }
  }
  return { count: true, consequence: 'end', why: 'policy' }
}
