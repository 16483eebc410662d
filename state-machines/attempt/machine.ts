import { connectivityRegion, presenceRegion, screenRegion, timerRegion } from './regions.ts'
import { attemptSetup } from './setup.ts'

/**
 * A candidate's way: welcome → details → test → feedback → end. Each page of the site may be the first after a
 * reload, so the way is entered where the page stands. Inside the test four regions run side by side.
 */
export const attemptMachine = attemptSetup.createMachine({
  id: 'attempt',
  context: ({ input }) => ({
    ...input,
    announced: null,
    armed: false,
    awaySince: null,
    judgedFrom: null,
    awayAs: null,
    screenAs: null,
    screenLeftAt: null,
    contactBackAt: null,
    faultUntil: null,
    dialogSince: null,
    unloading: false,
    endReason: null,
  }),
  initial: 'entering',
  states: {
    entering: {
      always: [
        { guard: { type: 'enters', params: { entry: 'details' } }, target: 'details' },
        { guard: { type: 'enters', params: { entry: 'test' } }, target: 'test' },
        { guard: { type: 'enters', params: { entry: 'feedback' } }, target: 'feedback' },
        { guard: { type: 'enters', params: { entry: 'end' } }, target: 'end' },
        { target: 'welcome' },
      ],
    },
    welcome: {
      on: { OPEN_DETAILS: 'details', RESUME: 'test', ALREADY_FINISHED: 'end' },
    },
    details: {
      on: {
        ACCEPTED: [{ guard: ({ event }) => event.finished, target: 'end' }, { target: 'test' }],
        ALREADY_FINISHED: 'end',
      },
    },
    test: {
      type: 'parallel',
      always: { guard: 'isForced', target: 'end', actions: 'logForced' },
      on: {
        FINISHED: 'feedback',
        LOCKED: 'feedback',
        ENDED: { target: 'end', actions: 'setEnded' },
      },
      states: {
        timer: timerRegion,
        connectivity: connectivityRegion,
        screen: screenRegion,
        presence: presenceRegion,
      },
    },
    feedback: {
      on: { FEEDBACK_DONE: 'end', REOPENED: 'test', ENDED: { target: 'end', actions: 'setEnded' } },
    },
    end: { type: 'final' },
  },
})
