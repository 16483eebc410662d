import { describe, expect, it } from 'vitest'
import { isRunsTurn, planOf, type SlotsNow } from '#api/execution/plan.ts'
import type { WaitingJob } from '#db/queries/jobs.ts'

/** Ids say what they are: judges from 100 on, Runs from 200 on. */
const judge = (id: number, given: Partial<WaitingJob> = {}): WaitingJob => ({
  id,
  kind: 'judge',
  attempt_id: 1,
  is_urgent: 0,
  turn: 1,
  ...given,
})
const run = (id: number, turn = 1): WaitingJob => ({ id, kind: 'run', attempt_id: 1, is_urgent: 0, turn })
/** As it waits in the queue: behind every candidate. */
const staffs = (id: number, kind: 'run' | 'check'): WaitingJob => ({
  id,
  kind,
  attempt_id: null,
  is_urgent: 0,
  turn: 1_000_000,
})
const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

const idle: SlotsNow = { slots: 1, running: [], taken: 0 }
const order = (judges: WaitingJob[], runs: WaitingJob[], now: SlotsNow = idle): number[] => {
  const places = planOf(judges, runs, now)
  return [...places].sort(([, a], [, b]) => a - b).map(([id]) => id)
}

describe('who is taken when', () => {
  it('is nobody where nobody waits', () => {
    expect(planOf([], [], idle).size).toBe(0)
  })

  it('counts from nobody before', () => {
    expect([...planOf([judge(100), judge(101)], [], idle)]).toEqual([
      [100, 0],
      [101, 1],
    ])
  })

  it('gives one slot to a Run every fourth time, from where it stands', () => {
    const judges = many(6, (i) => judge(100 + i))
    const runs = [run(200), run(201)]
    expect(order(judges, runs)).toEqual([100, 101, 102, 200, 103, 104, 105, 201])
    expect(order(judges, runs, { ...idle, taken: 2 })).toEqual([100, 200, 101, 102, 103, 201, 104, 105])
  })

  it('gives a quarter of many slots to Runs', () => {
    const judges = many(9, (i) => judge(100 + i))
    const runs = [run(200), run(201), run(202)]
    const four = { slots: 4, running: [], taken: 0 }
    expect(order(judges, runs, four)).toEqual([200, 100, 101, 102, 201, 103, 104, 105, 202, 106, 107, 108])
    const running = [judge(1), run(2), judge(3), judge(4)]
    const full: SlotsNow = { slots: 4, running, taken: 0 }
    expect(order(judges.slice(0, 3), runs, full)).toEqual([100, 200, 101, 102, 201, 202])
  })

  it.each([
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 2],
    [8, 2],
    [9, 3],
  ])('keeps at least a quarter of %i slots for Runs, which is %i', (slots, share) => {
    const isTurn = (under: number) =>
      isRunsTurn({ slots, running: many(under, (i) => run(200 + i)), taken: 0 })
    expect([isTurn(share - 1), isTurn(share)]).toEqual([true, false])
  })

  it('lets candidates go before what staff runs, which has no share of its own', () => {
    const judges = many(4, (i) => judge(100 + i, { turn: 9 }))
    const runs = [run(200, 20), staffs(300, 'run'), staffs(301, 'check')]
    expect(order(judges, runs)).toEqual([100, 101, 102, 200, 103, 300, 301])
    const busy: SlotsNow = { slots: 4, running: [staffs(302, 'check')], taken: 0 }
    expect(order(judges, runs, busy)[0]).toBe(200)
  })

  it('lets finishes go first, then fewer recent jobs, then submissions', () => {
    expect(order([judge(101, { is_urgent: 1, turn: 9 }), judge(100)], [run(200, 0)])).toEqual([101, 200, 100])
    expect(order([judge(100)], [run(200)])).toEqual([100, 200])
    expect(order([judge(100, { turn: 2 })], [run(200)])).toEqual([200, 100])
  })

  it('goes through everybody once', () => {
    const judges = many(50, (i) => judge(100 + i))
    const runs = many(30, (i) => run(200 + i))
    for (const slots of [1, 2, 3, 8])
      expect(new Set(order(judges, runs, { slots, running: [], taken: 1 })).size).toBe(80)
  })
})
