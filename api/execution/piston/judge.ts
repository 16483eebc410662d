import { constants } from 'node:os'
import type { Case, CaseResult, Limits, Outcome } from '../port.ts'
import { emptyResult } from '../results.ts'
import type { ExecuteAnswer, Stage } from './answers.ts'
import { refusalIn } from './unreadable.ts'

/** The line that the shell around a program writes when a signal ends it. It is not the program's output. */
const WRAPPER_LINE = /^\S*\/(?:run|compile): line \d+: +\d+ [^\n]*\n?/m
/** The line that the script around a compiler writes when there is nothing to make executable. */
const NOTHING_COMPILED = /^chmod: cannot access [^\n]*\n?/gm
/** A pipe hands on this much in one piece: in shorter output a broken character is the program's own. */
const ONE_PIECE_BYTES = 4096
/** Share of the memory limit from which a kill counts as its doing. */
const MEMORY_SHARE = 0.97

interface Ending {
  outcome: Outcome
  signal: string | null
  message?: string
  retryable?: boolean
  suspect?: CaseResult['suspect']
}

function signalName(code: number | null | undefined): string | null {
  if (code === null || code === undefined || code <= 128) return null
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return found?.[0] ?? null
}

function killedForMemory(run: Stage, limits: Limits): boolean {
  const killed = run.code === 137 || run.signal === 'SIGKILL'
  return killed && (run.memory ?? 0) >= limits.memoryBytes * MEMORY_SHARE
}

function ending(run: Stage, limits: Limits): Ending {
  // The wrapper's line tells a signal from a program that chose such a code itself.
  const signal = run.signal ?? (WRAPPER_LINE.test(run.stderr) ? signalName(run.code) : null)
  const message = run.message ?? undefined
  if (run.status === 'XX')
    return { outcome: 'engine_error', retryable: true, suspect: 'lost', signal, message }
  if (run.status === 'OL' || run.status === 'EL') return { outcome: 'output_limit', signal, message }
  if (run.status === 'TO') return { outcome: 'time_limit', signal, message }
  if (killedForMemory(run, limits)) return { outcome: 'memory_limit', signal, message }
  if ((run.cpu_time ?? 0) > limits.cpuMs) return { outcome: 'time_limit', signal, message }
  if (signal === 'SIGSYS') return { outcome: 'sandbox_violation', signal, message }
  if (run.code === 0 && signal === null) return { outcome: 'ok', signal: null }
  return { outcome: 'runtime_error', signal, message }
}

function cut(text: string, limit: number): { text: string; cut: boolean } {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= limit) return { text, cut: false }
  // A character cut in half is left out.
  return { text: new TextDecoder().decode(bytes.subarray(0, limit)).replace(/\uFFFD$/, ''), cut: true }
}

/** Whether the engine may have broken a right output: only one with characters of several bytes can be broken. */
function garbled(stdout: string, expected: string | undefined): boolean {
  if (expected === undefined || expected.includes('\uFFFD') || !stdout.includes('\uFFFD')) return false
  if (!/[\u0080-\uffff]/.test(expected)) return false
  return new TextEncoder().encode(stdout).length > ONE_PIECE_BYTES
}

const withoutWrapper = (text: string): string => text.replace(WRAPPER_LINE, '').replace(NOTHING_COMPILED, '')

function compileFailure(base: CaseResult, compile: Stage): CaseResult {
  const compileOutput = withoutWrapper(compile.output || compile.stderr || compile.stdout)
  const outcome = compile.status === 'XX' ? 'engine_error' : 'compile_error'
  return {
    ...base,
    outcome,
    ...(outcome === 'engine_error' && { retryable: true, suspect: 'lost' as const }),
    message: compile.message ?? undefined,
    exitCode: compile.code ?? null,
    signal: compile.signal ?? null,
    compileOutput,
    stderr: withoutWrapper(compile.stderr),
  }
}

/** Reads Piston's answer to one case. A failed compilation repeats itself as run, so compile comes first. */
export function judgeAnswer(
  answer: ExecuteAnswer,
  testCase: Case,
  limits: Limits,
  languageId: string,
  engine: string,
): CaseResult {
  const { compile, run } = answer
  const base: CaseResult = {
    ...emptyResult(testCase.id, engine),
    cpuMs: run.cpu_time ?? null,
    wallMs: run.wall_time ?? null,
    memoryBytes: run.memory ?? null,
  }
  if (compile !== undefined && compile.code !== 0) return compileFailure(base, compile)
  const ended = ending(run, limits)
  const stdout = cut(run.stdout, limits.stdoutBytes)
  const stderr = cut(run.stderr.replace(WRAPPER_LINE, ''), limits.stderrBytes)
  const overflow = ended.outcome === 'ok' && stdout.cut
  const result: CaseResult = {
    ...base,
    ...ended,
    outcome: overflow ? 'output_limit' : ended.outcome,
    exitCode: run.code ?? null,
    stdout: stdout.text,
    stderr: stderr.text,
    compileOutput: compile?.output ?? '',
    stdoutTruncated: stdout.cut || run.status === 'OL',
    stderrTruncated: stderr.cut || run.status === 'EL',
  }
  const refusal = result.outcome === 'runtime_error' ? refusalIn(languageId, result) : null
  if (refusal !== null) return { ...result, outcome: 'compile_error', compileOutput: refusal }
  if (result.outcome !== 'ok' || !garbled(result.stdout, testCase.expectedOutput)) return result
  const message = 'the engine broke characters of this output; it cannot be judged'
  return { ...result, outcome: 'engine_error', retryable: false, suspect: 'crash', message }
}
