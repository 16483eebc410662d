import type { Checker, TestCaseForm } from '#contract/forms/bank.ts'
import type { ProblemLimits } from '#contract/programLimits.ts'
import type { CheckView } from '#contract/views/bank.ts'
import { findCheck, updateCheck } from '#db/queries/checks.ts'
import { findLanguage } from '#db/queries/judging.ts'
import { outcomeOfTest } from '#runtimes/compare.ts'
import { limitsFor, problemLimitsFor } from '#runtimes/limits.ts'
import type { Context } from '../context.ts'
import { EngineFault } from './fault.ts'
import { failsAlways, SHOWN_CHARACTERS } from './judge.ts'
import type { CaseResult } from './port.ts'
import { GIVE_UP_AFTER, NOT_RUN } from './run.ts'

/** What a check is asked: kept with it, for its tests need not be saved anywhere else. */
export interface AskedCheck {
  tests: Pick<TestCaseForm, 'input' | 'output' | 'marks' | 'is_sample'>[]
  checker: Checker
  tolerance: string | null
  limits: ProblemLimits | null
}
export type CheckResult = CheckView['results'][number]

/** The row is written so often at most: each writing carries all results so far. */
const WRITES = 50

/**
 * Does one check: a program of staff against its tests, one after the other. Results are kept as they come, and after a
 * crash it goes on with the first test that has none.
 * @throws EngineFault where the engine failed and another try may help
 */
export async function runCheck(ctx: Context, checkId: number, tries: number): Promise<void> {
  const { db, executor } = ctx
  const row = await findCheck(db.read, checkId)
  if (!row || row.status === 'done') return
  const language = await findLanguage(db.read, row.language_id)
  if (!language) return
  const asked = row.asked as AskedCheck
  const results = [...(row.results as CheckResult[])]
  let written = results.length
  const keep = (change: { status: 'running' } | { status: 'done'; done_at: number }) =>
    db.write((tx) => updateCheck(tx, row.id, { ...change, results }))
  await keep({ status: 'running' })
  const limits = problemLimitsFor(asked.limits, language.code_id)
  const limitMs = await allowedMs(ctx, language.code_id, limits)
  const waiting = asked.tests.slice(results.length)
  const cases = waiting.map((test, i) => ({
    id: String(written + i),
    stdin: test.input,
    expectedOutput: test.output,
  }))
  const program = { languageId: language.code_id, source: row.source }
  for await (const result of executor.execute(program, cases, { limits })) {
    if (result.outcome === 'engine_error' && tries < GIVE_UP_AFTER) {
      await keep({ status: 'running' })
      throw new EngineFault(result.message ?? 'the engine failed')
    }
    // As in a submission: what the compiler refused is not tried for the other tests.
    const same = failsAlways(result)
      ? asked.tests.slice(results.length)
      : asked.tests.slice(results.length, results.length + 1)
    for (const test of same) results.push(resultOf(asked, test, result, limitMs))
    if (results.length === asked.tests.length) break
    if (results.length - written < asked.tests.length / WRITES) continue
    written = results.length
    await keep({ status: 'running' })
  }
  await keep({ status: 'done', done_at: ctx.now() })
}

/** Processor time that a test may take, as the engine of the language grants it. */
async function allowedMs(
  ctx: Context,
  languageId: string,
  limits: ReturnType<typeof problemLimitsFor>,
): Promise<number> {
  const described = await ctx.executor.describe().catch(() => null)
  const factor = described?.languages.find(({ id }) => id === languageId)?.timeFactor
  return limitsFor(limits, factor).cpuMs
}

function resultOf(
  asked: AskedCheck,
  test: AskedCheck['tests'][number],
  result: CaseResult,
  limitMs: number,
): CheckResult {
  const { checker, tolerance } = asked
  const outcome = outcomeOfTest({ output: test.output, checker, tolerance }, result.outcome, result.stdout)
  const isFault = result.outcome === 'engine_error'
  return {
    outcome,
    is_passed: outcome === 'passed',
    actual_output: result.stdout.slice(0, SHOWN_CHARACTERS),
    message: isFault ? NOT_RUN : (result.compileOutput || result.stderr).slice(0, SHOWN_CHARACTERS),
    cpu_ms: result.cpuMs === null ? null : Math.round(result.cpuMs),
    memory_bytes: result.memoryBytes === null ? null : Math.round(result.memoryBytes),
    limit_ms: limitMs,
  }
}
