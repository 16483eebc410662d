import type { z } from 'zod'
import type { LateDecisionBody } from '#contract/forms/attempt.ts'
import type { lateWorkView } from '#contract/views/lateWork.ts'
import type { Queries } from '#db/connect.ts'
import { findAttemptByRef } from '#db/queries/attempts.ts'
import { deleteJob, insertJob } from '#db/queries/jobs.ts'
import { deleteSubmissionTests, findSubmissionByOp, updateSubmission } from '#db/queries/judging.ts'
import { upsertLateDecision } from '#db/queries/lateDecisions.ts'
import * as late from '#db/queries/lateWork.ts'
import { findHead } from '#db/queries/log.ts'
import { acceptAside, tellHolder } from '../attempts/adoptUntouched.ts'
import { loggedClicks, settleChoice } from '../attempts/choices.ts'
import { contentRef, type DriveContent } from '../attempts/content.ts'
import { decideLogged } from '../attempts/decideLate.ts'
import { scoreEnded } from '../attempts/ending.ts'
import { unjudged } from '../attempts/scoring.ts'
import { tellSubmission } from '../attempts/tellSubmission.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { audit } from './audit.ts'
import { asideOf, decidedAt, namePiece } from './latePiece.ts'
import { lateWorkOf } from './lateWork.ts'
import { requireVersion } from './requireVersion.ts'

/** An audit entry about many pieces names the first; how many there are stands beside them. */
const NAMED_AT_MOST = 20

/** A person's decision about it, for the audit log; nothing if nobody decided. */
const decisionOf = (row: late.LateRow | undefined) =>
  row?.decision
    ? [{ piece: row.op_id, decision: row.decision, by: row.decided_by, note: row.note ?? '' }]
    : []

/** The last decision about any of these. */
function formatDecided(rows: readonly late.LateRow[]): string {
  const last = rows.toSorted((a, b) => (b.decided_at ?? 0) - (a.decided_at ?? 0))[0]
  if (!last?.decision) return 'It already counts.'
  return `${last.decided_by ?? 'Someone'} ${last.decision} it${last.note ? `: "${last.note}".` : '.'}`
}

/** Judges a submission that waited for this. */
async function judgeHeld(
  tx: Queries,
  attemptId: number,
  content: DriveContent,
  opId: string,
  now: number,
): Promise<void> {
  const held = await findSubmissionByOp(tx, attemptId, opId)
  if (held?.status !== 'held') return
  // Its problem may have got another version since.
  const total = content.problems.find(({ id }) => id === held.problem_id)?.tests.length ?? 0
  await updateSubmission(tx, held.id, { status: 'processing', total_testcases: total })
  await insertJob(tx, { kind: 'judge', subject_id: held.id, attempt_id: attemptId, created_at: now })
}

/** A submission that is no longer accepted waits again: no verdict stands for what does not count. */
async function holdAgain(tx: Queries, attemptId: number, opId: string) {
  const row = await findSubmissionByOp(tx, attemptId, opId)
  if (!row || row.status === 'held') return
  await deleteJob(tx, 'judge', row.id)
  await deleteSubmissionTests(tx, row.id)
  await updateSubmission(tx, row.id, { status: 'held', ...unjudged })
}

/** Its author's page learns at once what was decided. */
async function tellAuthor(tx: Queries, attemptId: number, opId: string, now: number) {
  const row = await findSubmissionByOp(tx, attemptId, opId)
  if (row) await tellSubmission(tx, row.id, now)
}

/**
 * Lets late work count, or not. The log stays as it is; what counts, the score and the audit log follow.
 * @throws DomainError not_found; conflict: not there any more, taken over already, or against the rules of the test
 */
export async function decideLateWork(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  { op_ids, decision, note, was }: LateDecisionBody,
): Promise<z.input<typeof lateWorkView>> {
  await ctx.db.write(async (tx) => {
    const found = await findAttemptByRef(tx, ref, actor.organizationId)
    if (!found) throw notFound('The candidate')
    const { attempt } = found
    const head = await findHead(tx, attempt.id)
    if (!head) throw notFound('The candidate')
    const now = ctx.now()
    const content = await ctx.content.get(tx, contentRef(found))
    const rows = new Map((await late.listLateWork(tx, attempt.id, op_ids)).map((row) => [row.op_id, row]))
    requireVersion(
      was,
      op_ids.map((opId) => decidedAt(rows.get(opId))),
      'decision',
      formatDecided(op_ids.flatMap((opId) => rows.get(opId) ?? [])),
    )
    const before = op_ids.flatMap((opId) => decisionOf(rows.get(opId)))
    const logged = loggedClicks(tx, attempt.id)
    let hasAdopted = false
    for (const opId of op_ids) {
      const row = rows.get(opId)
      if (!row)
        throw new DomainError(
          'conflict',
          'Something newer has arrived in the meantime. Look again before you decide.',
        )
      const isChoice = row.key.startsWith('mcq:')
      if (row.source === 'log') {
        // Claimed work as well: where the drive accepts it, staff may still refuse a piece.
        if (!isChoice) await decideLogged(tx, attempt.id, row, decision)
        if (row.type === 'submit') {
          if (decision === 'accepted') await judgeHeld(tx, attempt.id, content, row.op_id, now)
          else await holdAgain(tx, attempt.id, row.op_id)
        }
      } else if (row.adopted_at !== null || row.decision === 'accepted') {
        if (decision === 'rejected')
          throw new DomainError('conflict', 'This work already counts. That cannot be undone.')
      } else if (decision === 'accepted') {
        const op = asideOf(row)
        const isAdopted = op && (await acceptAside(tx, head, content, op, now))
        if (!isAdopted) throw new DomainError('conflict', 'The rules of the test do not allow this work.')
        hasAdopted = true
      }
      await upsertLateDecision(tx, {
        attempt_id: attempt.id,
        op_id: opId,
        decision,
        note,
        decided_by: actor.userId,
        decided_at: now,
      })
      if (isChoice) await settleChoice(tx, attempt.id, row.key, attempt, logged)
      if (row.type === 'submit') await tellAuthor(tx, attempt.id, opId, now)
    }
    if (hasAdopted) await tellHolder(tx, head, now)
    if (attempt.finished_at !== null) await scoreEnded(tx, attempt.id, content, now)
    const after = await findAttemptByRef(tx, ref, actor.organizationId)
    await audit(
      tx,
      actor,
      {
        action: `candidate.late_${decision}`,
        subject: `attempt ${ref}`,
        before: { score: attempt.score, ...(before.length > 0 && { decisions: before }) },
        after: {
          pieces: op_ids,
          named: op_ids.slice(0, NAMED_AT_MOST).flatMap((opId) => namePiece(rows.get(opId), content)),
          score: after?.attempt.score ?? null,
          ...(note !== '' && { note }),
        },
      },
      now,
    )
  })
  return lateWorkOf(ctx, actor, ref)
}
