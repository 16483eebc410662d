import { findLanguage, findSubmission } from '#db/queries/judging.ts'
import { findProblemVersion } from '#db/queries/papers.ts'
import { endIfJudged, findRejudgeResult, keepRejudged } from '#db/queries/rejudges.ts'
import { problemLimitsFor } from '#runtimes/limits.ts'
import type { Context } from '../context.ts'
import { EngineFault } from './fault.ts'
import { failsAlways, type TestRow, testRowOf } from './judge.ts'

/**
 * Judges one submission by another version of its problem and keeps what it came to beside it: nothing counts before
 * staff applies it.
 * @throws EngineFault where the engine failed: the submission is judged anew from its first test
 */
export async function rejudgeSubmission(ctx: Context, resultId: number): Promise<void> {
  const { db } = ctx
  const found = await findRejudgeResult(db.read, resultId)
  if (found?.rejudge.status !== 'running' || found.result.marks !== null) return
  const submission = await findSubmission(db.read, found.result.submission_id)
  const language = submission && (await findLanguage(db.read, submission.language_id))
  const problem = await findProblemVersion(db.read, found.rejudge.problem_id, found.rejudge.version)
  if (!submission || !language || !problem) return
  const program = { languageId: language.code_id, source: submission.source }
  const cases = problem.tests.map((test) => ({
    id: String(test.id),
    stdin: test.input,
    expectedOutput: test.output,
  }))
  const limits = problemLimitsFor(problem.limits, language.code_id)
  const tests: TestRow[] = []
  for await (const result of ctx.executor.execute(program, cases, { limits })) {
    if (result.outcome === 'engine_error') throw new EngineFault(result.message ?? 'the engine failed')
    const same = failsAlways(result) ? cases.slice(tests.length) : [{ id: result.caseId }]
    for (const { id } of same) {
      const row = await testRowOf(problem, { ...result, caseId: id })
      if (row) tests.push(row)
    }
    if (failsAlways(result)) break
  }
  const marks = tests.reduce((sum, test) => sum + test.marks, 0)
  await db.write(async (tx) => {
    // Discarded while it was judged: what was shown of it then stays as it was.
    if ((await findRejudgeResult(tx, resultId))?.rejudge.status !== 'running') return
    await keepRejudged(tx, resultId, { tests, marks, judged_at: ctx.now() })
    await endIfJudged(tx, found.rejudge.id)
  })
}
