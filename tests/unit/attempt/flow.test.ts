import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type FlowEvent, flowMachine, type Screen, screens } from '#machines/attempt/flow.ts'
import type { ExamInput } from '#machines/attempt/types.ts'

/** The candidate's way: the specification's routes, redirects and guards (candidate side, section 2). */

const exam: ExamInput = {
  now: 0,
  deadlineAt: 3_600_000,
  policy: 'end',
  warningsAllowed: 0,
  strikes: 0,
  fullScreenAttemptsLeft: 5,
  lostSince: null,
}

interface Browser {
  /** The small storage's knowledge. */
  isInTest?: boolean
  /** The answer of the device's database, or that it cannot be read. */
  onDevice?: boolean | Error
  /** The fault that keeps an end by force from being kept. */
  fault?: Error
}

function begin({ isInTest = true, onDevice = false, fault }: Browser = {}) {
  const ended: string[] = []
  const actor = createActor(
    flowMachine.provide({
      guards: { isInTest: () => isInTest },
      actors: {
        findSession: fromPromise(async () => {
          if (onDevice instanceof Error) throw onDevice
          return onDevice
        }),
        endByForce: fromPromise(async ({ input }) => {
          ended.push(input.by)
          if (fault) throw fault
        }),
      },
    }),
  ).start()
  return {
    ended,
    actor,
    send: (...events: FlowEvent[]) => {
      for (const event of events) actor.send(event)
    },
    /** The screen, with what goes along in the address and whether Back leads to the one before. */
    at: () => {
      const { value, context } = actor.getSnapshot()
      const screen = typeof value === 'string' ? value : Object.keys(value)[0]
      return { screen, token: context.token, replaces: context.replaces }
    },
    /** Once what was asked of the browser has been answered. */
    answered: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

const open = (screen: Screen | null, token: string | null = null): FlowEvent => ({
  type: 'ADDRESS',
  screen,
  token,
})

describe('an address', () => {
  it.each(screens)('opens %s', (screen) => {
    const way = begin()
    way.send(open(screen, 'link'))
    const token = screen === 'test' || screen === 'feedback' ? null : 'link'
    expect(way.at()).toEqual({ screen, token, replaces: true })
  })

  it('of none of the screens leads to the end page', () => {
    const way = begin()
    way.send(open(null))
    expect(way.at()).toMatchObject({ screen: 'end', replaces: true })
  })

  it.each(screens)('leads away from %s', (screen) => {
    const way = begin()
    way.send(open(screen), open('welcome', 'another'))
    expect(way.at()).toEqual({ screen: 'welcome', token: 'another', replaces: true })
  })

  it.each([
    ['test', { isInTest: false, onDevice: true }, 'test'],
    ['feedback', { isInTest: false, onDevice: true }, 'feedback'],
    ['test', { isInTest: false, onDevice: false }, 'end'],
    ['feedback', { isInTest: false, onDevice: false }, 'end'],
    ['test', { isInTest: false, onDevice: new Error('no database') }, 'end'],
    ['welcome', { isInTest: false, onDevice: false }, 'welcome'],
  ] as const)('of %s with %o leads to %s', async (screen, browser, to) => {
    const way = begin(browser)
    way.send(open(screen))
    if (screen !== 'welcome') expect(way.at().screen).toBe('asking')
    await way.answered()
    expect(way.at().screen).toBe(to)
  })
})

describe('what happens on a screen', () => {
  it.each<[Screen, FlowEvent, Screen, { token?: string; isBeside?: true }]>([
    ['home', { type: 'GO_ON', isFinished: false }, 'test', { isBeside: true }],
    ['home', { type: 'GO_ON', isFinished: true }, 'end', { token: 'link', isBeside: true }],
    ['welcome', { type: 'CONTINUE' }, 'details', { token: 'link' }],
    ['welcome', { type: 'RESUMED', isFinished: false }, 'test', {}],
    ['welcome', { type: 'RESUMED', isFinished: true }, 'end', {}],
    ['welcome', { type: 'ALREADY_FINISHED' }, 'end', { token: 'link' }],
    ['welcome', { type: 'PRACTISE' }, 'practice', { token: 'link', isBeside: true }],
    ['welcome', { type: 'GO_ON', isFinished: false }, 'test', { isBeside: true }],
    ['welcome', { type: 'GO_ON', isFinished: true }, 'end', { token: 'link', isBeside: true }],
    ['practice', { type: 'LEAVE_PRACTICE', token: 'known' }, 'welcome', { token: 'known', isBeside: true }],
    ['practice', { type: 'LEAVE_PRACTICE', token: null }, 'home', { token: 'link', isBeside: true }],
    ['details', { type: 'ACCEPTED' }, 'test', {}],
    ['details', { type: 'ALREADY_FINISHED' }, 'end', { token: 'link' }],
    ['details', { type: 'NOT_INVITED' }, 'end', { token: 'link' }],
    ['details', { type: 'DRIVE_MOVED', token: 'known' }, 'welcome', { token: 'known' }],
    ['test', { type: 'FINISHED' }, 'feedback', {}],
    ['test', { type: 'TIME_OVER' }, 'feedback', {}],
    ['test', { type: 'OVER' }, 'end', {}],
    ['test', { type: 'DRIVE_MOVED', token: 'known' }, 'welcome', { token: 'known' }],
    ['feedback', { type: 'FEEDBACK_DONE' }, 'end', {}],
    ['feedback', { type: 'REOPENED' }, 'test', {}],
    ['feedback', { type: 'STILL_RUNS' }, 'test', {}],
    ['feedback', { type: 'NO_TEST' }, 'end', {}],
    ['end', { type: 'GO_ON', isFinished: false }, 'test', { isBeside: true }],
    ['end', { type: 'READ_REPORT', token: 'known' }, 'report', { token: 'known', isBeside: true }],
    ['report', { type: 'NOT_INVITED' }, 'end', { token: 'link' }],
  ])('on %s: %o leads to %s', (from, event, to, { token = null, isBeside = false }) => {
    const way = begin()
    way.send(open(from, 'link'), event)
    expect(way.at()).toEqual({ screen: to, token, replaces: !isBeside })
  })

  it('counts on its own screen alone', () => {
    const way = begin()
    way.send(open('welcome', 'link'), { type: 'FINISHED' }, { type: 'FEEDBACK_DONE' })
    expect(way.at().screen).toBe('welcome')
  })
})

describe('the test', () => {
  const broken: Parameters<ReturnType<typeof examOf>['send']>[0][] = [
    { type: 'NO_FULL_SCREEN' },
    { type: 'LEFT', now: 10_000 },
    { type: 'TICK', now: 20_000 },
  ]
  function examOf({ actor }: Pick<ReturnType<typeof begin>, 'actor'>) {
    const { exam: ref } = actor.getSnapshot().children
    if (!ref) throw new Error('No exam is under way')
    return ref
  }

  it('has an exam from its opening on, and another one after a takeover', () => {
    const way = begin()
    way.send(open('test'))
    expect(way.actor.getSnapshot().children.exam).toBeUndefined()
    way.send({ type: 'OPENED', exam })
    const first = examOf(way)
    way.send({ type: 'OPENED', exam: { ...exam, strikes: 2 } })
    expect(examOf(way)).not.toBe(first)
    expect(examOf(way).getSnapshot().context.strikes).toBe(2)
    expect(first.getSnapshot().status).toBe('stopped')
    way.send({ type: 'FINISHED' })
    expect(way.actor.getSnapshot().children.exam).toBeUndefined()
  })

  it.each([undefined, new Error('full')])(
    'that is ended by force keeps the end first, then leads to the end page (%s)',
    async (error) => {
      const way = begin({ fault: error })
      way.send(open('test'), { type: 'OPENED', exam })
      const ref = examOf(way)
      for (const event of broken) ref.send(event)
      expect(way.at().screen).toBe('test')
      // The screen shows it until then.
      expect(examOf(way)).toBe(ref)
      await way.answered()
      expect(way.at()).toEqual({ screen: 'end', token: null, replaces: true })
      expect(way.ended).toEqual(['away'])
    },
  )

  it('tells by what it was ended', async () => {
    const way = begin()
    way.send(open('test'), { type: 'OPENED', exam: { ...exam, fullScreenAttemptsLeft: 1 } })
    examOf(way).send({ type: 'FULL_SCREEN', on: true, now: 0 })
    examOf(way).send({ type: 'FULL_SCREEN', on: false, now: 5_000 })
    await way.answered()
    expect(way.ended).toEqual(['fullscreen'])
  })
})
