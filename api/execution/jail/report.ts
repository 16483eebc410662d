import { decodeOutput } from '#runtimes/streams.ts'
import { isUnreadable } from '#runtimes/syntax.ts'
import type { CaseResult, Limits, Outcome } from '../port.ts'
import { emptyResult, engineError } from '../results.ts'
import type { BoxEnd } from './box.ts'
import type { Toolchain } from './toolchains.ts'

type Ended = Extract<BoxEnd, { kind: 'ended' }>

/** The last words of languages whose memory is at its end; they end by themselves then. */
const OUT_OF_MEMORY =
  /OutOfMemoryError|OutOfMemoryException|MemoryError|std::bad_alloc|heap out of memory|^fatal error: .*out of memory|memory allocation of \d+ bytes failed|NoMemoryError|Allowed memory size|not enough memory/m

const STOPPED: Readonly<Record<NonNullable<Ended['endedBy']>, { outcome: Outcome; message: string }>> = {
  cpu: { outcome: 'time_limit', message: 'processor time used up' },
  wall: { outcome: 'time_limit', message: 'wall time used up' },
  memory: { outcome: 'memory_limit', message: 'memory used up' },
  output: { outcome: 'output_limit', message: 'too much output' },
  files: { outcome: 'sandbox_violation', message: 'too many files' },
  processes: { outcome: 'sandbox_violation', message: 'too many processes' },
  abort: { outcome: 'time_limit', message: 'given up' },
}

function outcomeOf(
  end: Ended,
  toolchain: Toolchain,
  stderr: string,
  cpuLimitMs: number,
): Pick<CaseResult, 'outcome' | 'message'> {
  if (end.endedBy !== null) return STOPPED[end.endedBy]
  if (end.signal === 'SIGXCPU' || (end.cpuMs ?? 0) > cpuLimitMs) return STOPPED.cpu
  if (end.signal === 'SIGSYS') return { outcome: 'sandbox_violation' }
  if (end.exitCode === 0) return { outcome: 'ok' }
  if (OUT_OF_MEMORY.test(stderr)) return STOPPED.memory
  if (toolchain.isUnreadable?.(stderr) ?? isUnreadable(toolchain.id, stderr))
    return { outcome: 'compile_error' }
  return { outcome: 'runtime_error' }
}

const told = (end: Ended) => ({
  exitCode: end.exitCode,
  signal: end.signal,
  wallMs: Math.round(end.wallMs),
  memoryBytes: end.memoryBytes,
})

/** @param startMs the language's own start, which is in the box's time and not in the program's */
export function boxResult(
  caseId: string,
  engine: string,
  toolchain: Toolchain,
  end: BoxEnd,
  { cpuMs: cpuLimitMs, startMs }: Pick<Limits, 'cpuMs'> & { startMs: number },
): CaseResult {
  if (end.kind === 'failed') return { ...engineError(caseId, engine, end.detail, true), suspect: 'crash' }
  const stderr = decodeOutput(end.stderr)
  const { outcome, message } = outcomeOf(end, toolchain, stderr, cpuLimitMs + startMs)
  return {
    ...emptyResult(caseId, engine),
    ...told(end),
    outcome,
    message,
    cpuMs: end.cpuMs === null ? null : Math.round(10 * Math.max(0, end.cpuMs - startMs)) / 10,
    stdout: decodeOutput(end.stdout),
    stderr,
    compileOutput: outcome === 'compile_error' ? stderr : '',
    stdoutTruncated: end.stdoutTruncated,
    stderrTruncated: end.stderrTruncated,
  }
}

/** A program that its compiler refused, or did not get done with. */
export function refusedResult(
  caseId: string,
  engine: string,
  { explain = (words) => words }: Pick<Toolchain, 'explain'>,
  end: BoxEnd,
): CaseResult {
  if (end.kind === 'failed') return engineError(caseId, engine, end.detail, true)
  const said = explain(decodeOutput(Buffer.concat([end.stdout, end.stderr])))
  const stopped = end.endedBy === null ? '' : `The compiler was ended: ${STOPPED[end.endedBy].message}.\n`
  return {
    ...emptyResult(caseId, engine),
    ...told(end),
    outcome: 'compile_error',
    message: end.endedBy === null ? undefined : STOPPED[end.endedBy].message,
    cpuMs: end.cpuMs,
    compileOutput: stopped + said,
    stderr: said,
  }
}
