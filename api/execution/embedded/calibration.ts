/** A program whose processor time tells how fast a machine runs a language. */
export interface Probe {
  source: string
  /** What it takes on the machine the limits were made on, in milliseconds. */
  referenceMs: number
}

/** For each language a program of about a tenth of a second; of Python's that is the interpreter's own start. */
export const PROBES: Readonly<Record<string, Probe>> = {
  javascript: {
    source: 'let s = 0; for (let i = 0; i < 1e6; i++) s += i % 7; console.log(s)',
    referenceMs: 100,
  },
  python: { source: 'print(1)', referenceMs: 100 },
}

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
