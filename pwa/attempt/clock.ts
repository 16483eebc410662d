import type { Anchor } from './db/schema.ts'
import { bootId } from './random.ts'

/** Server time on the device, from the newest anchor and this device's clocks. Milliseconds. */

export interface Clocks {
  mono(): number
  wall(): number
  /** The wall clock as it stood when the monotonic one began: when this page was loaded. */
  wallAtZero(): number
}

const wallAtZero = Date.now() - performance.now()
export const deviceClocks: Clocks = {
  mono: () => performance.now(),
  wall: () => Date.now(),
  wallAtZero: () => wallAtZero,
}

export function anchorNow(id: string, serverMs: number, clocks = deviceClocks): Anchor {
  return { id, serverMs, bootId, monoMs: clocks.mono(), wallMs: clocks.wall() }
}

/**
 * The time an op claims: anchor + the larger of both deltas. The monotonic clock stands still in sleep on most systems;
 * the wall clock is the candidate's.
 */
export function claimedNow(anchor: Anchor, clocks = deviceClocks): number {
  const wall = clocks.wall() - anchor.wallMs
  const mono = anchor.bootId === bootId ? clocks.mono() - anchor.monoMs : 0
  return Math.round(anchor.serverMs + Math.max(mono, wall, 0))
}

/**
 * The time that the timer shows and that locks at zero: the monotonic delta, after a reload the wall's. Moving the wall
 * clock of a running page moves nothing, and a wall clock that was set back does not stop time after a reload.
 */
export function timerNow(anchor: Anchor, clocks = deviceClocks): number {
  if (anchor.bootId === bootId) return anchor.serverMs + Math.max(0, clocks.mono() - anchor.monoMs)
  const atLoad = Math.max(0, clocks.wallAtZero() - anchor.wallMs)
  return anchor.serverMs + Math.max(atLoad + clocks.mono(), clocks.wall() - anchor.wallMs)
}

const JUMP_MS = 5_000
const BACK_MS = 2_000

/** Milliseconds by which the wall clock left the monotonic one within this page load, or null where they agree. */
export function clockJump(anchor: Anchor, clocks = deviceClocks): number | null {
  if (anchor.bootId !== bootId) return null
  const difference = clocks.wall() - anchor.wallMs - (clocks.mono() - anchor.monoMs)
  return difference > JUMP_MS || difference < -BACK_MS ? Math.round(difference) : null
}
