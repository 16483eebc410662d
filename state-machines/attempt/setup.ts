import { assign, emit, setup } from 'xstate'
import { offlineTone, RETURNED_MS } from './connectivity.ts'
import { excusesFocus, judgeLeave, type LeaveDecision, type LeaveFacts, SLIP_MS } from './proctoring.ts'
import { isMarkPast, markPassed, minuteDue, type TimePhase, timePhase } from './timer.ts'
import type { ExamContext, ExamEmitted, ExamEvent, ExamInput, ExamOutput } from './types.ts'

const types = {} as {
  context: ExamContext
  events: ExamEvent
  input: ExamInput
  emitted: ExamEmitted
  output: ExamOutput
}

const nowOf = (event: ExamEvent, context: ExamContext): number => ('now' in event ? event.now : context.now)

const since = (from: number | null, now: number): number | null => (from === null ? null : now - from)

/** The facts as the machine holds them at one event. */
export function factsAt(context: ExamContext, kind: LeaveFacts['kind'], now: number): LeaveFacts {
  return {
    kind,
    policy: context.policy,
    warningsAllowed: context.warningsAllowed,
    strikes: context.strikes,
    beforeFirstFullScreen: !context.enabled,
    dialogMs: since(context.dialogSince, now),
    unloading: context.unloading,
    lostMs: since(context.judgedFrom, now) ?? 0,
    contactLost: context.lostSince !== null,
    sinceContactMs: since(context.contactBackAt, now),
    sinceFaultMs: context.faultUntil === null ? null : Math.max(0, now - context.faultUntil),
    fullScreenAttemptsLeft: context.fullScreenAttemptsLeft,
  }
}

const inPhase =
  (phase: TimePhase) =>
  ({ context }: { context: ExamContext }) =>
    timePhase(context.deadlineAt, context.now) === phase

const inside: LeaveDecision = { count: false, consequence: 'none', why: 'slip' }

/** The changes by a judgement: a strike, and whether the test is ended by force. */
function consequences(context: ExamContext, judgement: LeaveDecision) {
  const struck = judgement.count && judgement.why !== 'attempt_used'
  return {
    strikes: context.strikes + (struck ? 1 : 0),
    isForced: context.isForced || judgement.consequence === 'end',
  }
}

export const examSetup = setup({
  types,
  guards: {
    isPlenty: inPhase('plenty'),
    isRed: inPhase('red'),
    isClosing: inPhase('closing'),
    isOver: inPhase('over'),
    isMinuteDue: ({ context, event }) =>
      minuteDue(context.deadlineAt, nowOf(event, context), context.announced) !== null,
    hasContact: ({ context }) => context.lostSince === null,
    hasNoContact: ({ context }) => context.lostSince !== null,
    goneLongEnough: ({ context }) =>
      context.lostSince !== null && offlineTone(context.lostSince, context.now) !== 'quiet',
    backLongEnough: ({ context }) =>
      context.contactBackAt === null || context.now - context.contactBackAt >= RETURNED_MS,
    turnsOn: ({ event }) => event.type === 'FULL_SCREEN' && event.on,
    turnsOff: ({ event }) => event.type === 'FULL_SCREEN' && !event.on,
    freesScreen: ({ event }) => event.type === 'RULES' && event.isScreenFree,
    asksForScreen: ({ event }) => event.type === 'RULES' && !event.isScreenFree,
    isForced: ({ context }) => context.isForced,
    noSlip: ({ context, event }) =>
      context.judgedFrom !== null && nowOf(event, context) - context.judgedFrom >= SLIP_MS,
    /** A departure excused by a prompt is excused no longer than the prompt. */
    outlastsPrompt: ({ context, event }) =>
      context.decision?.why === 'dialog' && !excusesFocus(since(context.dialogSince, nowOf(event, context))),
  },
  actions: {
    tick: assign({ now: ({ context, event }) => nowOf(event, context) }),
    announce: emit(({ context, event }) => {
      const now = nowOf(event, context)
      const minutes = markPassed(context.deadlineAt, now) ?? 1
      const isPast = isMarkPast(context.deadlineAt, now, minutes)
      return { type: 'minutesLeft', minutes, before: context.announced, isPast }
    }),
    noteAnnounced: assign({
      announced: ({ context, event }) => markPassed(context.deadlineAt, nowOf(event, context)),
    }),
    setDeadline: assign(({ context, event }) => {
      if (event.type !== 'DEADLINE') return {}
      const mark = markPassed(event.at, context.now)
      // A mark that granted minutes put off is said again when it comes.
      const isPutOff = mark === null || (context.announced !== null && mark > context.announced)
      return { deadlineAt: event.at, announced: isPutOff ? mark : context.announced }
    }),
    setContact: assign(({ context, event }) => {
      if (event.type !== 'CONTACT') return {}
      const returns = context.lostSince !== null && event.lostSince === null
      // The time itself stays the tick's: a minute passed by here would never be announced.
      return {
        lostSince: event.lostSince,
        contactBackAt: returns ? event.now : context.contactBackAt,
      }
    }),
    setRules: assign(({ event }) =>
      event.type === 'RULES' ? { policy: event.policy, warningsAllowed: event.warningsAllowed } : {},
    ),
    setKept: assign(({ event }) =>
      event.type === 'KEPT' ? { faultUntil: event.isKept ? event.now : Infinity } : {},
    ),
    setDialog: assign(({ event }) =>
      event.type === 'DIALOG' ? { dialogSince: event.open ? event.now : null } : {},
    ),
    setUnloading: assign({
      unloading: ({ context, event }) => (event.type === 'UNLOADING' ? event.on : context.unloading),
    }),
    arm: assign({ enabled: true }),
    leave: assign(({ context, event }) => {
      const now = nowOf(event, context)
      return { awaySince: now, judgedFrom: now, decision: null }
    }),
    stayAway: assign({ judgedFrom: ({ context, event }) => nowOf(event, context) }),
    judgeAway: assign(({ context, event }) => {
      const decision = judgeLeave(factsAt(context, 'away', nowOf(event, context)))
      return { decision, ...consequences(context, decision) }
    }),
    logJudged: emit(({ context }) => ({
      type: 'judged',
      judgement: context.decision ?? inside,
      strikes: context.strikes,
      allowed: context.warningsAllowed,
    })),
    judgeScreen: assign(({ context, event }) => {
      const now = nowOf(event, context)
      const screenAs = judgeLeave(factsAt(context, 'fullscreen', now))
      const used = screenAs.count ? 1 : 0
      return {
        screenAs,
        screenLeftAt: now,
        fullScreenAttemptsLeft: Math.max(0, context.fullScreenAttemptsLeft - used),
        ...consequences(context, screenAs),
      }
    }),
    logScreenLeft: emit(({ context }) => ({
      type: 'screenLeft',
      judgement: context.screenAs ?? inside,
      attemptsLeft: context.fullScreenAttemptsLeft,
    })),
    comeBack: assign({ awaySince: null, judgedFrom: null, decision: null }),
    logLeft: emit({ type: 'focusLost' }),
    logReturn: emit(({ context, event }) => ({
      type: 'focusReturned',
      ms: Math.round(nowOf(event, context) - (context.awaySince ?? context.now)),
      counted: context.decision?.count ?? false,
      why: context.decision?.why ?? 'slip',
    })),
    logScreenEntered: emit(({ context, event }) => ({
      type: 'screenEntered',
      ms: context.screenLeftAt === null ? 0 : Math.round(nowOf(event, context) - context.screenLeftAt),
    })),
  },
})
