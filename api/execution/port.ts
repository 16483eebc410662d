import type { Limits } from '#runtimes/limits.ts'
import type { QueuePosition } from './place.ts'

/** How one case ended. Only an engine_error is no verdict: the job is tried again or looked at by a person. */
export type Outcome =
  | 'ok'
  | 'runtime_error'
  | 'compile_error'
  | 'time_limit'
  | 'memory_limit'
  | 'output_limit'
  | 'sandbox_violation'
  | 'engine_error'

/** Limits of one case; every one is greater than 0. */
export type { Limits }

export type LimitKind = 'cpu' | 'wall' | 'memory' | 'output' | 'files' | 'network'

/** hard: cannot be passed; soft: seen only afterwards or roughly; absent: not kept at all. */
export type LimitStrength = 'hard' | 'soft' | 'absent'

/**
 * The ways of running programs, which are classes of isolation as well: WebAssembly in processes of this server, the host's own
 * toolchains in boxes of bubblewrap's, and servers elsewhere.
 */
export const TIERS = ['wasm', 'jail', 'piston'] as const
export type Tier = (typeof TIERS)[number]

export interface LanguageInfo {
  /** 'javascript', 'python' … */
  id: string
  name: string
  version: string
  engine: string
  tier: Tier
  limits: Record<LimitKind, LimitStrength>
  /** By how much its default processor time is stretched, as the engine is slower than a native one. */
  timeFactor?: number
}

export interface EngineDescription {
  languages: LanguageInfo[]
  /** Parts of the engine have not answered since the start: it may have more languages than these. */
  isPartial?: boolean
  /** How many cases run at the same time; the rest wait. */
  slots: number
  /** Words for whoever runs the machine about languages it lacks, and why. */
  lacks?: readonly string[]
}

export interface Program {
  languageId: string
  source: string
  /** The only tier that may run it; the best one there is when not given. */
  tier?: Tier | undefined
}

export interface Case {
  id: string
  stdin: string
  /** Lets an adapter that can garble long non-ASCII output tell its own fault from a wrong answer. */
  expectedOutput?: string
}

export interface CaseResult {
  caseId: string
  outcome: Outcome
  /** With engine_error only: whether another try can help. */
  retryable?: boolean
  /**
   * With engine_error only, where the program may be the reason: the engine crashed over it, or began it and never answered.
   */
  suspect?: 'crash' | 'lost'
  message?: string
  exitCode: number | null
  signal: string | null
  stdout: string
  stderr: string
  compileOutput: string
  stdoutTruncated: boolean
  stderrTruncated: boolean
  cpuMs: number | null
  wallMs: number | null
  memoryBytes: number | null
  /** Which engine gave this result, with its version. */
  engine: string
}

export interface ExecuteOptions {
  /** Used as they are; what is missing comes from the defaults of the language (`limitsFor`). */
  limits?: Partial<Limits>
  /** Ends the running case and makes the iteration throw the signal's reason. */
  signal?: AbortSignal
}

export interface Executor {
  /** Describes its present offer. Rejects while it cannot run anything. */
  describe(): Promise<EngineDescription>
  /** Runs the cases one after the other, each in a fresh instance, and gives the results in their order. */
  execute(program: Program, cases: Case[], options: ExecuteOptions): AsyncIterable<CaseResult>
  health(): Promise<{ ok: boolean; detail: string }>
  /** Ends what runs and frees everything. Cases still under way end as a retryable engine_error. */
  close(): Promise<void>
}

/** The judge's queue as the rest of the server uses it. */
export interface Judge {
  /** Has it look for work; a commit that queued some does. */
  wake(): void
  /** Ends a job under way, whose end somebody else has written. */
  giveUp(kind: 'run', executionId: number): void
  /** The place of a job; null if it is not known. */
  positionOf(kind: 'judge' | 'run', subjectId: number): Promise<QueuePosition | null>
  /** About how many seconds it takes until so many jobs are taken. */
  secondsFor(jobs: number): number
}
