import { availableParallelism } from 'node:os'
import { ENGINE_LANGUAGES, type EngineLanguage, engineLanguage } from '#runtimes/languages.ts'
import { LANGUAGE_FACTORS, limitsFor } from '../limits.ts'
import type { Case, CaseResult, EngineDescription, Executor, Limits, Program } from '../port.ts'
import { type ExecutionLogger, engineError, normalisedStdin, SILENT } from '../results.ts'
import { canWatchCpu } from './cpu-clock.ts'
import { findEngineFiles } from './engine-files.ts'
import { EnginePool } from './pool.ts'
import { caseResult } from './report.ts'

export interface EmbeddedOptions {
  /** Cases at the same time; one less than the cores, at least 1, when not given. */
  slots?: number
  /** The bundled entry of the child process, one file. */
  workerPath: string
  logger?: ExecutionLogger
  /** A child is replaced when it is larger than this after a run, in bytes. */
  recycleAboveBytes?: number
  /** Starts the children now instead of with the first case. */
  prestart?: boolean
}

const RECYCLE_ABOVE_BYTES = 512 * 1024 * 1024
const RECYCLE_AFTER_RUNS = 1000

async function runCase(
  pool: EnginePool,
  language: EngineLanguage,
  source: string,
  testCase: Case,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<CaseResult> {
  const lease = await pool.acquire(signal)
  const stdin = new TextEncoder().encode(normalisedStdin(testCase))
  const message = { type: 'run' as const, languageId: language.id, source, stdin, limits, lastResortMs: 0 }
  const report = await lease.child.run(message, limits, signal)
  lease.release(report.kind === 'result')
  signal?.throwIfAborted()
  return caseResult(testCase.id, language, report, limits.cpuMs)
}

function describe(slots: number): EngineDescription {
  const cpu = canWatchCpu() ? 'hard' : 'soft'
  return {
    isolation: 'wasm',
    slots,
    languages: ENGINE_LANGUAGES.map(({ id, name, version, engine }) => ({
      id,
      name,
      version,
      engine,
      limits: { cpu, wall: 'hard', memory: 'hard', output: 'hard', files: 'hard', network: 'hard' },
      timeFactor: LANGUAGE_FACTORS[id],
    })),
  }
}

/**
 * The engine that comes with the server: WebAssembly in child processes. Needs no other program and no rights.
 * `execute` throws the signal's reason when it aborts, and a RangeError for limits that are not greater than 0.
 */
export function createEmbeddedExecutor(options: EmbeddedOptions): Executor {
  const slots = options.slots ?? Math.max(1, availableParallelism() - 1)
  const pool = new EnginePool({
    slots,
    workerPath: options.workerPath,
    files: findEngineFiles(),
    recycleAboveBytes: options.recycleAboveBytes ?? RECYCLE_ABOVE_BYTES,
    recycleAfterRuns: RECYCLE_AFTER_RUNS,
    logger: options.logger ?? SILENT,
  })
  if (options.prestart) pool.warm().catch(() => {})

  async function* execute(
    program: Program,
    cases: Case[],
    { limits: given, signal }: { limits?: Partial<Limits>; signal?: AbortSignal },
  ): AsyncGenerator<CaseResult> {
    const language = engineLanguage(program.languageId)
    const limits = limitsFor(given, language && LANGUAGE_FACTORS[language.id])
    for (const testCase of cases) {
      if (language === undefined) {
        yield engineError(testCase.id, 'embedded', `there is no engine for ${program.languageId}`, false)
        continue
      }
      try {
        yield await runCase(pool, language, program.source, testCase, limits, signal)
      } catch (error) {
        signal?.throwIfAborted()
        const message = error instanceof Error ? error.message : String(error)
        yield engineError(testCase.id, language.engine, message, true)
      }
    }
  }

  return {
    describe: async () => describe(slots),
    execute,
    async health() {
      try {
        await pool.warm()
        return { ok: true, detail: `embedded engine, ${slots} at a time` }
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => pool.close(),
  }
}
