import type { z } from 'zod'
import type { assessmentCard, assessmentView } from '#contract/views/assessment.ts'
import type { Queries } from '#db/connect.ts'
import { type AssessmentRow, findAssessment, listAssessments, listDrawable } from '#db/queries/assessments.ts'
import { listContactParts, listProblemParts, listQuestionParts } from '#db/queries/driveParts.ts'
import { availableOf, type BothCounts, NO_COUNTS } from '#machines/drive/draw.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { settingsOf } from '../driveView.ts'
import { allKeptFieldsOf, keptFieldsOf } from '../retention/setting.ts'

/** The organization's assessments as its staff reads them. */

const toCard = ({ drive, problem_count, mcq_count }: AssessmentRow): z.input<typeof assessmentCard> => ({
  id: drive.id,
  uuid: drive.uuid,
  name: drive.name,
  description: drive.description,
  problem_count: drive.allow_coding ? problem_count : 0,
  mcq_count: drive.allow_mcq ? mcq_count : 0,
  duration: drive.allotted_seconds / 60,
  invitation_sent: drive.invitation_sent,
  appeared: drive.appeared,
  total_submissions: drive.finished,
  is_param: drive.is_param,
  can_delete: drive.appeared === 0 && drive.results_erased_at === null,
  ...keptFieldsOf(drive),
})

/** One page, newest first. */
export async function assessmentsOf(
  ctx: Context,
  actor: StaffActor,
  query: { offset: number; limit: number; search: string },
) {
  const { rows, total } = await listAssessments(ctx.db.read, {
    organizationId: actor.organizationId,
    ...query,
  })
  const assessments: z.input<typeof assessmentCard>[] = []
  for (const row of rows)
    assessments.push({ ...toCard(row), ...(await allKeptFieldsOf(ctx.db.read, row.drive, ctx.now())) })
  return { assessments, total }
}

/**
 * @param ref its number or its uuid
 * @throws DomainError not_found where it is no assessment of the organization
 */
export async function requireAssessment(
  q: Queries,
  organizationId: number,
  ref: number | string,
): Promise<AssessmentRow> {
  const row = await findAssessment(q, ref, organizationId)
  if (!row) throw notFound('The assessment')
  return row
}

/** The numbers that it asks for of each level; none if they were never said. */
export const countsOf = ({ drive }: AssessmentRow): BothCounts => ({
  problem_count_hash: drive.problem_count_hash ?? NO_COUNTS,
  mcq_count_hash: drive.mcq_count_hash ?? NO_COUNTS,
})

/**
 * One assessment with its contacts and the questions that were drawn.
 * @throws DomainError not_found
 */
export async function assessmentViewOf(
  q: Queries,
  organizationId: number,
  ref: number | string,
): Promise<z.input<typeof assessmentView>> {
  const row = await requireAssessment(q, organizationId, ref)
  const { drive } = row
  const contacts = await listContactParts(q, drive.id)
  const problems = drive.allow_coding ? await listProblemParts(q, drive.id) : []
  const questions = drive.allow_mcq ? await listQuestionParts(q, drive.id) : []
  return {
    ...toCard(row),
    ...countsOf(row),
    tag_list: drive.tag_list ?? [],
    assessments_contacts: contacts.map(({ id, user_id }) => ({ id, user_id })),
    admin_users: contacts.map(({ id: _, user_id, ...person }) => ({ id: user_id, ...person })),
    questions: [
      ...problems.map(({ problem_id, title, difficulty }) => ({
        id: problem_id,
        description: title,
        type: 'Problem' as const,
        difficulty,
      })),
      ...questions.map(({ question_id, description, difficulty }) => ({
        id: question_id,
        description,
        type: 'MCQ' as const,
        difficulty,
      })),
    ],
    settings: settingsOf(drive),
    version: drive.version,
  }
}

/** How many problems there are to draw from, by level. */
export async function problemCountsOf(ctx: Context, { organizationId }: StaffActor, tags: readonly string[]) {
  const { easy, medium, hard } = availableOf(
    await listDrawable(ctx.db.read, 'problem', { organizationId, tags }),
  )
  return { easy_problem_count: easy, medium_problem_count: medium, hard_problem_count: hard }
}

/** How many MCQs there are to draw from, by level. */
export async function mcqCountsOf(ctx: Context, { organizationId }: StaffActor, tags: readonly string[]) {
  const { easy, medium, hard } = availableOf(
    await listDrawable(ctx.db.read, 'question', { organizationId, tags }),
  )
  return { easy_mcq_count: easy, medium_mcq_count: medium, hard_mcq_count: hard }
}
