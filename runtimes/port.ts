/** How one run of a program ended, seen from inside the engine. A limit kept by the host (a kill) is not among them. */
export type RunOutcome =
  | 'ok'
  | 'runtime_error'
  | 'compile_error'
  | 'time_limit'
  | 'memory_limit'
  | 'output_limit'

/** Limits of one run; every one is greater than 0. */
export interface RunLimits {
  /** Processor time in milliseconds. The Python engine cannot stop itself: its host must. */
  cpuMs: number
  /**
   * How long a program may wait in all, asleep or for its timers, in milliseconds. JavaScript's engine keeps it, because its
   * clock jumps; for Python its host must.
   */
  idleMs: number
  /** Linear memory of the engine in bytes, rounded down to pages of 64 KiB. */
  memoryBytes: number
  stdoutBytes: number
  stderrBytes: number
  /** All in-memory files together, in bytes. */
  fileBytes: number
}

export interface RunRequest {
  source: string
  stdin: Uint8Array
  limits: RunLimits
}

export interface RunResult {
  outcome: RunOutcome
  exitCode: number | null
  stdout: Uint8Array
  stderr: Uint8Array
  stdoutTruncated: boolean
  stderrTruncated: boolean
  /** Size of the engine's memory at the end: it never shrinks, so this is the peak. */
  memoryBytes: number | null
  /** A few words for a person, where the outcome alone does not say it. */
  message?: string
}

/** One language's engine. A run gets a fresh instance and leaves nothing behind. */
export interface LanguageRuntime {
  readonly id: string
  run(request: RunRequest): Promise<RunResult>
}

/** The services that an engine needs of the place where it runs (a child process or a Web Worker). */
export interface RuntimeHost {
  /** Processor time used so far in milliseconds; where there is no such clock, wall time. */
  cpuNowMs(): number
  /** Blocks the calling thread for that many milliseconds. */
  sleep(milliseconds: number): void
  /** Native stack that a program's recursion may use, in bytes. */
  stackBytes: number
}
