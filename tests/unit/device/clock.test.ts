import { describe, expect, it } from 'vitest'
import { anchorNow, claimedNow, clockJump, timerNow } from '#pwa/attempt/clock.ts'

const at = (mono: number, wall: number, wallAtZero = wall - mono) => ({
  mono: () => mono,
  wall: () => wall,
  wallAtZero: () => wallAtZero,
})
const SERVER = 1_700_000_000_000

describe('server time on the device', () => {
  const anchor = anchorNow('a', SERVER, at(1_000, 5_000_000))

  it('moves with both clocks', () => {
    expect(timerNow(anchor, at(3_000, 5_002_000))).toBe(SERVER + 2_000)
    expect(claimedNow(anchor, at(3_000, 5_002_000))).toBe(SERVER + 2_000)
  })

  it.each([3_600_000, -3_600_000, 86_400_000, -86_400_000])(
    'does not move the timer when the wall clock is set by %i ms',
    (moved) => {
      expect(timerNow(anchor, at(3_000, 5_002_000 + moved))).toBe(SERVER + 2_000)
    },
  )

  it('claims the later of both clocks, so that sleep is not hidden', () => {
    expect(claimedNow(anchor, at(3_000, 5_060_000))).toBe(SERVER + 60_000)
    expect(claimedNow(anchor, at(61_000, 5_000_000))).toBe(SERVER + 60_000)
  })

  it('uses the wall clock after a reload, never backwards', () => {
    const older = { ...anchor, bootId: 'another page load' }
    expect(timerNow(older, at(1, 5_010_000))).toBe(SERVER + 10_000)
    expect(timerNow(older, at(0, 4_000_000))).toBe(SERVER)
  })

  it.each([
    ['before the reload', at(5_000, 4_005_000), 5_000],
    ['since the reload', at(5_000, 1_000_000, 5_010_000), 15_000],
  ])('does not stand still after a reload where the wall clock was set back %s', (_, clocks, passed) => {
    expect(timerNow({ ...anchor, bootId: 'another page load' }, clocks)).toBe(SERVER + passed)
  })

  it.each([
    [4_999, null],
    [5_001, 5_001],
    [-1_999, null],
    [-2_001, -2_001],
  ])('notes a jump of %i ms as %s', (moved, noted) => {
    expect(clockJump(anchor, at(2_000, 5_001_000 + moved))).toBe(noted)
  })
})
