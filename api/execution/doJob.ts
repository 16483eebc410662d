import type { JobRow } from '#db/queries/jobs.ts'
import type { Context } from '../context.ts'
import { runCheck } from './check.ts'
import { judgeSubmission } from './judge.ts'
import { rejudgeSubmission } from './rejudge.ts'
import { runExecution } from './run.ts'

/**
 * Does what a job of its kind asks for.
 * @returns whether all of it is done, and not a turn of it
 */
export async function doJob(ctx: Context, job: JobRow, signal: AbortSignal): Promise<boolean> {
  const { kind, subject_id, tries } = job
  if (kind === 'check') return runCheck(ctx, subject_id, tries)
  if (kind === 'judge') return judgeSubmission(ctx, job)
  if (kind === 'rejudge') return rejudgeSubmission(ctx, job)
  await runExecution(ctx, subject_id, tries, signal)
  return true
}
