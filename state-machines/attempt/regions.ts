import { examSetup } from './setup.ts'

/** The four regions of the running test; each only declares. */

export const timerRegion = examSetup.createStateConfig({
  initial: 'plenty',
  on: {
    TICK: [{ guard: 'isMinuteDue', actions: ['announce', 'noteAnnounced', 'tick'] }, { actions: 'tick' }],
    DEADLINE: { actions: 'setDeadline' },
  },
  states: {
    plenty: {
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isClosing', target: 'closing' },
        { guard: 'isRed', target: 'red' },
      ],
    },
    red: {
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isClosing', target: 'closing' },
        { guard: 'isPlenty', target: 'plenty' },
      ],
    },
    closing: {
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isRed', target: 'red' },
        { guard: 'isPlenty', target: 'plenty' },
      ],
    },
    /** Minutes granted late lead back. */
    over: {
      always: [
        { guard: 'isClosing', target: 'closing' },
        { guard: 'isRed', target: 'red' },
        { guard: 'isPlenty', target: 'plenty' },
      ],
    },
  },
})

export const connectivityRegion = examSetup.createStateConfig({
  initial: 'online',
  on: { CONTACT: { actions: 'setContact' } },
  states: {
    online: { always: { guard: 'hasNoContact', target: 'offline' } },
    offline: {
      always: [
        { guard: 'hasContact', target: 'online' },
        { guard: 'goneLongEnough', target: 'told' },
      ],
    },
    /** The screen has said so: the return is said as well. */
    told: { always: { guard: 'hasContact', target: 'returned' } },
    returned: {
      always: [
        { guard: 'hasNoContact', target: 'offline' },
        { guard: 'backLongEnough', target: 'online' },
      ],
    },
  },
})

export const screenRegion = examSetup.createStateConfig({
  initial: 'waiting',
  on: {
    NO_FULL_SCREEN: { target: '.without', actions: 'arm' },
    RULES: { guard: 'freesScreen', target: '.free', actions: 'arm' },
  },
  states: {
    waiting: {
      on: { FULL_SCREEN: { guard: 'turnsOn', target: 'full', actions: ['arm', 'logScreenEntered'] } },
    },
    full: {
      on: {
        FULL_SCREEN: { guard: 'turnsOff', target: 'left', actions: ['judgeScreen', 'logScreenLeft'] },
        PAUSED: 'waiting',
      },
    },
    left: { on: { FULL_SCREEN: { guard: 'turnsOn', target: 'full', actions: 'logScreenEntered' } } },
    without: { on: { FULL_SCREEN: { guard: 'turnsOn', target: 'full', actions: 'logScreenEntered' } } },
    /** By an accommodation; where it is taken back, full screen is asked for again. */
    free: { on: { RULES: { guard: 'asksForScreen', target: 'waiting' } } },
  },
})

export const presenceRegion = examSetup.createStateConfig({
  initial: 'here',
  on: {
    RULES: { actions: 'setRules' },
    KEPT: { actions: 'setKept' },
    DIALOG: { actions: 'setDialog' },
    UNLOADING: { actions: 'setUnloading' },
    PAUSED: { target: '.here', actions: 'comeBack' },
  },
  states: {
    here: { on: { LEFT: { target: 'away', actions: ['leave', 'logLeft'] } } },
    /** Not judged before it is longer than a slip. */
    away: {
      on: {
        TICK: { guard: 'noSlip', target: 'gone', actions: ['judgeAway', 'logJudged'] },
        CAME_BACK: [
          { guard: 'noSlip', target: 'here', actions: ['judgeAway', 'logJudged', 'logReturn', 'comeBack'] },
          { target: 'here', actions: ['logReturn', 'comeBack'] },
        ],
      },
    },
    gone: {
      on: {
        TICK: { guard: 'outlastsPrompt', target: 'away', actions: 'stayAway' },
        CAME_BACK: { target: 'here', actions: ['logReturn', 'comeBack'] },
      },
    },
  },
})
