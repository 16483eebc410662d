import type { z } from 'zod'
import type { changedTestCaseBody, newTestCaseBody } from '#contract/forms/bank.ts'
import * as rows from '#db/queries/problems.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { problemChanged } from './changed.ts'
import { checkTests, differing, insertTest } from './tests.ts'

/** Single tests of problems that are saved already. */

/** @throws DomainError not_found */
export async function testCasesOf(ctx: Context, actor: StaffActor, problemId: number) {
  const q = ctx.db.read
  if (!(await rows.findStandingProblem(q, problemId, actor.organizationId))) throw notFound('The problem')
  return { test_cases: await rows.listActiveTests(q, problemId) }
}

/** The facts of a test that the audit log tells: never what goes in or must come out. */
const facts = ({ marks, is_sample, is_active }: rows.TestCaseRow) => ({ marks, is_sample, is_active })

/** @throws DomainError not_found, invalid: more than a problem may have */
export const addTestCase = (ctx: Context, actor: StaffActor, body: z.output<typeof newTestCaseBody>) =>
  ctx.db.write(async (tx) => {
    const { problem_id, ...test } = body
    if (!(await rows.findStandingProblem(tx, problem_id, actor.organizationId))) throw notFound('The problem')
    const now = ctx.now()
    const made = await insertTest(tx, problem_id, test)
    await checkTests(ctx, tx, problem_id, 'problem_id')
    await problemChanged(tx, problem_id, now)
    await audit(
      tx,
      actor,
      {
        action: 'test_case.create',
        subject: `test case ${made.id} of problem ${problem_id}`,
        after: facts(made),
      },
      now,
    )
    return { test_case: made }
  })

/**
 * Changes a test, or deactivates it; it keeps its id.
 * @throws DomainError not_found; invalid: it is the last one
 */
export const changeTestCase = (
  ctx: Context,
  actor: StaffActor,
  id: number,
  body: z.output<typeof changedTestCaseBody>,
) =>
  ctx.db.write(async (tx) => {
    const stored = await rows.findTestCase(tx, id, actor.organizationId)
    if (!stored) throw notFound('The test case')
    const change = differing(stored, body)
    if (Object.keys(change).length === 0) return { test_case: stored }
    const now = ctx.now()
    await rows.updateTestCase(tx, id, change)
    await checkTests(ctx, tx, stored.problem_id, 'is_active')
    await problemChanged(tx, stored.problem_id, now)
    const test_case = { ...stored, ...change }
    await audit(
      tx,
      actor,
      {
        action: 'test_case.update',
        subject: `test case ${id} of problem ${stored.problem_id}`,
        before: facts(stored),
        after: { ...facts(test_case), changed: Object.keys(change) },
      },
      now,
    )
    return { test_case }
  })
