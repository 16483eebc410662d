import { assign, fromPromise, setup } from 'xstate'
import { examMachine } from './exam.ts'
import type { ExamInput, ExamOutput } from './types.ts'

/**
 * A candidate's way (the specification, candidate side, sections 2 and 4): a state a screen, a transition each change of
 * screen, redirect and guard. Any screen may be the first after a reload, and any address may be opened: that is an event
 * as well, which is taken or answered with another screen. Who draws the screens turns the state into the address.
 */

export const screens = [
  'home',
  'lostLink',
  'welcome',
  'practice',
  'details',
  'test',
  'feedback',
  'end',
  'receipt',
  'report',
] as const
export type Screen = (typeof screens)[number]

export interface FlowContext {
  /** The invitation a screen is opened with; it goes along with the address. */
  token: string | null
  /** The screen to open once it is known that somebody is in a test. */
  wanted: 'test' | 'feedback'
  /** Whether the screen takes the place of the one before it in the browser's history. */
  replaces: boolean
  /** By what the test was ended; null while it was not by force. */
  forcedBy: ExamOutput['by'] | null
}

export type FlowEvent =
  /** Typed, linked or gone back to. `screen`: null where the address is none of the site's. */
  | { type: 'ADDRESS'; screen: Screen | null; token: string | null }
  /** Welcome: the form for somebody who has not begun. */
  | { type: 'CONTINUE' }
  /** Welcome: the test that was begun is this browser's again. */
  | { type: 'RESUMED'; isFinished: boolean }
  | { type: 'PRACTISE' }
  | { type: 'LEAVE_PRACTICE'; token: string | null }
  /** Details: the form was taken. */
  | { type: 'ACCEPTED' }
  /** The person who opened the invitation has finished already. */
  | { type: 'ALREADY_FINISHED' }
  /** Nobody's invitation was opened in this browser. */
  | { type: 'NOT_INVITED' }
  /** The drive was moved or ended before the test began: its welcome screen says so. */
  | { type: 'DRIVE_MOVED'; token: string }
  /** The test is open on this device, here or after it was taken over from another tab. */
  | { type: 'OPENED'; exam: ExamInput }
  /** By the candidate. */
  | { type: 'FINISHED' }
  | { type: 'TIME_OVER' }
  /** It was over before, or was ended elsewhere. */
  | { type: 'OVER' }
  | { type: 'FEEDBACK_DONE' }
  /** Minutes were given after zero, of which the device did not know. */
  | { type: 'REOPENED' }
  /** It is paused, or open in another tab: that is no time for feedback. */
  | { type: 'STILL_RUNS' }
  /** No test is on this device. */
  | { type: 'NO_TEST' }
  /** Back to a test, or to its end, from a screen beside the way. */
  | { type: 'GO_ON'; isFinished: boolean }
  | { type: 'READ_REPORT'; token: string }

/** The way goes on; nobody goes back to the screen before. */
const go = <T extends string>(target: T) => ({ target, actions: 'replace' as const })
/** A step aside: the browser's Back leads here again. */
const visit = <T extends string>(target: T) => ({ target, actions: 'keepBefore' as const })

const flowSetup = setup({
  types: {} as { context: FlowContext; events: FlowEvent; children: { exam: 'exam' } },
  actors: {
    exam: examMachine,
    /** Whether somebody is in a test: asked of the device's database where the small storage has nothing. */
    findSession: fromPromise<boolean>(async () => false),
    /**
     * The steps the specification asks for before the end page: the reason noted, full screen left, the finish kept.
     */
    endByForce: fromPromise<void, ExamOutput>(async () => {}),
  },
  guards: {
    /** Whether the small storage knows somebody's test. */
    isInTest: () => false,
    leadsTo: ({ event }, screen: Screen) => event.type === 'ADDRESS' && event.screen === screen,
    isFinished: ({ event }) => 'isFinished' in event && event.isFinished,
    isInvited: ({ event }) => 'token' in event && event.token !== null,
    wantsFeedback: ({ context }) => context.wanted === 'feedback',
  },
  actions: {
    replace: assign({ replaces: true }),
    keepBefore: assign({ replaces: false }),
    takeToken: assign({ token: ({ event }) => ('token' in event ? event.token : null) }),
    dropToken: assign({ token: null }),
    wantTest: assign({ wanted: 'test' }),
    wantFeedback: assign({ wanted: 'feedback' }),
  },
})

const opens = <S extends Screen>(screen: S) => ({ type: 'leadsTo' as const, params: screen })
const address = <S extends Screen>(screen: S) => ({
  guard: opens(screen),
  target: `.${screen}` as const,
  actions: ['replace', 'takeToken'] as ['replace', 'takeToken'],
})

export const flowMachine = flowSetup.createMachine({
  id: 'flow',
  context: { token: null, wanted: 'test', replaces: true, forcedBy: null },
  initial: 'entering',
  on: {
    ADDRESS: [
      address('home'),
      address('lostLink'),
      address('welcome'),
      address('practice'),
      address('details'),
      // Without a test nobody sees these two.
      { guard: opens('test'), target: '.asking', actions: ['replace', 'takeToken', 'wantTest'] },
      { guard: opens('feedback'), target: '.asking', actions: ['replace', 'takeToken', 'wantFeedback'] },
      address('receipt'),
      address('report'),
      // The end page is also where every other address leads.
      { target: '.end', actions: ['replace', 'takeToken'] },
    ],
  },
  states: {
    /** Before the first address is known. */
    entering: {},
    home: {
      on: { GO_ON: [{ guard: 'isFinished', ...visit('end') }, visit('test')] },
    },
    lostLink: {},
    welcome: {
      on: {
        CONTINUE: go('details'),
        RESUMED: [{ guard: 'isFinished', target: 'end', actions: ['replace', 'dropToken'] }, go('test')],
        ALREADY_FINISHED: go('end'),
        PRACTISE: visit('practice'),
        GO_ON: [{ guard: 'isFinished', ...visit('end') }, visit('test')],
      },
    },
    practice: {
      on: {
        LEAVE_PRACTICE: [
          { guard: 'isInvited', target: 'welcome', actions: ['keepBefore', 'takeToken'] },
          visit('home'),
        ],
      },
    },
    details: {
      on: {
        ACCEPTED: go('test'),
        ALREADY_FINISHED: go('end'),
        NOT_INVITED: go('end'),
        DRIVE_MOVED: { target: 'welcome', actions: ['replace', 'takeToken'] },
      },
    },
    asking: {
      initial: 'here',
      states: {
        here: { always: [{ guard: 'isInTest', target: '#flow.answered' }, { target: 'onDevice' }] },
        onDevice: {
          invoke: {
            id: 'findSession',
            src: 'findSession',
            onDone: [
              { guard: ({ event }) => event.output, target: '#flow.answered' },
              { target: '#flow.end' },
            ],
            onError: '#flow.end',
          },
        },
      },
    },
    answered: { always: [{ guard: 'wantsFeedback', target: 'feedback' }, { target: 'test' }] },
    test: {
      entry: 'dropToken',
      initial: 'opening',
      on: {
        OPENED: '.open',
        FINISHED: go('feedback'),
        TIME_OVER: go('feedback'),
        OVER: go('end'),
        DRIVE_MOVED: { target: 'welcome', actions: ['replace', 'takeToken'] },
      },
      states: {
        opening: {},
        open: {
          invoke: {
            id: 'exam',
            src: 'exam',
            input: ({ event }) => (event as Extract<FlowEvent, { type: 'OPENED' }>).exam,
            onDone: { target: '.ending', actions: assign({ forcedBy: ({ event }) => event.output.by }) },
          },
          initial: 'going',
          states: {
            going: {},
            /** The screen stays until the end is kept. */
            ending: {
              invoke: {
                id: 'endByForce',
                src: 'endByForce',
                input: ({ context }) => ({ by: context.forcedBy ?? 'away' }),
                onDone: { target: '#flow.end', actions: 'replace' },
                onError: { target: '#flow.end', actions: 'replace' },
              },
            },
          },
        },
      },
    },
    feedback: {
      entry: 'dropToken',
      on: {
        FEEDBACK_DONE: go('end'),
        REOPENED: go('test'),
        STILL_RUNS: go('test'),
        NO_TEST: go('end'),
      },
    },
    end: {
      on: {
        GO_ON: visit('test'),
        READ_REPORT: { target: 'report', actions: ['keepBefore', 'takeToken'] },
      },
    },
    receipt: {},
    report: { on: { NOT_INVITED: go('end') } },
  },
})
