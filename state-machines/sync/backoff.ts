/** Randomness, given from outside. */
export interface Random {
  /** From 0 up to but not including 1. */
  number(): number
  /** 22 url-safe characters. */
  text(): string
}

const BASE_MS = 1_000
const CAP_MS = 30_000

/**
 * Full jitter: anywhere between 0 and a ceiling that doubles with each failure up to 30 s. The wait that the server
 * asked for is the floor.
 * @returns milliseconds
 */
export function backOff(failures: number, random: Random, floorMs: number | null): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(failures, 10))
  return Math.max(floorMs ?? 0, Math.floor(random.number() * ceiling))
}
