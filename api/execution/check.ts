import { KEPT_OUTPUT } from '#contract/constants.ts'
import type { Checker, TestCaseForm } from '#contract/forms/bank.ts'
import type { Judging } from '#contract/judging.ts'
import type { ProblemLimits } from '#contract/programLimits.ts'
import type { CheckResult } from '#contract/views/bank.ts'
import { findCheck, updateCheck } from '#db/queries/checks.ts'
import { findLanguage } from '#db/queries/content.ts'

import { limitsFor, problemLimitsFor } from '#runtimes/limits.ts'
import type { Context } from '../context.ts'
import { EngineError } from './engineError.ts'
import { failsAlways } from './judge.ts'
import { judgeCases } from './judging/judgeCase.ts'
import type { JudgedCase, JudgedTest } from './judging/judged.ts'
import { GIVE_UP_AFTER, NOT_RUN } from './run.ts'
import { beginTurn } from './turn.ts'

/** A check's question, kept with it because its tests need not be saved anywhere else. */
export interface AskedCheck {
  tests: Pick<TestCaseForm, 'input' | 'output' | 'marks' | 'is_sample'>[]
  checker: Checker
  tolerance: string | null
  limits: ProblemLimits | null
  /** Missing in what was asked before it could be chosen. */
  judging?: Judging | null
}

/** The row is written so often, apart from turns that took long: each writing carries all results so far. */
const WRITES = 50

/** A turn of a check ends after so many tests at the latest: nobody sits in a test and waits for them. */
export const TESTS_A_TURN = 10

/**
 * Does one turn of a check: a program of staff against a few of its tests, one after the other. Results are kept as they
 * come; the next turn, also after a crash, goes on with the first test that has none.
 * @returns whether all of it is done
 * @throws EngineError where the engine failed and another try may help
 */
export async function runCheck(ctx: Context, checkId: number, tries: number): Promise<boolean> {
  const { db, executor } = ctx
  const row = await findCheck(db.read, checkId)
  if (!row || row.status === 'done') return true
  const language = await findLanguage(db.read, row.language_id)
  if (!language) return true
  const isOver = beginTurn(ctx)
  const asked = row.asked as AskedCheck
  const results = [...(row.results as CheckResult[])]
  let written = results.length
  const keep = (change: { status: 'running' } | { status: 'done'; done_at: number }) =>
    db.write((tx) => updateCheck(tx, row.id, { ...change, results }))
  if (row.status === 'queued') await keep({ status: 'running' })
  const limits = problemLimitsFor(asked.limits, language.code_id)
  const limitMs = await allowedMs(ctx, language.code_id, limits)
  const waiting = asked.tests.slice(results.length, results.length + TESTS_A_TURN)
  const last = results.length + waiting.length
  const tests = waiting.map(
    ({ input, output, marks, is_sample }, i): JudgedTest => ({
      ...{ id: String(written + i), input, output, marks, isSample: is_sample ?? false },
    }),
  )
  const program = { languageId: language.code_id, source: row.source }
  for await (const judged of judgeCases(executor, { ...asked, isForStaff: true }, program, tests, {
    limits,
  })) {
    const { result } = judged
    if (result.outcome === 'engine_error' && !judged.isJudgesFault && tries < GIVE_UP_AFTER) {
      await keep({ status: 'running' })
      throw new EngineError(result)
    }
    // As in a submission: what the compiler refused is not tried for the other tests.
    const same = failsAlways(result)
      ? asked.tests.slice(results.length)
      : asked.tests.slice(results.length, results.length + 1)
    for (const _ of same) results.push(resultOf(judged, limitMs))
    if (results.length >= last || (await isOver())) break
    if (results.length - written < asked.tests.length / WRITES) continue
    written = results.length
    await keep({ status: 'running' })
  }
  // An engine that answers nothing at all is not asked the same for ever.
  const isDone = results.length === asked.tests.length || results.length === row.results.length
  await keep(isDone ? { status: 'done', done_at: ctx.now() } : { status: 'running' })
  return isDone
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
  { result, outcome, share, judgeMessage, isJudgesFault }: JudgedCase,
  limitMs: number,
): CheckResult {
  const isFault = result.outcome === 'engine_error'
  const words = isJudgesFault ? (judgeMessage ?? '') : NOT_RUN
  return {
    outcome,
    is_passed: outcome === 'passed',
    share,
    ...(judgeMessage !== null && { judge_message: judgeMessage.slice(0, KEPT_OUTPUT) }),
    actual_output: result.stdout.slice(0, KEPT_OUTPUT),
    message: isFault ? words : (result.compileOutput || result.stderr).slice(0, KEPT_OUTPUT),
    cpu_ms: result.cpuMs === null ? null : Math.round(result.cpuMs),
    memory_bytes: result.memoryBytes === null ? null : Math.round(result.memoryBytes),
    limit_ms: limitMs,
  }
}
