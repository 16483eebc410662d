import { ENGINES, LANGUAGES, type Probe } from '#runtimes/languages.ts'

/** Programs that tell how fast this machine runs their languages. */
export const PROBES: Readonly<Record<string, Probe>> = Object.fromEntries(
  LANGUAGES.flatMap(({ id }) => {
    const { probe } = ENGINES[id]
    return typeof probe === 'string' ? [] : [[id, probe]]
  }),
)

/** Slower machines than this are told apart no more: a program that hangs must end some time. */
const MOST = 3

/**
 * By how much a machine is slower than the one the limits were made on. Never less than 1: no limit is tighter than
 * it is documented, and a look that found a fast moment tightens none.
 */
export function machineFactor(measuredMs: readonly number[], referenceMs: number): number {
  if (measuredMs.length === 0) return 1
  // The fastest: an engine gets faster as it warms up, and whatever else ran only made it slower.
  const factor = Math.min(...measuredMs) / referenceMs
  return Math.round(10 * Math.min(MOST, Math.max(1, factor))) / 10
}
