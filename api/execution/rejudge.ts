import { findAttemptById } from '#db/queries/attempts.ts'
import { findLanguage } from '#db/queries/content.ts'
import type { JobRow } from '#db/queries/jobs.ts'
import { findSubmission } from '#db/queries/judging.ts'
import { findProblemVersion } from '#db/queries/papers.ts'
import { endIfJudged, findRejudgeResult, keepRejudged, keepRejudgedTests } from '#db/queries/rejudges.ts'
import { problemLimitsFor } from '#runtimes/limits.ts'
import type { Context } from '../context.ts'
import { EngineError, isJobGivenUp } from './engineError.ts'
import { failsAlways, settledRows, type TestRow, testRowOf, toJudge } from './judge.ts'
import { judgeCases } from './judging/judgeCase.ts'
import { beginTurn } from './turn.ts'

/**
 * Judges one submission by another version of its problem, for one turn, and keeps what it came to beside it: nothing counts before
 * staff applies it.
 * @returns whether all of it is done
 * @throws EngineError where the engine failed: no verdict is kept for that test
 */
export async function rejudgeSubmission(ctx: Context, job: JobRow): Promise<boolean> {
  const { db } = ctx
  const resultId = job.subject_id
  const found = await findRejudgeResult(db.read, resultId)
  if (!found) {
    await db.write((tx) => endIfJudged(tx, null))
    return true
  }
  if (found.rejudge.status !== 'running' || found.result.marks !== null) return true
  const submission = await findSubmission(db.read, found.result.submission_id)
  const language = submission && (await findLanguage(db.read, submission.language_id))
  const problem = await findProblemVersion(db.read, found.rejudge.problem_id, found.rejudge.version)
  if (!submission || !language || !problem) return true
  const attempt = await findAttemptById(db.read, submission.attempt_id)
  const tier = attempt?.drive.engines?.[language.code_id]
  const program = { languageId: language.code_id, source: submission.source, tier }
  const tests = [...((found.result.tests ?? []) as TestRow[])]
  const waiting = problem.tests.slice(tests.length).map(toJudge)
  const limits = problemLimitsFor(problem.limits, language.code_id)
  const isOver = beginTurn(ctx)
  const keep = () => db.write((tx) => keepRejudgedTests(tx, resultId, tests))
  if (waiting.length > 0)
    for await (const judged of judgeCases(ctx.executor, problem, program, waiting, { limits })) {
      const { result } = judged
      if (result.outcome === 'engine_error' && !isJobGivenUp(job, result) && !judged.isJudgesFault) {
        await keep()
        throw new EngineError(result)
      }
      const same = failsAlways(result) ? problem.tests.slice(tests.length) : [{ id: result.caseId }]
      for (const { id } of same) {
        const row = testRowOf(problem, { ...judged, result: { ...result, caseId: String(id) } })
        if (row) tests.push(row)
      }
      if (tests.length >= problem.tests.length) break
      if (await isOver()) {
        await keep()
        return false
      }
    }
  const settled = settledRows(problem, tests)
  const marks = settled.reduce((sum, test) => sum + test.marks, 0)
  await db.write(async (tx) => {
    const now = await findRejudgeResult(tx, resultId)
    // Discarded while it was judged: what was shown of it then stays as it was.
    if (now && now.rejudge.status !== 'running') return
    // Its submission may be gone, a last draft that is none any more: the others are judged without it.
    if (now) await keepRejudged(tx, resultId, { tests: settled, marks, judged_at: ctx.now() })
    await endIfJudged(tx, found.rejudge.id)
  })
  return true
}
