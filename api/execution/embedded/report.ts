import { ENGINES, type EngineLanguage } from '#runtimes/languages.ts'
import type { RunResult } from '#runtimes/port.ts'
import { decodeOutput } from '#runtimes/streams.ts'
import type { CaseResult } from '../port.ts'
import { emptyResult, engineError } from '../results.ts'
import type { RunReport } from './engine-child.ts'

function fromResult(base: CaseResult, result: RunResult, cpuLimitMs: number): CaseResult {
  const stderr = decodeOutput(result.stderr)
  const late = (base.cpuMs ?? 0) > cpuLimitMs && result.outcome === 'ok'
  return {
    ...base,
    outcome: late ? 'time_limit' : result.outcome,
    message: result.message,
    exitCode: result.exitCode,
    stdout: decodeOutput(result.stdout),
    stderr,
    compileOutput: result.outcome === 'compile_error' ? stderr : '',
    stdoutTruncated: result.stdoutTruncated,
    stderrTruncated: result.stderrTruncated,
    memoryBytes: result.memoryBytes,
  }
}

/** V8's words before it ends its process. */
const OUT_OF_MEMORY = /out of memory|allocation failed/i

const killed = { signal: 'SIGKILL' }
const killedBy = {
  cpu: { ...killed, outcome: 'time_limit', message: 'processor time used up' },
  wall: { ...killed, outcome: 'time_limit', message: 'wall time used up' },
  idle: { ...killed, outcome: 'time_limit', message: 'waited too long' },
  memory: { ...killed, outcome: 'memory_limit', message: 'memory used up' },
  abort: { ...killed, outcome: 'time_limit', message: 'given up' },
} as const

/** Makes the result of a case out of how its run ended in the child process. */
export function caseResult(
  caseId: string,
  { id }: EngineLanguage,
  report: RunReport,
  cpuLimitMs: number,
): CaseResult {
  const { engine } = ENGINES[id]
  const cpuMs = report.cpuMs === null ? null : Math.round(report.cpuMs * 10) / 10
  const base = { ...emptyResult(caseId, engine), cpuMs, wallMs: Math.round(report.wallMs) }
  if (report.kind === 'crashed') {
    if (OUT_OF_MEMORY.test(report.detail)) return { ...base, ...killedBy.memory }
    return {
      ...engineError(caseId, engine, `the engine process ${report.detail}`, true),
      suspect: 'crash',
    }
  }
  if (report.kind === 'killed') return { ...base, ...killedBy[report.by] }
  if (report.message.result === undefined) {
    return engineError(caseId, engine, report.message.fault ?? 'the engine failed', true)
  }
  return fromResult(base, report.message.result, cpuLimitMs)
}
