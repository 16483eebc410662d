import type { z } from 'zod'
import { kindOnTheWireOf, questionKindOf, shownOptions } from '#contract/questionKinds.ts'
import type { languageView, problemView, questionView } from '#contract/views/candidate.ts'
import type { DriveProblem, DriveQuestion } from '#db/queries/content.ts'
import type { Keys } from '../kit/keys.ts'
import { imageUrl } from '../storage/links.ts'
import { pictureUrlsIn } from '../storage/textPictures.ts'
import type { DriveContent } from './content.ts'

/** The items of a test, turned into what a candidate may see. */

function shown(judging: DriveProblem['judging'] | undefined) {
  const { ignore_case, tolerance_of } = judging ?? {}
  return ignore_case || tolerance_of
    ? { ...(ignore_case && { ignore_case }), ...(tolerance_of && { tolerance_of }) }
    : null
}

/** A problem as its candidate sees it, with what a device needs to run its samples by itself as they are run here. */
export const toProblem = (
  ctx: { keys: Keys },
  problem: DriveProblem,
  left: number,
): z.input<typeof problemView> => ({
  id: problem.id,
  title: problem.title,
  description: problem.description,
  pictures: pictureUrlsIn(ctx, problem.description),
  image_url: imageUrl(ctx, problem.image_key),
  image_alt: problem.image_alt,
  submission_count: problem.submission_count,
  submission_count_left: left,
  difficulty: problem.difficulty,
  tags: problem.tags,
  time_in_minutes: problem.time_in_minutes,
  marks: problem.tests.reduce((sum, test) => sum + test.marks, 0),
  sample_tests: problem.tests
    .filter((test) => test.is_sample)
    .map((test) => ({ input: test.input, output: test.output })),
  checker: problem.checker,
  tolerance: problem.tolerance,
  limits: problem.limits,
  // Groups and the judge's program tell of hidden tests.
  ...(shown(problem.judging) && { judging: shown(problem.judging) }),
})

export const toQuestion = (ctx: { keys: Keys }, question: DriveQuestion): z.input<typeof questionView> => ({
  id: question.id,
  description: question.description,
  marks: question.marks,
  time_in_seconds: question.time_in_seconds,
  difficulty: question.difficulty,
  tags: question.tags,
  ...kindOnTheWireOf(question),
  image_url: imageUrl(ctx, question.image_key),
  image_alt: question.image_alt,
  options: shownOptions[questionKindOf(question)](question.options).map((option) => ({
    id: option.id,
    description: option.description,
    image_url: imageUrl(ctx, option.image_key),
  })),
})

/** @param engines those that the drive keeps, once it has begun */
export const toLanguage = (
  row: DriveContent['languages'][number],
  engines: DriveContent['engines'] = null,
): z.input<typeof languageView> => ({
  id: row.id,
  name: row.name,
  code: row.code,
  mode: row.code_id,
  is_embedded: (engines?.[row.code_id] ?? row.tier) === 'wasm',
})
