import type { z } from 'zod'
import {
  isAnsweredRight,
  isSameAnswer,
  kindOnTheWireOf,
  questionKindOf,
  shownOptions,
} from '#contract/questionKinds.ts'
import type { mcqReport, problemReport, reportView, snapshotView } from '#contract/views/admin.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, listAnswers } from '#db/queries/answers.ts'
import {
  findAttemptByRef,
  findAttemptOfCandidate,
  type JoinedAttempt,
  listOpsForReport,
} from '#db/queries/attempts.ts'
import { listContactGaps } from '#db/queries/contactGaps.ts'
import { type DriveProblem, type DriveQuestion, findLanguage } from '#db/queries/content.ts'
import { listDecisions } from '#db/queries/evidence.ts'
import {
  countRunsByProblem,
  listSubmissions,
  listSubmissionTests,
  type SubmissionRow,
} from '#db/queries/judging.ts'
import { findLateAttempt } from '#db/queries/lateWork.ts'
import { listLeases } from '#db/queries/leases.ts'
import { countSnapshots, listSnapshots } from '#db/queries/snapshots.ts'
import { nextTurn } from '#db/turn.ts'
import { shuffled } from '#machines/attempt/shuffle.ts'
import { silentSince } from '../attempts/contact.ts'
import { contentRef } from '../attempts/content.ts'
import {
  type Counting,
  countedChoice,
  countingOf,
  countsFor,
  heldChoice,
  selectionCounts,
  uncountedChoice,
} from '../attempts/scoring.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../kit/errors.ts'
import { iso } from '../kit/iso.ts'
import { imageUrl, snapshotKey, snapshotUrl } from '../storage/links.ts'
import { pictureUrlsIn } from '../storage/textPictures.ts'
import { interventionsOf } from './audit.ts'
import { connectionTrack, signalsOf } from './connection.ts'
import { noteSnapshotsSeen } from './snapshotsSeen.ts'
import { type ToldVerdict, toldVerdictOf } from './toldVerdict.ts'

export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10

type DriveRow = JoinedAttempt['drive']

/** A drive is named by its number, an assessment also by its uuid. */
const isNamed = ({ id, uuid, is_assessment }: DriveRow, of: string): boolean =>
  of === String(id) || (is_assessment && of === uuid)

/**
 * The whole report of one attempt for staff of its organization.
 * @param of the drive or assessment it is looked for in, where that is told
 * @throws DomainError not_found
 */
export async function reportOf(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  of?: string,
): Promise<z.input<typeof reportView>> {
  const found = await findAttemptByRef(ctx.db.read, ref, actor.organizationId)
  if (!found || (of !== undefined && !isNamed(found.drive, of))) throw notFound('The report')
  if ((await countSnapshots(ctx.db.read, found.attempt.id)) > 0) await noteSnapshotsSeen(ctx, actor, ref)
  return wholeReport(ctx, found)
}

/** The same of an attempt that was found for whoever may read it. */
export async function wholeReport(ctx: Context, found: JoinedAttempt): Promise<z.input<typeof reportView>> {
  const { attempt, drive, candidate } = found
  const q = ctx.db.read
  const content = await ctx.content.get(q, contentRef(found))
  const answers = new Map((await listAnswers(q, attempt.id)).map((row) => [row.key, row]))
  const submissions = await listSubmissions(q, attempt.id)
  const runs = new Map((await countRunsByProblem(q, attempt.id)).map((row) => [row.problem_id, row.n]))
  const ops = await logOf(q, attempt.id)
  // Each look over the whole log has a turn of its own.
  const told = toldVerdictOf(ops, await listDecisions(q, attempt.id))
  await nextTurn()
  const signals = signalsOf(ops, await listLeases(q, attempt.id))
  await nextTurn()
  const connection = connectionTrack(
    ops,
    await listContactGaps(q, attempt.id),
    attempt,
    await silentSince(q, attempt, ctx.now()),
  )
  await nextTurn()
  const late = await findLateAttempt(q, attempt.id)
  const obtained = attempt.score ?? 0
  const counting = countingOf(drive)
  const askedAs = {
    problem: positionsIn(content.problems, attempt.order_seed),
    question: positionsIn(content.questions, attempt.order_seed),
  }
  return {
    candidate: {
      first_name: candidate.first_name ?? '',
      last_name: candidate.last_name ?? '',
      email: candidate.email,
    },
    candidate_id: candidate.id,
    drive_id: drive.id,
    drive_name: drive.name,
    time: {
      test_started: iso(attempt.started_at),
      test_finished: iso(attempt.finished_at),
      alloted_time: (attempt.started_at === null ? drive.allotted_seconds : attempt.allotted_seconds) / 60,
      deadline_at: iso(attempt.deadline_at),
    },
    end_reason: attempt.end_reason,
    score: {
      percentage: percent(obtained, content.totalMarks),
      obtained_score: obtained,
      claimed_score: attempt.score_claimed ?? obtained,
      total_score: content.totalMarks,
    },
    judging: submissions.filter((s) => s.status === 'processing').length,
    late_work: late ? { waiting: late.waiting } : null,
    problems_details: await Promise.all(
      content.problems.map(async (problem) => ({
        ...(await problemDetail(ctx, problem, {
          submissions,
          answers,
          counting,
          told,
          runs: runs.get(problem.id) ?? 0,
        })),
        asked_as: askedAs.problem(problem.id),
      })),
    ),
    mcqs_details: content.questions.map((question) => ({
      ...mcqDetail(ctx, found, question, counting, answers.get(`mcq:${question.id}`), told),
      asked_as: askedAs.question(question.id),
    })),
    snapshots: await snapshotViews(ctx, found),
    connection,
    interventions: await interventionsOf(q, drive.organization_id, attempt),
    signals,
  }
}

/** So many changes are read in one piece: a full log would hold everybody up for a third of a second. */
const PART = 500

async function logOf(q: Queries, attemptId: number) {
  const log: Awaited<ReturnType<typeof listOpsForReport>> = []
  for (;;) {
    const part = await listOpsForReport(q, attemptId, log.at(-1)?.seq ?? 0, PART)
    log.push(...part)
    if (part.length < PART) return log
    await nextTurn()
  }
}

/** The numbers that items have in a candidate's own test. */
function positionsIn(items: readonly { id: number }[], seed: string): (id: number) => number {
  const order = shuffled(items, seed).map(({ id }) => id)
  return (id) => order.indexOf(id) + 1
}

interface ProblemWork {
  /** The submissions to all problems. */
  submissions: SubmissionRow[]
  answers: ReadonlyMap<string, AnswerRow>
  counting: Counting
  runs: number
  told?: ToldVerdict
}

/** As it stands, for whoever does not hold it against the log. */
const asItStands: ToldVerdict = ({ verdict }) => verdict

export async function problemDetail(
  ctx: Context,
  problem: DriveProblem,
  { submissions, answers, counting, runs, told = asItStands }: ProblemWork,
): Promise<Omit<z.input<typeof problemReport>, 'asked_as'>> {
  const own = submissions.filter((s) => s.problem_id === problem.id)
  const shown = own.toSorted(byWorth(counting))[0]
  const tests = shown ? await listSubmissionTests(ctx.db.read, [shown.id]) : []
  const total = problem.tests.reduce((sum, t) => sum + t.marks, 0)
  const obtained = own
    .filter((s) => countsFor(s.verdict, counting))
    .reduce((best, s) => Math.max(best, s.marks), 0)
  const language = shown ? await findLanguage(ctx.db.read, shown.language_id) : undefined
  return {
    problem_id: problem.id,
    title: problem.title,
    description: problem.description,
    pictures: pictureUrlsIn(ctx, problem.description),
    image_url: imageUrl(ctx, problem.image_key),
    image_alt: problem.image_alt,
    is_attempted: own.length > 0,
    total_score: total,
    obtained_score: obtained,
    percentage: percent(obtained, total),
    submission_time: iso(shown?.made_at ?? null),
    submissions_used: own.filter((s) => s.kind === 'submit' && s.verdict !== 'late').length,
    total_submissions: problem.submission_count,
    runs,
    answer: shown?.source ?? null,
    answer_kind: shown?.kind ?? null,
    language: language?.name ?? null,
    lang_code: language?.code_id ?? null,
    language_id: language?.id ?? null,
    status: shown?.status ?? 'not attempted',
    verdict: shown ? told({ verdict: shown.verdict, op: shown.op_id }) : null,
    drafts: await draftsOf(ctx, problem, { own, shown, answers: [...answers.values()], told }),
    test_case_result: problem.tests.map((test) => {
      const result = tests.find((t) => t.test_case_id === test.id)
      return {
        id: test.id,
        is_sample: test.is_sample,
        input: test.input,
        expected_output: test.output,
        actual_output: result ? result.actual_output || result.message : null,
        outcome: result?.outcome ?? null,
        group: test.group_name ?? null,
        judge_message: result?.judge_message ?? null,
        is_passed: result?.is_passed ?? false,
        marks: result?.marks ?? 0,
        cpu_ms: result?.cpu_ms ?? null,
      }
    }),
  }
}

/** The newest code of each language, unless it is the answer that is shown, or was submitted at some time. */
async function draftsOf(
  ctx: Context,
  problem: DriveProblem,
  {
    own,
    shown,
    answers,
    told,
  }: {
    own: readonly SubmissionRow[]
    shown: SubmissionRow | undefined
    answers: readonly AnswerRow[]
    told: ToldVerdict
  },
): Promise<z.input<typeof problemReport>['drafts']> {
  const written = answers
    .filter((row) => row.key.startsWith(`code:${problem.id}:`) && row.saved?.trim())
    .toSorted((a, b) => b.made_at - a.made_at || (b.saved_seq ?? 0) - (a.saved_seq ?? 0))
  const drafts = written.map(async (row) => {
    const languageId = Number(row.key.split(':')[2])
    const same = own.filter((s) => s.source === row.saved && s.language_id === languageId)
    if (same.some((s) => s === shown || s.kind === 'submit')) return []
    const judged = same.find((s) => s.status === 'accepted')
    const language = await findLanguage(ctx.db.read, languageId)
    return {
      answer: row.saved ?? '',
      language: language?.name ?? null,
      lang_code: language?.code_id ?? null,
      saved_at: new Date(row.made_at).toISOString(),
      verdict: told({ verdict: row.verdict, op: row.saved_from ?? row.saved_seq }),
      passed_testcases: judged?.passed_testcases ?? null,
      total_testcases: problem.tests.length,
    }
  })
  return (await Promise.all(drafts)).flat()
}

/** The submission that made the score comes first, then what may come to; among equals the later one. */
const byWorth =
  (counting: Counting) =>
  (a: SubmissionRow, b: SubmissionRow): number => {
    const worth = ({ verdict }: SubmissionRow): number =>
      Number(countsFor(verdict, counting)) + Number(countsFor(verdict, 'claimed'))
    // A submitted program wins among those of equal worth, because its author stands by it.
    const submitted = Number(b.kind === 'submit') - Number(a.kind === 'submit')
    return worth(b) - worth(a) || b.marks - a.marks || submitted || b.id - a.id
  }

export function mcqDetail(
  ctx: Context,
  { attempt }: JoinedAttempt,
  question: DriveQuestion,
  counting: Counting,
  answer: AnswerRow | undefined,
  told: ToldVerdict = asItStands,
): Omit<z.input<typeof mcqReport>, 'asked_as'> {
  const chosen = countedChoice(answer, counting, selectionCounts(attempt, counting)) ?? []
  const kind = questionKindOf(question)
  const accepted = isAnsweredRight[kind](chosen, question.options)
  return {
    question_id: question.id,
    description: question.description,
    image_url: imageUrl(ctx, question.image_key),
    image_alt: question.image_alt,
    ...kindOnTheWireOf(question),
    marks: question.marks,
    obtained_marks: accepted ? question.marks : 0,
    options: shownOptions[kind](question.options).map((o) => ({
      id: o.id,
      description: o.description,
      image_url: imageUrl(ctx, o.image_key),
      is_answer: o.is_answer,
    })),
    selected_options: chosen,
    unsaved_options: uncountedChoice(answer, selectionCounts(attempt, counting), isSameAnswer[kind]),
    held_options: heldChoice(answer, counting),
    is_accepted: accepted,
    saved_at: iso(answer?.saved_at ?? answer?.selected_at ?? null),
    verdict: answer ? told({ verdict: answer.verdict, op: answer.saved_from ?? answer.saved_seq }) : null,
  }
}

export async function snapshotViews(
  ctx: Context,
  found: JoinedAttempt,
): Promise<z.input<typeof snapshotView>[]> {
  const name = [found.candidate.first_name, found.candidate.last_name].filter(Boolean).join(' ')
  const rows = await listSnapshots(ctx.db.read, found.attempt.id)
  return rows.map((row) => ({
    image_url:
      row.stored_at === null || row.swept_at !== null
        ? null
        : snapshotUrl(ctx, snapshotKey(found.attempt.ref, row.sha256)),
    created_at: new Date(row.taken_at).toISOString(),
    candidate_name: name,
    status: row.swept_at !== null ? 'deleted' : row.stored_at === null ? 'missing' : 'stored',
  }))
}

export async function snapshotsOf(ctx: Context, actor: StaffActor, driveId: number, candidateId: number) {
  const found = await findAttemptOfCandidate(ctx.db.read, driveId, candidateId, actor.organizationId)
  if (!found) throw notFound('The candidate')
  await noteSnapshotsSeen(ctx, actor, found.attempt.ref)
  return snapshotViews(ctx, found)
}
