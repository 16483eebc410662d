import type { CaseResult } from './port.ts'

/** An executor's log, for facts that an operator should know. pino's loggers fit. */
export interface ExecutionLogger {
  info(message: string): void
  warn(message: string): void
}

export const SILENT: ExecutionLogger = { info: () => {}, warn: () => {} }

/** A result with nothing measured and nothing written, to be filled in. */
export function emptyResult(caseId: string, engine: string): CaseResult {
  return {
    caseId,
    outcome: 'ok',
    exitCode: null,
    signal: null,
    stdout: '',
    stderr: '',
    compileOutput: '',
    stdoutTruncated: false,
    stderrTruncated: false,
    cpuMs: null,
    wallMs: null,
    memoryBytes: null,
    engine,
  }
}

/** The message of a compile_error for a program and an input that together fit no engine; with another input it may. */
export const SOURCE_TOO_LARGE = 'source too large'

/** A result that is no verdict. */
export function engineError(caseId: string, engine: string, message: string, retryable: boolean): CaseResult {
  return { ...emptyResult(caseId, engine), outcome: 'engine_error', retryable, message }
}
