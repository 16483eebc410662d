import { availableParallelism } from 'node:os'
import {
  COMMON_LANGUAGES,
  ENGINES,
  type EngineLanguage,
  engineLanguage,
  LANGUAGES,
  type Probe,
} from '#runtimes/languages.ts'
import { limitsFor, TIME_FACTORS } from '#runtimes/limits.ts'
import { withFinalNewline } from '#runtimes/streams.ts'
import type { Case, CaseResult, EngineDescription, Executor, Limits, Program } from '../port.ts'
import { type ExecutionLogger, engineError, SILENT } from '../results.ts'
import { machineFactor, PROBES } from './calibration.ts'
import { findEngineFiles } from './engine-files.ts'
import { EnginePool } from './pool.ts'
import { caseResult } from './report.ts'
import { canWatch } from './usage.ts'

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
  /** The programs that tell how fast this machine is, by language; the product's own when not given. */
  probes?: Readonly<Record<string, Probe>>
}

const RECYCLE_ABOVE_BYTES = 512 * 1024 * 1024
const RECYCLE_AFTER_RUNS = 1000
const TRIES_A_PROBE = 2

async function runCase(
  pool: EnginePool,
  language: EngineLanguage,
  source: string,
  testCase: Case,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<CaseResult> {
  const lease = await pool.acquire(signal)
  const stdin = new TextEncoder().encode(withFinalNewline(testCase.stdin))
  const message = { type: 'run' as const, languageId: language.id, source, stdin, limits, lastResortMs: 0 }
  const report = await lease.child.run(message, limits, signal)
  lease.release(report.kind === 'result')
  signal?.throwIfAborted()
  return caseResult(testCase.id, language, report, limits.cpuMs)
}

type Factors = Readonly<Record<string, number>>

/** By how much each language is slower on this machine than a native one where the limits were made. */
async function measureFactors(pool: EnginePool, probes: Readonly<Record<string, Probe>>): Promise<Factors> {
  const factors: Record<string, number> = { ...TIME_FACTORS }
  for (const [id, { source, referenceMs }] of Object.entries(probes)) {
    const language = engineLanguage(id)
    if (language === undefined) continue
    const measured: number[] = []
    for (let tries = 0; tries < TRIES_A_PROBE; tries++) {
      const probe = { id: 'probe', stdin: '' }
      const result = await runCase(pool, language, source, probe, limitsFor({}, 10), undefined)
      if (result.outcome === 'ok' && result.cpuMs !== null) measured.push(result.cpuMs)
    }
    factors[id] = (factors[id] ?? 1) * machineFactor(measured, referenceMs)
  }
  for (const { id } of LANGUAGES) {
    const { probe } = ENGINES[id]
    if (typeof probe === 'string')
      factors[id] = TIME_FACTORS[id] * ((factors[probe] ?? 1) / TIME_FACTORS[probe])
  }
  return factors
}

/** The languages that most people write come first: a new installation lists them in this order. */
const OFFERED = [...new Set([...COMMON_LANGUAGES, ...LANGUAGES].map(({ id }) => id))]

function describe(slots: number, factors: Factors): EngineDescription {
  const cpu = canWatch() ? 'hard' : 'soft'
  return {
    slots,
    languages: OFFERED.map((id) => ({
      id,
      name: ENGINES[id].name,
      version: ENGINES[id].version,
      engine: ENGINES[id].engine,
      tier: 'wasm',
      limits: { cpu, wall: 'hard', memory: 'hard', output: 'hard', files: 'hard', network: 'hard' },
      timeFactor: factors[id],
    })),
  }
}

/**
 * The engine that comes with the server: WebAssembly in child processes. Needs no other program and no rights. Before
 * its first case it measures how fast the machine is, and stretches the default processor times by that. `execute` throws the signal's reason when it aborts, and a RangeError for limits that are not greater than 0.
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
  let factors: Factors = TIME_FACTORS
  let calibrating: Promise<void> | undefined
  /** Never rejects: without an engine nothing is measured, and the next case tries again. */
  function calibrate(): Promise<void> {
    calibrating ??= measureFactors(pool, options.probes ?? PROBES).then(
      (measured) => {
        factors = measured
      },
      () => {
        calibrating = undefined
      },
    )
    return calibrating
  }
  if (options.prestart) void calibrate()

  async function* execute(
    program: Program,
    cases: Case[],
    { limits: given, signal }: { limits?: Partial<Limits>; signal?: AbortSignal },
  ): AsyncGenerator<CaseResult> {
    const language = engineLanguage(program.languageId)
    await calibrate()
    const limits = limitsFor(given, language && factors[language.id])
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
        yield engineError(testCase.id, ENGINES[language.id].engine, message, true)
      }
    }
  }

  return {
    describe: async () => describe(slots, factors),
    execute,
    async health() {
      try {
        await pool.warm()
        await calibrate()
        return { ok: true, detail: `embedded engine, ${slots} at a time` }
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => pool.close(),
  }
}
