import type { z } from 'zod'
import { JUDGE_QUEUE_LIMIT } from '#contract/constants.ts'
import type { checkBody } from '#contract/forms/bank.ts'
import type { CheckView } from '#contract/views/bank.ts'
import { countChecksSince, findCheck, insertCheck } from '#db/queries/checks.ts'
import { findLanguage } from '#db/queries/content.ts'
import { countWaitingJobs, insertJob } from '#db/queries/jobs.ts'

import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import type { AskedCheck } from '../../execution/check.ts'
import { DomainError, notFound } from '../../kit/errors.ts'

/** Programs that staff runs against tests: rows first, the judge's jobs second. */

const MINUTE = 60_000
export const CHECKS_PER_MINUTE = 20

type Row = NonNullable<Awaited<ReturnType<typeof findCheck>>>

const viewOf = ({ id, status, total, results }: Row): CheckView => ({
  id,
  status,
  total,
  results: results as CheckView['results'],
})

/** @throws DomainError not_found: the language; too_many_requests; unavailable where too many programs wait */
export async function startCheck(ctx: Context, actor: StaffActor, body: z.output<typeof checkBody>) {
  const language = await findLanguage(ctx.db.read, body.language_id)
  if (!language?.is_active) throw notFound('The language')
  if ((await countWaitingJobs(ctx.db.read, JUDGE_QUEUE_LIMIT)) >= JUDGE_QUEUE_LIMIT)
    throw new DomainError('unavailable', 'Many programs are waiting. Try again in a minute.', {
      retryAfterSeconds: 60,
    })
  const { tests, checker, tolerance, limits, judging } = body
  const asked: AskedCheck = { tests, checker, tolerance, limits, judging }
  const check = await ctx.db.write(async (tx) => {
    const now = ctx.now()
    if ((await countChecksSince(tx, actor.userId, now - MINUTE)) >= CHECKS_PER_MINUTE)
      throw new DomainError(
        'too_many_requests',
        `You can run ${CHECKS_PER_MINUTE} times a minute. Wait a moment.`,
        { retryAfterSeconds: 15 },
      )
    const turn = await countChecksSince(tx, actor.userId, now - 10 * MINUTE)
    const made = await insertCheck(tx, {
      organization_id: actor.organizationId,
      user_id: actor.userId,
      language_id: language.id,
      source: body.source,
      asked,
      total: tests.length,
      results: [],
      status: 'queued',
      created_at: now,
    })
    await insertJob(tx, { kind: 'check', subject_id: made.id, attempt_id: null, turn, created_at: now })
    return made
  })
  return { check: viewOf(check) }
}

/**
 * How far a check has come; everybody of the organization may look.
 * @throws DomainError not_found
 */
export async function checkOf(ctx: Context, actor: StaffActor, id: number) {
  const check = await findCheck(ctx.db.read, id)
  if (!check || check.organization_id !== actor.organizationId) throw notFound('The check')
  return { check: viewOf(check) }
}
