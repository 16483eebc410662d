import type { QuestionType } from '#contract/forms/drive.ts'
import type { Queries } from '#db/connect.ts'
import { clearDrawn, listDrawable } from '#db/queries/assessments.ts'
import { addItems } from '#db/queries/driveParts.ts'
import { availableOf, type BothCounts, countErrors, draw, sumOf } from '#machines/drive/draw.ts'
import type { Sections } from '#machines/drive/policy.ts'
import { DomainError } from '../../kit/errors.ts'

/** The part of the organization's bank that an assessment draws from, as tags and flags let it. */
interface From {
  organizationId: number
  tags: readonly string[]
  allowed: Sections
}

/**
 * The ids that the seed draws.
 * @throws DomainError invalid, at the level of which there are too few, or where nothing is asked for
 */
export async function drawItems(q: Queries, seed: string, counts: BothCounts, from: From) {
  const problems = await listDrawable(q, 'problem', from)
  const questions = await listDrawable(q, 'question', from)
  const available = { problem_count_hash: availableOf(problems), mcq_count_hash: availableOf(questions) }
  const errors = Object.entries(countErrors(counts, available, from.allowed))
  const [first] = errors
  if (first)
    throw new DomainError('invalid', first[1], {
      errors: Object.fromEntries(errors.map(([field, words]) => [field, [words]])),
    })
  return {
    problems: from.allowed.allow_coding ? draw(seed, problems, counts.problem_count_hash) : [],
    questions: from.allowed.allow_mcq ? draw(seed, questions, counts.mcq_count_hash) : [],
  }
}

/** Puts what was drawn in the place of what stands there; a section that may not be used keeps what it has. */
export async function replaceDrawn(
  tx: Queries,
  driveId: number,
  drawn: { problems: readonly number[]; questions: readonly number[] },
  allowed: Sections,
): Promise<void> {
  if (allowed.allow_coding) {
    await clearDrawn(tx, driveId, 'problem')
    await addItems(tx, driveId, 'problems', drawn.problems)
  }
  if (allowed.allow_mcq) {
    await clearDrawn(tx, driveId, 'question')
    await addItems(tx, driveId, 'questions', drawn.questions)
  }
}

/** The question type that shows the sections something is asked for in. */
export function typeOf(counts: BothCounts): QuestionType {
  if (sumOf(counts.mcq_count_hash) === 0) return 'problems'
  return sumOf(counts.problem_count_hash) === 0 ? 'mcq' : 'problems_mcq'
}
