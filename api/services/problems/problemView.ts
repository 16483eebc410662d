import type { z } from 'zod'
import type { bankProblemView } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { listProblemTags } from '#db/queries/bank.ts'
import { listPackagePaths } from '#db/queries/bankFiles.ts'
import { listRunningPapers } from '#db/queries/papers.ts'
import * as rows from '#db/queries/problems.ts'
import { listTemplates } from '#db/queries/templates.ts'
import { versionAsked } from '../../attempts/paper.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { imageUrl } from '../../storage/links.ts'
import { pictureUrlsIn } from '../../storage/textPictures.ts'
import { PACKAGE_SETTINGS } from '../packages/settings.ts'

export type ProblemAnswer = z.input<typeof bankProblemView>

/** Which problem, and whose it must be. */
export interface Which {
  id: number
  organizationId: number
}

/**
 * A problem of the bank with its tests, templates and where it is asked.
 * @throws DomainError not_found: deleted, or another organization's
 */
export async function problemViewOf(
  ctx: Context,
  q: Queries,
  { id, organizationId }: Which,
): Promise<ProblemAnswer> {
  const found = await rows.findStandingProblem(q, id, organizationId)
  if (!found) throw notFound('The problem')
  const { problem, difficulty } = found
  const tests = await rows.listActiveTests(q, id)
  const asked = await rows.listAskedIn(q, id)
  const tags = (await listProblemTags(q, [id])).map((tag) => tag.name)
  return {
    id,
    title: problem.title,
    description: problem.description,
    pictures: pictureUrlsIn(ctx, problem.description),
    image_url: imageUrl(ctx, problem.image_key),
    image_alt: problem.image_alt,
    difficulty,
    difficulty_list: [difficulty],
    tags,
    time_in_minutes: problem.time_in_minutes,
    submission_count: problem.submission_count,
    marks: tests.reduce((sum, test) => sum + test.marks, 0),
    times_asked: asked.length,
    drive_names: asked.map((drive) => drive.name),
    asked_institute_ids: [...new Set(asked.flatMap((drive) => drive.institute_id ?? []))],
    asked_in: asked.map(({ id, name, is_assessment }) => ({ id, name, is_assessment })),
    checker: problem.checker,
    tolerance: problem.tolerance,
    limits: problem.limits,
    judging: problem.judging,
    reference:
      problem.reference_language_id === null || problem.reference_source === null
        ? null
        : { language_id: problem.reference_language_id, source: problem.reference_source },
    test_cases: tests,
    templates: await listTemplates(q, organizationId, id),
    package_files: (await listPackagePaths(q, id)).filter((path) => path !== PACKAGE_SETTINGS),
    reference_version: problem.reference_version,
    version: problem.version,
    pinned_versions: (await versionsInUse(q, id)).filter((version) => version !== problem.version),
  }
}

/** The versions of a problem that running tests are asked, in their order. */
async function versionsInUse(q: Queries, problemId: number): Promise<number[]> {
  const papers = await listRunningPapers(q)
  const asked = papers.flatMap((paper) => versionAsked(paper, problemId) ?? [])
  return [...new Set(asked)].toSorted((a, b) => a - b)
}
