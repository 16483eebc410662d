import type { z } from 'zod'
import { kindOnTheWireOf } from '#contract/questionKinds.ts'
import type { bankQuestionView } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { listQuestionTags } from '#db/queries/bank.ts'
import { findBankQuestion, listOptions, listQuestionAskedIn } from '#db/queries/questions.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { imageUrl } from '../../storage/links.ts'

export type QuestionAnswer = z.input<typeof bankQuestionView>

/**
 * A question of the bank with its options, answers and where it is asked.
 * @throws DomainError not_found: deleted, or another organization's
 */
export async function questionViewOf(
  ctx: Context,
  q: Queries,
  { id, organizationId }: { id: number; organizationId: number },
): Promise<QuestionAnswer> {
  const found = await findBankQuestion(q, id, organizationId)
  if (!found) throw notFound('The question')
  const { question, difficulty } = found
  const asked = await listQuestionAskedIn(q, id)
  const tags = (await listQuestionTags(q, [id])).map((tag) => tag.name)
  const options = (await listOptions(q, id)).filter((option) => option.deleted_at === null)
  return {
    id,
    description: question.description,
    image_url: imageUrl(ctx, question.image_key),
    image_alt: question.image_alt,
    ...kindOnTheWireOf(question),
    difficulty,
    difficulty_list: [difficulty],
    tags,
    tag_list: tags,
    time_in_seconds: question.time_in_seconds,
    marks: question.marks,
    times_asked: asked.length,
    drive_names: asked.map((drive) => drive.name),
    asked_in: asked.map(({ id, name, is_assessment }) => ({ id, name, is_assessment })),
    asked_institute_ids: [...new Set(asked.flatMap((drive) => drive.institute_id ?? []))],
    options: options.map(({ id, description, is_answer, image_key }) => ({
      id,
      description,
      is_answer,
      image_url: imageUrl(ctx, image_key),
    })),
    version: question.version,
  }
}
