import type { CaseResult } from '../port.ts'
import type { ServiceJob } from './job.ts'
import type { Quirks } from './options.ts'

export interface AnswerStage {
  signal: string | null
  stdout: string
  stderr: string
  code: number | null
  output: string
  memory: number | null
  message: string | null
  status: string | null
  cpu_time: number | null
  wall_time: number | null
}

type Ending = Pick<AnswerStage, 'code' | 'signal' | 'status' | 'message'>

/** The code of a process that a signal ended, as the shell around it reports it. */
const KILLED = 137
const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024

function ending(result: CaseResult): Ending {
  switch (result.outcome) {
    case 'ok':
      return { code: 0, signal: null, status: null, message: null }
    case 'time_limit':
      return { code: null, signal: 'SIGKILL', status: 'TO', message: 'Time limit exceeded' }
    case 'output_limit':
      return { code: null, signal: 'SIGKILL', status: 'OL', message: 'stdout length exceeded' }
    case 'memory_limit':
      return { code: KILLED, signal: null, status: 'RE', message: `Exited with error status ${KILLED}` }
    default: {
      const code = result.exitCode ?? 1
      return { code, signal: null, status: 'RE', message: `Exited with error status ${code}` }
    }
  }
}

function inPieces(text: string, pieceBytes: number): string {
  const bytes = new TextEncoder().encode(text)
  let broken = ''
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    broken += new TextDecoder().decode(bytes.subarray(at, at + pieceBytes))
  }
  return broken
}

function stdoutOf(result: CaseResult, quirks: Quirks): string {
  if (quirks.emptyOnOutputLimit && result.outcome === 'output_limit') return ''
  return quirks.chunkBytes === undefined ? result.stdout : inPieces(result.stdout, quirks.chunkBytes)
}

function stderrOf(result: CaseResult, job: ServiceJob, code: number | null, quirks: Quirks): string {
  if (!quirks.wrapperLine || code === null || code <= 128) return result.stderr
  const { id, version } = job.runtime
  const what = code === KILLED ? 'Killed' : 'Aborted'
  return `${result.stderr}/piston/packages/${id}/${version}/run: line 1:     2 ${what}                 ${id} "$@"\n`
}

function stage(result: CaseResult, job: ServiceJob, quirks: Quirks): AnswerStage {
  const ended = ending(result)
  const stdout = stdoutOf(result, quirks)
  const stderr = stderrOf(result, job, ended.code, quirks)
  // An engine at its limit refuses to grow before it is full; what counts is that the limit was met.
  const full = result.outcome === 'memory_limit'
  const memory = full ? (job.limits.memoryBytes ?? DEFAULT_MEMORY_BYTES) : result.memoryBytes
  return {
    ...ended,
    stdout,
    stderr,
    output: stdout + stderr,
    memory,
    cpu_time: result.cpuMs,
    wall_time: result.wallMs,
  }
}

/** The body of an answer. A program that does not compile has a compile stage, repeated as its run. */
export function answerBody(result: CaseResult, job: ServiceJob, quirks: Quirks): Record<string, unknown> {
  const run = stage(result, job, quirks)
  const body = { run, language: job.runtime.id, version: job.runtime.version }
  return result.outcome === 'compile_error' ? { compile: run, ...body } : body
}
