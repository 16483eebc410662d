import { kindOnTheWireOf } from '#contract/questionKinds.ts'
import type { QuestionAnswer } from './questionView.ts'

/** A question as audit shows it. Addresses of pictures are signed anew each time: only their paths count. */
export const summaryOf = (view: QuestionAnswer) => ({
  description: view.description,
  image: pathOf(view.image_url),
  image_alt: view.image_alt,
  ...kindOnTheWireOf(view),
  difficulty: view.difficulty,
  tags: view.tags,
  marks: view.marks,
  time_in_seconds: view.time_in_seconds,
  options: view.options.map(({ id, description, is_answer, image_url }) => ({
    id,
    description,
    is_answer,
    image: pathOf(image_url),
  })),
})

const pathOf = (url: string | null): string | null => url?.split('?', 1)[0] ?? null
