import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { examMachine } from '#machines/attempt/exam.ts'
import type { ExamEmitted, ExamEvent, ExamInput } from '#machines/attempt/types.ts'

const input: ExamInput = {
  now: 0,
  deadlineAt: 3_600_000,
  policy: 'end',
  warningsAllowed: 1,
  strikes: 0,
  fullScreenAttemptsLeft: 5,
  lostSince: null,
}

function begin(facts: Partial<ExamInput> = {}) {
  const actor = createActor(examMachine, { input: { ...input, ...facts } })
  const said: ExamEmitted[] = []
  actor.on('*', (event) => said.push(event))
  actor.start()
  return {
    said,
    send: (...events: ExamEvent[]) => {
      for (const event of events) actor.send(event)
    },
    value: () => actor.getSnapshot().value,
    output: () => actor.getSnapshot().output,
    context: () => actor.getSnapshot().context,
    heard: (type: ExamEmitted['type']) => said.filter((event) => event.type === type),
  }
}

const fullScreen = (on: boolean, now: number): ExamEvent => ({ type: 'FULL_SCREEN', on, now })

const dialog = (open: boolean, now: number): ExamEvent => ({ type: 'DIALOG', open, now })
const back = (now: number): ExamEvent => ({ type: 'CAME_BACK', now })

describe('the timer', () => {
  it('follows absolute time, whatever was missed', () => {
    const way = begin()
    way.send({ type: 'TICK', now: 3_001_000 })
    expect(way.value()).toMatchObject({ running: { timer: 'red' } })
    way.send({ type: 'TICK', now: 3_500_000 })
    expect(way.value()).toMatchObject({ running: { timer: 'closing' } })
    way.send({ type: 'TICK', now: 3_700_000 })
    expect(way.value()).toMatchObject({ running: { timer: 'over' } })
    way.send({ type: 'DEADLINE', at: 9_000_000 })
    expect(way.value()).toMatchObject({ running: { timer: 'plenty' } })
    expect(way.heard('minutesLeft')).toEqual([
      { type: 'minutesLeft', minutes: 10, before: null, isPast: false },
      { type: 'minutesLeft', minutes: 2, before: 10, isPast: true },
    ])
  })

  it('says on a page that begins late which mark was passed, once, and again where minutes were granted', () => {
    const way = begin()
    way.send({ type: 'TICK', now: 3_530_000 }, { type: 'TICK', now: 3_530_500 })
    way.send({ type: 'DEADLINE', at: 3_700_000 }, { type: 'TICK', now: 3_531_000 })
    way.send({ type: 'TICK', now: 3_580_000 })
    expect(way.heard('minutesLeft')).toEqual([
      { type: 'minutesLeft', minutes: 2, before: null, isPast: true },
      { type: 'minutesLeft', minutes: 2, before: 5, isPast: false },
    ])
  })
})

describe('the connection', () => {
  it('takes no minute away from those that are announced', () => {
    const way = begin()
    way.send({ type: 'TICK', now: 2_999_000 }, { type: 'CONTACT', lostSince: 3_000_000, now: 3_001_000 })
    way.send({ type: 'TICK', now: 3_001_500 })
    expect(way.heard('minutesLeft')).toEqual([
      { type: 'minutesLeft', minutes: 10, before: null, isPast: false },
    ])
  })

  it('stays returned for three seconds', () => {
    const way = begin()
    way.send({ type: 'CONTACT', lostSince: 1_000, now: 1_000 })
    expect(way.value()).toMatchObject({ running: { connectivity: 'offline' } })
    way.send({ type: 'TICK', now: 11_000 })
    expect(way.value()).toMatchObject({ running: { connectivity: 'told' } })
    way.send({ type: 'CONTACT', lostSince: null, now: 50_000 })
    expect(way.value()).toMatchObject({ running: { connectivity: 'returned' } })
    way.send({ type: 'TICK', now: 52_900 })
    expect(way.value()).toMatchObject({ running: { connectivity: 'returned' } })
    way.send({ type: 'TICK', now: 53_000 })
    expect(way.value()).toMatchObject({ running: { connectivity: 'online' } })
  })
})

describe('a hiccup of the connection', () => {
  it('of which the screen never spoke has no return to speak of', () => {
    const way = begin()
    way.send({ type: 'CONTACT', lostSince: 1_000, now: 1_000 }, { type: 'TICK', now: 10_900 })
    way.send({ type: 'CONTACT', lostSince: null, now: 10_950 })
    expect(way.value()).toMatchObject({ running: { connectivity: 'online' } })
  })
})

describe('proctoring', () => {
  it('ends the test once the window is gone for longer than a slip', () => {
    const way = begin()
    way.send(fullScreen(true, 1_000), { type: 'LEFT', now: 10_000 }, { type: 'TICK', now: 11_000 })
    expect(way.value()).toMatchObject({ running: { presence: 'away' } })
    way.send({ type: 'TICK', now: 12_000 })
    expect(way.value()).toBe('forced')
    expect(way.output()).toEqual({ by: 'away' })
  })

  it('goes by rules that change while it runs, and asks for full screen again where they are taken back', () => {
    const rules = (policy: 'end' | 'log', isScreenFree: boolean): ExamEvent => ({
      type: 'RULES',
      policy,
      warningsAllowed: 3,
      isScreenFree,
    })
    const way = begin()
    way.send(fullScreen(true, 1_000), fullScreen(false, 2_000), rules('log', true))
    expect(way.value()).toMatchObject({ running: { screen: 'free' } })
    way.send({ type: 'LEFT', now: 10_000 }, { type: 'TICK', now: 20_000 }, { type: 'CAME_BACK', now: 21_000 })
    expect(way.value()).toMatchObject({ running: { presence: 'here' } })
    way.send(rules('end', false))
    expect(way.value()).toMatchObject({ running: { screen: 'waiting' } })
    way.send(fullScreen(true, 30_000), { type: 'LEFT', now: 31_000 }, { type: 'TICK', now: 33_000 })
    expect(way.value()).toBe('forced')
  })

  it('counts nothing while staff has paused the test, and asks for full screen again afterwards', () => {
    const way = begin()
    way.send(fullScreen(true, 1_000), { type: 'LEFT', now: 10_000 }, { type: 'PAUSED' })
    expect(way.value()).toMatchObject({ running: { presence: 'here', screen: 'waiting' } })
    way.send({ type: 'TICK', now: 900_000 })
    expect(way.value()).toMatchObject({ running: { presence: 'here' } })
    expect(way.context()).toMatchObject({ strikes: 0, isForced: false, fullScreenAttemptsLeft: 5 })
    way.send(fullScreen(true, 901_000))
    expect(way.value()).toMatchObject({ running: { screen: 'full' } })
    way.send({ type: 'LEFT', now: 910_000 }, { type: 'TICK', now: 912_000 })
    expect(way.value()).toBe('forced')
  })

  it('judges at the return where the clock slept meanwhile', () => {
    const way = begin()
    way.send(fullScreen(true, 0), { type: 'LEFT', now: 10_000 }, { type: 'CAME_BACK', now: 90_000 })
    expect(way.value()).toBe('forced')
  })

  it('logs a slip with its length and goes on', () => {
    const way = begin()
    way.send(fullScreen(true, 0), { type: 'LEFT', now: 10_000 }, { type: 'CAME_BACK', now: 11_200 })
    expect(way.heard('focusReturned')).toEqual([
      { type: 'focusReturned', ms: 1_200, counted: false, why: 'slip' },
    ])
    expect(way.context().strikes).toBe(0)
  })

  it('never counts a departure that began without contact, however long it lasts', () => {
    const way = begin()
    way.send(
      fullScreen(true, 0),
      { type: 'CONTACT', lostSince: 5_000, now: 5_000 },
      { type: 'LEFT', now: 6_000 },
    )
    way.send({ type: 'TICK', now: 9_000 }, { type: 'CONTACT', lostSince: null, now: 20_000 })
    way.send({ type: 'TICK', now: 200_000 }, { type: 'CAME_BACK', now: 210_000 })
    expect(way.heard('focusReturned')).toEqual([
      { type: 'focusReturned', ms: 204_000, counted: false, why: 'contact_lost' },
    ])
    expect(way.value()).toMatchObject({ running: { presence: 'here' } })
  })

  it('ends no test of who makes room on a full device or saves the work elsewhere, and notes that it was left', () => {
    const kept = (isKept: boolean, now: number): ExamEvent => ({ type: 'KEPT', isKept, now })
    const way = begin()
    way.send(fullScreen(true, 0), kept(false, 5_000), { type: 'LEFT', now: 6_000 })
    way.send({ type: 'TICK', now: 90_000 }, back(95_000), { type: 'LEFT', now: 100_000 })
    // There is room again, and the way back takes a while.
    way.send(kept(true, 100_500), { type: 'TICK', now: 110_000 }, back(150_000))
    expect(way.heard('focusLost')).toHaveLength(2)
    expect(way.heard('focusReturned')).toEqual([
      { type: 'focusReturned', ms: 89_000, counted: false, why: 'not_kept' },
      { type: 'focusReturned', ms: 50_000, counted: false, why: 'not_kept' },
    ])
    expect(way.value()).toMatchObject({ running: { presence: 'here' } })
    way.send({ type: 'LEFT', now: 161_000 }, { type: 'TICK', now: 163_000 })
    expect(way.value()).toBe('forced')
  })

  it('warns as often as the drive says, then ends', () => {
    const way = begin({ policy: 'warn' })
    way.send(fullScreen(true, 0), { type: 'LEFT', now: 10_000 }, { type: 'TICK', now: 12_000 })
    way.send({ type: 'CAME_BACK', now: 13_000 })
    expect(way.context().strikes).toBe(1)
    way.send({ type: 'LEFT', now: 20_000 }, { type: 'TICK', now: 22_000 })
    expect(way.value()).toBe('forced')
  })

  it('takes an attempt for each way out of full screen and acts at the last', () => {
    const way = begin({ fullScreenAttemptsLeft: 2 })
    way.send(fullScreen(true, 0), fullScreen(false, 1_000))
    expect(way.value()).toMatchObject({ running: { screen: 'left' } })
    expect(way.context().fullScreenAttemptsLeft).toBe(1)
    way.send(fullScreen(true, 2_000), fullScreen(false, 3_000))
    expect(way.value()).toBe('forced')
  })

  it('goes on without full screen where the browser has none, and leaving counts all the same', () => {
    const way = begin()
    way.send({ type: 'NO_FULL_SCREEN' }, { type: 'LEFT', now: 1_000 }, { type: 'TICK', now: 3_000 })
    expect(way.value()).toBe('forced')
  })

  it('forgives what the browser itself asks', () => {
    const way = begin()
    way.send(fullScreen(true, 0), dialog(true, 500), { type: 'LEFT', now: 1_000 })
    way.send({ type: 'TICK', now: 9_000 }, { type: 'CAME_BACK', now: 9_500 }, dialog(false, 9_600))
    expect(way.value()).toMatchObject({ running: { presence: 'here' } })
    expect(way.context().strikes).toBe(0)
    expect(way.heard('focusReturned')).toEqual([
      { type: 'focusReturned', ms: 8_500, counted: false, why: 'dialog' },
    ])
  })

  const left: ExamEvent = { type: 'LEFT', now: 1_000 }
  const tick = (now: number): ExamEvent => ({ type: 'TICK', now })
  it.each<[string, ExamEvent[], string]>([
    ['whoever is away when it is answered', [dialog(false, 9_000), tick(9_500), tick(11_000)], 'end'],
    ['whoever is away when its time is up', [tick(60_500), tick(62_000)], 'end'],
    ['whoever leaves later', [back(5_000), { type: 'LEFT', now: 70_000 }, tick(72_000)], 'end'],
    ['full screen left later', [back(5_000), fullScreen(false, 70_000)], 'used'],
    ['nobody before', [tick(60_000)], 'here'],
    ['nobody who comes back with the answer', [dialog(false, 9_000), tick(9_500), back(10_900)], 'here'],
  ])('is forgiven by a prompt for a bounded time, and then judges %s', (_who, events, comes) => {
    const way = begin()
    way.send(fullScreen(true, 0), dialog(true, 500), left, tick(3_000), ...events)
    if (comes === 'end') expect(way.value()).toBe('forced')
    else expect(way.value()).toMatchObject({ running: {} })
    expect(way.context().fullScreenAttemptsLeft).toBe(comes === 'used' ? 4 : 5)
  })
})
