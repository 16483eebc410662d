import { connectivityRegion, presenceRegion, screenRegion, timerRegion } from './regions.ts'
import { examSetup } from './setup.ts'

/** The test that is open: four regions side by side, until it is ended by force. */
export const examMachine = examSetup.createMachine({
  id: 'exam',
  context: ({ input }) => ({
    ...input,
    announced: null,
    enabled: false,
    awaySince: null,
    judgedFrom: null,
    decision: null,
    screenAs: null,
    screenLeftAt: null,
    contactBackAt: null,
    faultUntil: null,
    dialogSince: null,
    unloading: false,
    isForced: false,
  }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      always: { guard: 'isForced', target: 'forced' },
      states: {
        timer: timerRegion,
        connectivity: connectivityRegion,
        screen: screenRegion,
        presence: presenceRegion,
      },
    },
    forced: { type: 'final' },
  },
  output: ({ context }) => ({ by: context.screenAs?.consequence === 'end' ? 'fullscreen' : 'away' }),
})
