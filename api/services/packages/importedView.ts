import type { z } from 'zod'
import type { problemView } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { listLanguages } from '#db/queries/authoring.ts'
import { findWholeProblem } from '#db/queries/bankFiles.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { imageUrl } from '../../storage/links.ts'

/**
 * A problem that has just been made of a package: nothing asks it yet.
 * @throws Refusal not_found
 */
export async function importedProblemView(
  ctx: Context,
  tx: Queries,
  id: number,
  organizationId: number,
): Promise<z.input<typeof problemView>> {
  const problem = await findWholeProblem(tx, id, organizationId)
  if (!problem) throw notFound('The problem')
  const languages = new Map((await listLanguages(tx)).map((row) => [row.code_id, row]))
  return {
    id,
    title: problem.title,
    description: problem.description,
    image_url: imageUrl(ctx, problem.image_key),
    image_alt: problem.image_alt,
    difficulty: problem.difficulty,
    difficulty_list: [problem.difficulty],
    tags: problem.tags,
    time_in_minutes: problem.time_in_minutes,
    submission_count: problem.submission_count,
    marks: problem.tests.reduce((sum, test) => sum + test.marks, 0),
    times_asked: 0,
    drive_names: [],
    asked_institute_ids: [],
    asked_in: [],
    checker: problem.checker,
    tolerance: problem.tolerance,
    limits: problem.limits,
    reference:
      problem.reference_language_id === null || problem.reference_source === null
        ? null
        : { language_id: problem.reference_language_id, source: problem.reference_source },
    test_cases: problem.tests.map(({ of, ...test }) => ({ ...test, problem_id: of, is_active: true })),
    templates: problem.templates.flatMap(({ id: template, language, code }) => {
      const row = languages.get(language)
      return row
        ? [{ id: template, code, language: row.name, language_id: row.id, is_default: false, problem_id: id }]
        : []
    }),
    version: problem.version,
    pinned_versions: [],
  }
}
