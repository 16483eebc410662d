import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../config.ts'

/** A command of the program, as its table in `api/commands/main.ts` lists it. */
export interface Command {
  /** Its line in the overview. */
  summary: string
  /** Its arguments as they are typed behind its name; empty where it takes none. */
  usage: string
  /** The most arguments it takes besides its options. */
  most: number
  options: NonNullable<ParseArgsConfig['options']>
  /** It makes the data directory where there is none; the others leave nothing behind there. */
  makesData?: true
  /** Each option as it is typed, and what it says. */
  help: readonly (readonly [option: string, says: string])[]
  /**
   * @returns what is told at its end; null where it goes on until a signal ends it
   * @throws Error in words where it could not be done
   */
  run(call: Call): Promise<CommandOutcome | null>
}

export interface Call {
  /**
   * Read when a command first asks for it: one that needs no data directory makes none.
   * @throws ConfigError
   */
  readonly config: Config
  /** The options that were given. */
  values: Readonly<Record<string, unknown>>
  positionals: readonly string[]
  /** Tells how far it is, on standard error, so that what is found can be read by a program. */
  progress(line: string): void
}

/** The words typed cannot be done as they are: the program says so and ends with the exit code of a wrong call. */
export class WrongCall extends Error {}

/** It was refused, with facts that a program needs to go on. */
export class RefusedCall extends Error {
  readonly json: Record<string, unknown>

  constructor(words: string, json: Record<string, unknown>) {
    super(words)
    this.json = json
  }
}

export interface CommandOutcome {
  /** The same in words, and for programs by `--json`. */
  text: string
  json: unknown
  /** Whether all is well: the exit code is 0 then, else 1. */
  ok: boolean
}
