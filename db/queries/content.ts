import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { kindOnTheWireOf } from '#contract/questionKinds.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { listDefaultsOf } from './templates.ts'

/**
 * The items that a drive asks, of the sections it shows: problems with their tests, questions with their options, in
 * the drive's order.
 */

interface Template {
  language_id: number
  code: string
}

/** The code that candidates begin with: in a language without a template of the problem's own, the organization's. */
const withDefaults = (own: readonly Template[], defaults: readonly Template[]): Template[] => {
  const taken = new Set(own.map((t) => t.language_id))
  return [...own, ...defaults.filter((t) => !taken.has(t.language_id))].map(({ language_id, code }) => ({
    language_id,
    code,
  }))
}

export async function listDriveProblems(q: Queries, driveId: number) {
  const rows = await q.orm
    .select({ problem: s.problems, difficulty: s.difficulties.name })
    .from(s.drivesProblems)
    .innerJoin(s.drives, and(eq(s.drives.id, s.drivesProblems.drive_id), eq(s.drives.allow_coding, true)))
    .innerJoin(s.problems, eq(s.problems.id, s.drivesProblems.problem_id))
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
    .where(eq(s.drivesProblems.drive_id, driveId))
    .orderBy(asc(s.drivesProblems.position), asc(s.drivesProblems.id))
  return wholeProblems(q, rows)
}

/** One problem as the bank has it now, whether drives may still pick it or not. */
export async function findBankProblem(q: Queries, id: number) {
  const rows = await q.orm
    .select({ problem: s.problems, difficulty: s.difficulties.name })
    .from(s.problems)
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
    .where(eq(s.problems.id, id))
  return (await wholeProblems(q, rows))[0]
}

async function wholeProblems(
  q: Queries,
  rows: readonly { problem: typeof s.problems.$inferSelect; difficulty: string }[],
) {
  const { orm } = q
  const ids = rows.map((row) => row.problem.id)
  if (ids.length === 0) return []
  const tags = await orm
    .select({ id: s.problemTags.problem_id, name: s.tags.name })
    .from(s.problemTags)
    .innerJoin(s.tags, eq(s.tags.id, s.problemTags.tag_id))
    .where(inArray(s.problemTags.problem_id, ids))
  const tests = await orm
    .select()
    .from(s.testCases)
    .where(and(inArray(s.testCases.problem_id, ids), eq(s.testCases.is_active, true)))
    .orderBy(asc(s.testCases.position), asc(s.testCases.id))
  const templates = await orm.select().from(s.templates).where(inArray(s.templates.problem_id, ids))
  const defaults = await listDefaultsOf(
    q,
    rows.map((row) => row.problem.organization_id),
  )
  return rows.map(({ problem, difficulty }) => ({
    id: problem.id,
    version: problem.version,
    title: problem.title,
    description: problem.description,
    image_key: problem.image_key,
    image_alt: problem.image_alt,
    difficulty,
    tags: tags.filter((t) => t.id === problem.id).map((t) => t.name),
    submission_count: problem.submission_count,
    time_in_minutes: problem.time_in_minutes,
    checker: problem.checker,
    tolerance: problem.tolerance,
    limits: problem.limits,
    judging: problem.judging,
    tests: tests
      .filter((t) => t.problem_id === problem.id)
      .map(({ id, input, output, marks, is_sample, group_name }) => ({
        id,
        input,
        output,
        marks,
        is_sample,
        group_name,
      })),
    templates: withDefaults(
      templates.filter((t) => t.problem_id === problem.id),
      defaults.filter((t) => t.organization_id === problem.organization_id),
    ),
  }))
}
/** The content of a problem's version as well: a field that comes later is missing in what was kept before. */
export type DriveProblem = Awaited<ReturnType<typeof listDriveProblems>>[number]

export async function listDriveQuestions({ orm }: Queries, driveId: number) {
  const rows = await orm
    .select({ question: s.questions, difficulty: s.difficulties.name })
    .from(s.drivesQuestions)
    .innerJoin(s.drives, and(eq(s.drives.id, s.drivesQuestions.drive_id), eq(s.drives.allow_mcq, true)))
    .innerJoin(s.questions, eq(s.questions.id, s.drivesQuestions.question_id))
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.questions.difficulty_id))
    .where(eq(s.drivesQuestions.drive_id, driveId))
    .orderBy(asc(s.drivesQuestions.position), asc(s.drivesQuestions.id))
  const ids = rows.map((row) => row.question.id)
  if (ids.length === 0) return []
  const tags = await orm
    .select({ id: s.questionTags.question_id, name: s.tags.name })
    .from(s.questionTags)
    .innerJoin(s.tags, eq(s.tags.id, s.questionTags.tag_id))
    .where(inArray(s.questionTags.question_id, ids))
  const options = await orm
    .select()
    .from(s.options)
    .where(and(inArray(s.options.question_id, ids), isNull(s.options.deleted_at)))
    .orderBy(asc(s.options.position), asc(s.options.id))
  return rows.map(({ question, difficulty }) => ({
    id: question.id,
    version: question.version,
    description: question.description,
    image_key: question.image_key,
    image_alt: question.image_alt,
    difficulty,
    tags: tags.filter((t) => t.id === question.id).map((t) => t.name),
    marks: question.marks,
    time_in_seconds: question.time_in_seconds,
    ...kindOnTheWireOf(question),
    options: options
      .filter((o) => o.question_id === question.id)
      .map(({ id, description, image_key, is_answer }) => ({ id, description, image_key, is_answer })),
  }))
}
/** The content of a question's version as well. */
export type DriveQuestion = Awaited<ReturnType<typeof listDriveQuestions>>[number]

export const listActiveLanguages = ({ orm }: Queries) =>
  orm.select().from(s.languages).where(eq(s.languages.is_active, true)).orderBy(asc(s.languages.id))

/** Whether it is still offered or not. */
export const findLanguage = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.languages).where(eq(s.languages.id, id)).limit(1))[0]
