import type { NewQuestionBody } from '#contract/forms/question.ts'
import { questionKindOf } from '#contract/questionKinds.ts'
import type { NewQuestion } from '../authoring.ts'

/** A question to be made as a form or a row describes it, with the pictures that were found for it. */
export const newQuestionOf = (
  body: NewQuestionBody,
  { imageKey, options }: { imageKey: string | null; options: NewQuestion['options'] },
): NewQuestion => ({
  description: body.description,
  difficulty: body.difficulty_list,
  tags: body.tag_list,
  marks: body.marks,
  timeInSeconds: body.time_in_seconds,
  kind: questionKindOf(body),
  imageKey,
  imageAlt: imageKey === null ? null : body.image_alt || null,
  options,
})
