import type { JudgeProgram } from '#contract/judging.ts'
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
  /** Ids of the languages that a judge's program may be in; missing where this engine has no boxes for one. */
  judges?: readonly string[]
  /** How many cases run at the same time; the rest wait. */
  slots: number
  /** Words for whoever runs the machine about languages it lacks, and why. */
  lacks?: readonly string[]
  /** Words for the same about how programs are kept apart, where this machine has more than one way. */
  isolation?: string
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

/** The judgement of a program of a problem's author about one test. */
export interface JudgeAnswer {
  /** fault: the judge's program failed, so that there is no verdict. */
  verdict: 'accepted' | 'wrong' | 'fault'
  /** Earned part of the test's marks, from 0 to 1. */
  share: number
  /** Points that it gave itself, whose share depends on what the test is worth. */
  points?: number
  /** Its words, for staff alone. */
  message: string
  /** With it the program runs once more, on this input. */
  nextInput: string | null
  /** The files that it left in its feedback folder, which it finds there in the next pass. */
  feedback: Readonly<Record<string, string>>
  /** With fault only: the machine failed, and another try can help. */
  retryable?: boolean
}

/** A question to a judge's program about what a candidate's program wrote for one test. */
export interface JudgeAsk {
  program: JudgeProgram
  input: string
  /** The expected output, as the problem has it. */
  answer: string
  output: string
  /** Files of the feedback folder from the pass before. */
  feedback?: Readonly<Record<string, string>>
}

export interface CaseResult {
  caseId: string
  /** With an interactor only: its judgement, where the program did not end by a fault of its own. */
  judged?: JudgeAnswer
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
  /** Talks to the program of each case, and judges it; the case's stdin and expected output are for the interactor alone. */
  interactor?: JudgeProgram | undefined
  /** Ends the running case and makes the iteration throw the signal's reason. */
  signal?: AbortSignal
}

export interface Executor {
  /** Describes its present offer. Rejects while it cannot run anything. */
  describe(): Promise<EngineDescription>
  /** Runs the cases one after the other, each in a fresh instance, and gives the results in their order. */
  execute(program: Program, cases: Case[], options: ExecuteOptions): AsyncIterable<CaseResult>
  /** Asks a judge's program; missing where this engine has no boxes for it. */
  judge?(ask: JudgeAsk, signal?: AbortSignal): Promise<JudgeAnswer>
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
