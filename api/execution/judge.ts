import { KEPT_OUTPUT } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import type { DriveProblem } from '#db/queries/content.ts'
import { findLanguage } from '#db/queries/content.ts'
import { finishJob, isJobKept, type JobRow } from '#db/queries/jobs.ts'
import {
  findSubmission,
  insertSubmissionTest,
  listSubmissionTests,
  type SubmissionRow,
  setTestMarks,
  updateSubmission,
} from '#db/queries/judging.ts'
import { problemLimitsFor } from '#runtimes/limits.ts'
import { contentRef } from '../attempts/content.ts'
import { recomputeScore } from '../attempts/scoring.ts'
import { tellSubmission } from '../attempts/tellSubmission.ts'
import type { Context } from '../context.ts'
import { EngineError, isJobGivenUp, NOT_JUDGED } from './engineError.ts'
import { settleMarks } from './judging/groups.ts'
import { judgeCases } from './judging/judgeCase.ts'
import type { JudgedCase, JudgedTest } from './judging/judged.ts'
import type { CaseResult, Program } from './port.ts'
import { SOURCE_TOO_LARGE } from './results.ts'
import { beginTurn } from './turn.ts'

/**
 * Judges one submission, test by test, for one turn. Each test's result is a row of its own, written once: in its next turn, also
 * after a crash, the judging goes on where it stopped.
 * @returns whether all of it is done
 * @throws EngineError where the engine failed: no verdict is written for that test
 */
export async function judgeSubmission(ctx: Context, job: JobRow): Promise<boolean> {
  const { db } = ctx
  const submission = await findSubmission(db.read, job.subject_id)
  if (submission?.status !== 'processing') return true
  const found = await findAttemptById(db.read, submission.attempt_id)
  const language = await findLanguage(db.read, submission.language_id)
  if (!found || !language) return true
  const content = await ctx.content.get(db.read, contentRef(found))
  const problem = content.problems.find((p) => p.id === submission.problem_id)
  if (!problem) return true
  const done = new Set((await listSubmissionTests(db.read, [submission.id])).map((row) => row.test_case_id))
  const tests = inTheirOrder(problem.tests)
    .filter((test) => !done.has(test.id))
    .map(toJudge)
  const tier = found.drive.engines?.[language.code_id]
  const program = { languageId: language.code_id, source: submission.source, tier }
  const isDone = await judgeTests(ctx, job, submission, program, problem, tests)
  if (!isDone) return false
  let isJudged = false
  const isOver = await db.write(async (tx) => {
    if (!(await isStillJudged(tx, job, submission))) return !(await isJobKept(tx, job.id))
    const judged = await settle(tx, problem, await listSubmissionTests(tx, [submission.id]))
    await updateSubmission(tx, submission.id, {
      status: 'accepted',
      judged_testcases: judged.length,
      passed_testcases: judged.filter((t) => t.is_passed).length,
      marks: judged.reduce((sum, t) => sum + t.marks, 0),
      judged_at: ctx.now(),
    })
    const attempt = await findAttemptById(tx, submission.attempt_id)
    if (attempt && attempt.attempt.finished_at !== null)
      await recomputeScore(tx, submission.attempt_id, content)
    await tellSubmission(tx, submission.id, ctx.now())
    // Together: a newer draft that comes behind the verdict finds the job done, and has it begin again.
    await finishJob(tx, job.id, ctx.now())
    isJudged = true
    return true
  })
  // Late work waits for staff before it has a job, and a newer last draft takes the job of the one before.
  if (isJudged) ctx.meters.judged(ctx.now() - Math.max(job.created_at, submission.created_at))
  return isOver
}

/**
 * Staff may have rejected it meanwhile, and with it goes the job; accepted once more it is judged by another one. A last
 * draft that a newer one took the place of is judged again by the same.
 */
const isStillJudged = async (tx: Queries, job: JobRow, { id, op_id }: SubmissionRow): Promise<boolean> =>
  (await isJobKept(tx, job.id)) && (await findSubmission(tx, id))?.op_id === op_id

/**
 * The tests that a candidate sees come first: how long each takes may be told, and that of a hidden one would tell what is in
 * it.
 */
const inTheirOrder = (tests: DriveProblem['tests']): DriveProblem['tests'] => [
  ...tests.filter((test) => test.is_sample),
  ...tests.filter((test) => !test.is_sample),
]

/** Groups decide at the end what each test has earned. */
async function settle(
  tx: Queries,
  problem: DriveProblem,
  rows: Awaited<ReturnType<typeof listSubmissionTests>>,
) {
  const settled = settledRows(problem, rows)
  for (const [n, { submission_id, test_case_id, marks }] of settled.entries())
    if (marks !== rows[n]?.marks) await setTestMarks(tx, { submission_id, test_case_id }, marks)
  return settled
}

/** A test as those who judge get it. */
export const toJudge = (test: DriveProblem['tests'][number]): JudgedTest => {
  const { id, input, output, marks, is_sample } = test
  return { id: String(id), input, output, marks, isSample: is_sample }
}

/** The rows of a whole judging with the marks that groups leave them. */
export function settledRows<Row extends { test_case_id: number; marks: number }>(
  { tests, judging }: DriveProblem,
  rows: readonly Row[],
): Row[] {
  const earned = rows.flatMap(({ test_case_id, marks }) => {
    const test = tests.find(({ id }) => id === test_case_id)
    return test ? [{ id: test.id, marks: test.marks, earned: marks, group: test.group_name }] : []
  })
  const settled = settleMarks(earned, judging?.groups)
  return rows.map((row) => ({ ...row, marks: settled.get(row.test_case_id) ?? row.marks }))
}

/** @returns whether all of them were judged in this turn */
async function judgeTests(
  ctx: Context,
  job: JobRow,
  submission: SubmissionRow,
  program: Program,
  problem: DriveProblem,
  tests: readonly JudgedTest[],
): Promise<boolean> {
  if (tests.length === 0) return true
  const isOver = beginTurn(ctx)
  const limits = problemLimitsFor(problem.limits, program.languageId)
  for await (const judged of judgeCases(ctx.executor, problem, program, tests, { limits })) {
    const { result } = judged
    const isGiven = isJobGivenUp(job, result) || judged.isJudgesFault === true
    if (result.outcome === 'engine_error' && !isGiven) throw new EngineError(result)
    if (isGiven) ctx.log.warn({ job: job.id, error: result.message }, 'a test is given up')
    // Piston compiles for each case anew: what failed once on its own account is not tried for the others.
    if (failsAlways(result)) {
      for (const { id } of tests.slice(tests.findIndex(({ id }) => id === result.caseId)))
        await recordTest(ctx, job, submission, problem, { ...judged, result: { ...result, caseId: id } })
      return true
    }
    await recordTest(ctx, job, submission, problem, judged)
    if (result.caseId !== tests.at(-1)?.id && (await isOver())) return false
  }
  return true
}

/** Whether a program was refused by its compiler; one that was ended by a limit may get through next time. */
export const failsAlways = (result: CaseResult): boolean =>
  result.outcome === 'compile_error' && result.exitCode !== null && result.message !== SOURCE_TOO_LARGE

/** A test's result as it is stored with its submission. */
export function testRowOf(problem: DriveProblem, { result, outcome, share, judgeMessage }: JudgedCase) {
  const test = problem.tests.find((t) => String(t.id) === result.caseId)
  if (!test) return null
  return {
    test_case_id: test.id,
    outcome,
    is_passed: outcome === 'passed',
    // Parts of a mark are settled at the end, with the groups.
    marks: share * test.marks,
    actual_output: result.stdout.slice(0, KEPT_OUTPUT),
    message:
      result.outcome === 'engine_error'
        ? NOT_JUDGED
        : (result.compileOutput || result.stderr).slice(0, KEPT_OUTPUT),
    judge_message: judgeMessage,
    cpu_ms: result.cpuMs === null ? null : Math.round(result.cpuMs),
    wall_ms: result.wallMs === null ? null : Math.round(result.wallMs),
    memory_bytes: result.memoryBytes === null ? null : Math.round(result.memoryBytes),
    engine: result.engine,
  }
}
export type TestRow = NonNullable<ReturnType<typeof testRowOf>>

async function recordTest(
  ctx: Context,
  job: JobRow,
  submission: SubmissionRow,
  problem: DriveProblem,
  judged: JudgedCase,
) {
  const row = testRowOf(problem, judged)
  if (!row) return
  const isSample = problem.tests.some((test) => test.is_sample && test.id === row.test_case_id)
  await ctx.db.write(async (tx) => {
    if (!(await isStillJudged(tx, job, submission))) return
    await insertSubmissionTest(tx, { submission_id: submission.id, ...row })
    if (!isSample) return
    const judged = (await listSubmissionTests(tx, [submission.id])).length
    await updateSubmission(tx, submission.id, { judged_testcases: judged })
    await tellSubmission(tx, submission.id, ctx.now())
  })
}
