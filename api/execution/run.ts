import type { RunEvent } from '#contract/events.ts'
import { findAttemptById, type JoinedAttempt } from '#db/queries/attempts.ts'
import { type DriveProblem, findBankProblem, findLanguage } from '#db/queries/content.ts'
import { insertEvent } from '#db/queries/events.ts'
import { dropJob } from '#db/queries/jobs.ts'
import { beginExecution, type ExecutionRow, endExecution, findExecution } from '#db/queries/judging.ts'
import { problemLimitsFor } from '#runtimes/limits.ts'
import { type RunSummary, summariseRun } from '#runtimes/summary.ts'
import { contentRef } from '../attempts/content.ts'
import type { Context } from '../context.ts'
import { EngineError } from './engineError.ts'
import { toJudge } from './judge.ts'
import { judgeCases } from './judging/judgeCase.ts'
import type { CaseResult } from './port.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/** Tries before a run is given up: a person waits for it, and may press Run again. */
export const GIVE_UP_AFTER = 4
export const NOT_RUN = 'The program could not be run just now. Try again.'

/**
 * Does one Run: with stdin once, without it on the problem's sample tests.
 * @param signal ends it where it was stopped: its end is written then
 * @throws EngineError where the engine failed and another try may help
 */
export async function runExecution(
  ctx: Context,
  executionId: number,
  tries: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, executor } = ctx
  const row = await findExecution(db.read, executionId)
  if (!row || row.status === 'done') return
  const language = await findLanguage(db.read, row.language_id)
  if (!language) return
  if (!(await db.write((tx) => beginExecution(tx, row.id)))) return
  const found = row.attempt_id === null ? undefined : await findAttemptById(db.read, row.attempt_id)
  const problem = await problemOf(ctx, row, found)
  const samples = row.stdin === null && problem !== null ? samplesOf(problem) : []
  const limits = problemLimitsFor(problem?.limits ?? null, language.code_id)
  const results: CaseResult[] = []
  const outcomes = new Map<string, string>()
  const tier = found?.drive.engines?.[language.code_id]
  const program = { languageId: language.code_id, source: row.source, tier }
  const isGivenUp = tries >= GIVE_UP_AFTER
  if (problem && samples.length > 0)
    for await (const judged of judgeCases(executor, problem, program, samples, { limits, signal })) {
      const { result, outcome, isJudgesFault = false } = judged
      if (outcome === 'engine_error' && !isGivenUp && !isJudgesFault) throw new EngineError(result)
      // The program itself ran; only its judge did not, which its author sees to.
      results.push(isJudgesFault ? { ...result, outcome: 'ok', message: '' } : result)
      outcomes.set(result.caseId, isJudgesFault ? 'ok' : outcome)
      if (result.outcome === 'compile_error') break
    }
  else
    for await (const result of executor.execute(program, [{ id: 'stdin', stdin: row.stdin ?? '' }], {
      limits,
      signal,
    })) {
      if (result.outcome === 'engine_error' && !isGivenUp) throw new EngineError(result)
      results.push(result)
    }
  const summary = await summariseRun(
    results,
    samples,
    base64,
    ({ id }, outcome) => outcomes.get(id) ?? outcome,
  )
  const result = summary.outcome === 'engine_error' ? { ...summary, message: NOT_RUN } : summary
  if (await endRun(ctx, row, result)) ctx.meters.ran(ctx.now() - row.created_at)
}

const STOPPED: RunSummary = {
  stdout: '',
  stderr: '',
  compile_output: '',
  outcome: 'stopped',
  message: 'Stopped.',
  cpu_ms: null,
  samples: [],
}

/** Ends a Run for whoever began it: one that waits is never begun, one under way is given up, one that is done stays. */
export async function stopRun(ctx: Context, row: ExecutionRow): Promise<void> {
  if (await endRun(ctx, row, STOPPED)) ctx.judge.giveUp('run', row.id)
}

/** Writes how a Run ended and tells it, unless it had ended before; with it goes its job, where that waits. */
async function endRun(ctx: Context, row: ExecutionRow, result: RunSummary): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const now = ctx.now()
    if (!(await endExecution(tx, row.id, { result, done_at: now }))) return false
    await dropJob(tx, 'run', row.id, now)
    const event: RunEvent = { type: 'TestChannel', token: row.token, ...result }
    const to = row.user_id !== null ? { user_id: row.user_id } : { attempt_id: row.attempt_id ?? 0 }
    await insertEvent(tx, to, event, now)
    return true
  })
}

/** The problem a run is about: as its attempt was asked it, in a report too; for staff by itself as the bank has it. */
async function problemOf(
  ctx: Context,
  row: ExecutionRow,
  found: JoinedAttempt | undefined,
): Promise<DriveProblem | null> {
  if (row.problem_id === null) return null
  const q = ctx.db.read
  if (row.attempt_id === null) return (await findBankProblem(q, row.problem_id)) ?? null
  if (!found) return null
  const { problems } = await ctx.content.get(q, contentRef(found))
  return problems.find(({ id }) => id === row.problem_id) ?? null
}

/** The tests a candidate may see. */
const samplesOf = ({ tests }: DriveProblem) => tests.filter((test) => test.is_sample).map(toJudge)
