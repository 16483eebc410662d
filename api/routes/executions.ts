import { JUDGE_QUEUE_LIMIT, RUNS_PER_MINUTE } from '#contract/constants.ts'
import type { RunView } from '#contract/views/candidate.ts'
import { addRun, findAttemptByRef } from '#db/queries/attempts.ts'
import { findLanguage } from '#db/queries/content.ts'
import { countWaitingJobs, insertJob } from '#db/queries/jobs.ts'
import {
  candidateRunsSince,
  type ExecutionRow,
  findExecutionByToken,
  findProblemOwner,
  insertExecution,
  userRunsSince,
} from '#db/queries/judging.ts'
import type { RunSummary } from '#runtimes/summary.ts'
import { contentRef } from '../attempts/content.ts'
import type { CandidateActor, StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { stopRun } from '../execution/run.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import type { Handlers } from './handler.ts'

const MINUTE = 60_000

/** Nothing is gained by waiting all that time: others finish, and many give up. */
function queueFull(seconds: number): DomainError {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new DomainError(
    'unavailable',
    `Many programs are waiting: a Run would take about ${wait} now. Try again in a minute.`,
    { retryAfterSeconds: 30 + Math.floor(Math.random() * 30) },
  )
}

export const executionHandlers: Handlers<'postExecution' | 'getExecution' | 'stopRun'> = {
  async postExecution({ ctx, body, actor, receivedAt }) {
    const language = await findLanguage(ctx.db.read, body.language_id)
    if (!language?.is_active) throw notFound('The language')
    // Staff names the attempt of a report by its reference, as the report's own call does.
    const found =
      actor.kind === 'candidate'
        ? actor.found
        : body.token !== undefined
          ? await findAttemptByRef(ctx.db.read, body.token, actor.organizationId)
          : null
    if (found === undefined) throw notFound('The test')
    if (actor.kind === 'candidate') {
      const { attempt } = actor.found
      if (attempt.started_at === null) throw new DomainError('not_started', 'The test has not been started.')
      if (attempt.deadline_at !== null && receivedAt > attempt.deadline_at)
        throw new DomainError('test_over', 'The time is over.')
      if (attempt.paused_at !== null)
        throw new DomainError('conflict', 'The test is paused. Programs run again when it goes on.')
      if (attempt.finished_at !== null) throw new DomainError('test_over', 'The test is finished.')
    }
    if (body.problem_id !== undefined) {
      const isThere = found
        ? (await ctx.content.get(ctx.db.read, contentRef(found))).facts.problems.has(body.problem_id)
        : actor.kind === 'staff' &&
          (await findProblemOwner(ctx.db.read, body.problem_id, actor.organizationId)) !== undefined
      if (!isThere) throw notFound('The problem')
    }
    const waiting = await countWaitingJobs(ctx.db.read, JUDGE_QUEUE_LIMIT)
    if (waiting >= JUDGE_QUEUE_LIMIT) throw queueFull(ctx.judge.secondsFor(waiting))
    const token = ctx.random(16)
    await ctx.db.write(async (tx) => {
      const since = receivedAt - MINUTE
      const runs =
        actor.kind === 'candidate'
          ? await candidateRunsSince(tx, actor.found.attempt.id, since)
          : await userRunsSince(tx, actor.userId, since)
      if (runs.count >= RUNS_PER_MINUTE) {
        const retryAfterSeconds = Math.ceil(((runs.first_at ?? since) - since) / 1_000)
        throw new DomainError(
          'too_many_requests',
          `${RUNS_PER_MINUTE} runs a minute. Next run in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      const attemptId = actor.kind === 'candidate' ? actor.found.attempt.id : null
      const [row] = await insertExecution(tx, {
        token,
        attempt_id: found?.attempt.id ?? null,
        user_id: actor.kind === 'staff' ? actor.userId : null,
        problem_id: body.problem_id ?? null,
        language_id: language.id,
        source: body.source_code,
        stdin: body.stdin ?? null,
        status: 'queued',
        created_at: receivedAt,
      })
      if (attemptId !== null) await addRun(tx, attemptId)
      await insertJob(tx, {
        kind: 'run',
        subject_id: row?.id ?? 0,
        attempt_id: attemptId,
        created_at: receivedAt,
      })
    })
    return { data: { token } }
  },

  async getExecution({ ctx, params, actor }) {
    return { data: await viewOf(ctx, await ownRun(ctx, params.token, actor)) }
  },

  async stopRun({ ctx, params, actor }) {
    const row = await ownRun(ctx, params.token, actor)
    await stopRun(ctx, row)
    return { data: await viewOf(ctx, await ownRun(ctx, params.token, actor)) }
  },
}

/** The run that this actor began. */
async function ownRun(
  ctx: Context,
  token: string,
  actor: CandidateActor | StaffActor,
): Promise<ExecutionRow> {
  const row = await findExecutionByToken(ctx.db.read, token)
  const own =
    actor.kind === 'candidate'
      ? row?.attempt_id === actor.found.attempt.id && row.user_id === null
      : row?.user_id === actor.userId
  if (!row || !own) throw notFound('The run')
  return row
}

async function viewOf(ctx: Context, row: ExecutionRow): Promise<RunView> {
  const result = row.status === 'done' ? (row.result as RunSummary) : null
  return {
    token: row.token,
    status: row.status,
    position: row.status === 'queued' ? ((await ctx.judge.positionOf('run', row.id))?.before ?? null) : null,
    outcome: result?.outcome ?? null,
    message: result?.message ?? null,
    stdout: result?.stdout ?? null,
    stderr: result?.stderr ?? null,
    compile_output: result?.compile_output ?? null,
    cpu_ms: result?.cpu_ms ?? null,
    samples: result?.samples ?? [],
  }
}
