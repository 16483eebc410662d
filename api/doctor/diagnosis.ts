import type { Queries } from '#db/connect.ts'
import type { Config } from '../config.ts'
import type { Executor } from '../execution/port.ts'
import type { Keys } from '../kit/keys.ts'

/** One thing that was looked at: how it is in words, and what to do about it. */
export interface Diagnosis {
  name: string
  /** false: something is wrong. null: it could not be looked at, or there is nothing to look at. */
  ok: boolean | null
  says: string
  todo?: string
}

/** The parts of an installation as they are there: a doctor is called because some of them are not. */
export interface Patient {
  config: Config
  now: () => number
  /** null where they cannot be read. */
  keys: Keys | null
  /** The database for reading; null where it cannot be opened. */
  read: Queries | null
  executor: Executor
  /** PEM of an authority that is trusted as well; undefined: none. */
  ca?: string | undefined
  /** Whether a server runs on the data directory. */
  isServing: boolean
  /** The address where people reach it; null where that is not known. */
  base: string | null
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
