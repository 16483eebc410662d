import type { z } from 'zod'
import { LATE_ITEMS_A_PAGE } from '#contract/constants.ts'
import type { LateDecisionBody } from '#contract/forms/attempt.ts'
import { letterOf } from '#contract/letters.ts'
import type { Op } from '#contract/ops.ts'
import type { LateItem, lateWorkView } from '#contract/views/lateWork.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, listAnswers } from '#db/queries/answers.ts'
import { findAttemptByRef, type JoinedAttempt } from '#db/queries/attempts.ts'
import { findDrive } from '#db/queries/drives.ts'
import { deleteJob, insertJob } from '#db/queries/jobs.ts'
import { deleteSubmissionTests, findSubmissionByOp, updateSubmission } from '#db/queries/judging.ts'
import * as late from '#db/queries/lateWork.ts'
import { findHead } from '#db/queries/log.ts'
import { listPauses } from '#db/queries/notices.ts'
import { nextTurn } from '#db/turn.ts'
import { type Pause, pauseAround } from '#machines/attempt/verdict.ts'
import { acceptAside, tellHolder } from '../attempts/adoptUntouched.ts'
import { settleChoice } from '../attempts/choices.ts'
import { contentRef, type DriveContent } from '../attempts/content.ts'
import { decideLogged } from '../attempts/decideLate.ts'
import { scoreEnded } from '../attempts/ending.ts'
import { workOf } from '../attempts/mergeQuarantinedOp.ts'
import { countedValue, countingOf, unjudged } from '../attempts/scoring.ts'
import { storedText } from '../attempts/storedBody.ts'
import { tellSubmission } from '../attempts/tellSubmission.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { onOneLine } from '../mail/address.ts'
import { audit } from './audit.ts'
import { reasonOf, type Writings } from './lateReason.ts'
import { requireVersion } from './requireVersion.ts'

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

/** @throws DomainError not_found */
export async function lateCandidatesOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  { decided = false, offset, limit }: { offset: number; limit: number; decided?: boolean | undefined },
) {
  const drive = await findDrive(ctx.db.read, driveId, actor.organizationId)
  if (!drive) throw notFound('The drive')
  const all = await late.listLateAttempts(ctx.db.read, drive.id)
  const waiting = all.filter((attempt) => attempt.waiting > 0)
  const asked = decided ? all : waiting
  const shown = asked.slice(offset, offset + limit)
  const names = await late.listLateNames(
    ctx.db.read,
    shown.map(({ id }) => id),
  )
  const byId = new Map(names.map((name) => [name.id, name]))
  return {
    candidates: shown.flatMap(({ id, waiting }) => {
      const name = byId.get(id)
      return name ? [{ ...name, waiting }] : []
    }),
    total: asked.length,
    waiting: waiting.length,
    all: all.length,
    drive_name: drive.name,
  }
}

/** The drives of the organization in which late work waits. */
export async function lateDrivesOf(ctx: Context, actor: StaffActor) {
  const drives = await late.listLateDrives(ctx.db.read, actor.organizationId)
  return {
    drives: drives.map((drive) => ({ ...drive, is_assessment: drive.is_assessment === 1 })),
    candidates: drives.reduce((sum, drive) => sum + drive.candidates, 0),
  }
}

/** @throws DomainError not_found */
export async function lateWorkOf(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  { offset, limit }: { offset: number; limit: number } = { offset: 0, limit: LATE_ITEMS_A_PAGE },
): Promise<z.input<typeof lateWorkView>> {
  const q = ctx.db.read
  const found = await findAttemptByRef(q, ref, actor.organizationId)
  if (!found) throw notFound('The candidate')
  const { attempt, drive, candidate } = found
  const all = await late.listLateIds(q, attempt.id)
  const content = await ctx.content.get(q, contentRef(found))
  const answers = new Map((await listAnswers(q, attempt.id)).map((row) => [row.key, row]))
  const written = await late.listFirstWritings(q, attempt.id)
  const pauses = await listPauses(q, attempt.id)
  const shown = await late.listLateWork(q, attempt.id, all.slice(offset, offset + limit))
  const items: LateItem[] = []
  for (const row of shown) {
    items.push(itemOf(row, found, content, { answer: answers.get(row.key), written, pauses }))
    // A piece may be as long as a program may be.
    await nextTurn()
  }
  return {
    candidate: {
      first_name: attempt.first_name ?? candidate.first_name ?? '',
      last_name: attempt.last_name ?? candidate.last_name ?? '',
      email: candidate.email,
    },
    ended_at: isoOrNull(attempt.finished_at),
    deadline_at: iso(attempt.deadline_at ?? drive.end_time),
    is_paused: attempt.finished_at === null && attempt.paused_at !== null,
    late_policy: drive.late_policy,
    max_offline_minutes: drive.max_offline_minutes,
    items,
    total: all.length,
  }
}

const spanOf = (pause: Pause | undefined): LateItem['pause'] =>
  pause ? { from: iso(pause.from), to: isoOrNull(pause.to) } : null

const kinds = { draft: 'draft', submit: 'submission', mcq_save: 'choice', mcq_select: 'choice' } as const

/** The op's body as JSON, wherever it stands. */
function bodyOf(row: late.LateRow): string | null {
  if (row.source === 'aside') return asideOf(row)?.body ?? null
  return row.body === null ? null : storedText(row.body as Buffer, row.body_deflated === 1)
}

function asideOf(row: late.LateRow): Op | null {
  return row.source === 'aside' ? (JSON.parse(String(row.body)) as Op) : null
}

function itemOf(
  row: late.LateRow,
  found: JoinedAttempt,
  content: DriveContent,
  { answer, ...evidence }: { answer: AnswerRow | undefined; written: Writings; pauses: readonly Pause[] },
): LateItem {
  const body = workOf({ type: row.type, key: row.key, body: bodyOf(row) })?.body
  const counted = answer ? countedValue(answer, countingOf(found.drive)) : null
  const made = row.made_at ?? asideOf(row)?.est_server_ms ?? row.received_at
  const why = reasonOf(row, found, { made, ...evidence })
  const shared = {
    op_id: row.op_id,
    source: row.source,
    kind: kinds[row.type],
    is_unsaved: row.type === 'mcq_select',
    verdict: row.verdict,
    made_at: iso(Math.min(made, row.received_at)),
    announced_at: isoOrNull(row.announced_at),
    received_at: iso(row.received_at),
    note: row.note ?? '',
    decided_at: decidedAt(row),
    why,
    pause: why === 'paused' ? spanOf(pauseAround(made, evidence.pauses)) : null,
    ...stateOf(row, found.drive.late_policy),
  }
  // It can be rejected, and waits no longer.
  if (!body) return { ...shared, ...unread, counts_now: null }
  const subject = subjectOf(body, content)
  if ('selected_options' in body) {
    const question = content.questions.find(({ id }) => id === body.question_id)
    const letters = (ids: readonly number[]): string =>
      (question?.options ?? [])
        .flatMap(({ id }, place) => (ids.includes(id) ? [letterOf(place)] : []))
        .join(', ') || '-'
    return {
      ...shared,
      ...subject,
      lang_code: null,
      value: letters(body.selected_options),
      counts_now: counted === null ? null : letters(JSON.parse(counted) as number[]),
    }
  }
  return {
    ...shared,
    ...subject,
    lang_code: content.languages.find(({ id }) => id === body.language_id)?.code_id ?? null,
    value: 'answer' in body ? body.answer : body.source_code,
    counts_now: counted,
  }
}

/** A lost device sent something that is no answer to anything. */
const unread = { title: 'This cannot be read', language: null, lang_code: null, value: '' } as const

/** The subject of a piece of work: a question, or a problem in a language. */
function subjectOf(
  body: NonNullable<ReturnType<typeof workOf>>['body'],
  { problems, questions, languages }: DriveContent,
): Pick<LateItem, 'title' | 'language'> {
  if ('question_id' in body) {
    const question = questions.find(({ id }) => id === body.question_id)
    return { title: question?.description ?? `Question ${body.question_id}`, language: null }
  }
  return {
    title: problems.find(({ id }) => id === body.problem_id)?.title ?? `Problem ${body.problem_id}`,
    language: languages.find(({ id }) => id === body.language_id)?.name ?? null,
  }
}

/** An audit entry about many pieces names the first; how many there are stands beside them. */
const NAMED_AT_MOST = 20

/** 'draft of Add two numbers in Python': a piece as an audit entry names it. */
function namePiece(row: late.LateRow | undefined, content: DriveContent): string[] {
  const body = row && workOf({ type: row.type, key: row.key, body: bodyOf(row) })?.body
  if (!body) return []
  const { title, language } = subjectOf(body, content)
  return [`${kinds[row.type]} of ${onOneLine(title, 80)}${language ? ` in ${language}` : ''}`]
}

/** The decision, and by whom or by what; work that only a drive's policy decides can be decided otherwise. */
function stateOf(
  row: late.LateRow,
  policy: 'accept' | 'hold' | 'reject',
): Pick<LateItem, 'state' | 'decided_by'> {
  if (row.decision !== null) return { state: row.decision, decided_by: row.decided_by }
  if (row.adopted_at !== null) return { state: 'accepted', decided_by: 'policy' }
  if (row.superseded) return { state: 'superseded', decided_by: null }
  if (row.same) return { state: 'accepted', decided_by: 'policy' }
  if (row.verdict === 'on_time_claimed' && policy !== 'hold')
    return { state: policy === 'accept' ? 'accepted' : 'rejected', decided_by: 'policy' }
  return { state: 'waiting', decided_by: null }
}

const decidedAt = (row: late.LateRow | undefined): string | null =>
  isoOrNull(row?.decided_at ?? row?.adopted_at ?? null)

/** A person's decision about it, for the audit log; nothing if nobody decided. */
const decisionOf = (row: late.LateRow | undefined) =>
  row?.decision
    ? [{ piece: row.op_id, decision: row.decision, by: row.decided_by, note: row.note ?? '' }]
    : []

/** The last decision about any of these. */
function formatDecided(rows: readonly late.LateRow[]): string {
  const last = rows.toSorted((a, b) => (b.decided_at ?? 0) - (a.decided_at ?? 0))[0]
  if (!last?.decision) return 'It counts already.'
  return `${last.decided_by ?? 'Somebody'} ${last.decision} it${last.note ? `: "${last.note}".` : '.'}`
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
    let hasAdopted = false
    for (const opId of op_ids) {
      const row = rows.get(opId)
      if (!row)
        throw new DomainError('conflict', 'Something newer came meanwhile. Look again and decide then.')
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
          throw new DomainError('conflict', 'This work counts already. It cannot be taken back.')
      } else if (decision === 'accepted') {
        const op = asideOf(row)
        const isAdopted = op && (await acceptAside(tx, head, content, op, now))
        if (!isAdopted) throw new DomainError('conflict', 'The rules of the test do not allow this work.')
        hasAdopted = true
      }
      await late.upsertLateDecision(tx, {
        attempt_id: attempt.id,
        op_id: opId,
        decision,
        note,
        decided_by: actor.userId,
        decided_at: now,
      })
      if (isChoice) await settleChoice(tx, attempt.id, row.key, attempt)
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
