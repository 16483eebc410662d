import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import {
  type BankScope,
  listProblemTags,
  listQuestionTags,
  problemsThatFit,
  questionsThatFit,
} from './bank.ts'

/** The bank as it is written into files: whole items, oldest first, page by page behind the last id. */

const byItem = <T extends { of: number }>(rows: readonly T[]): ((id: number) => T[]) => {
  const lists = new Map<number, T[]>()
  for (const row of rows) lists.set(row.of, [...(lists.get(row.of) ?? []), row])
  return (id) => lists.get(id) ?? []
}

export async function listWholeQuestions(q: Queries, of: BankScope, after: number, limit: number) {
  const rows = await q.orm
    .select({ question: s.questions, difficulty: s.difficulties.name })
    .from(s.questions)
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.questions.difficulty_id))
    .where(and(gt(s.questions.id, after), questionsThatFit(q, of)))
    .orderBy(asc(s.questions.id))
    .limit(limit)
  const ids = rows.map((row) => row.question.id)
  const tags = byItem(await listQuestionTags(q, ids))
  const options = byItem(
    await q.orm
      .select({
        of: s.options.question_id,
        description: s.options.description,
        image_key: s.options.image_key,
        is_answer: s.options.is_answer,
      })
      .from(s.options)
      .where(and(inArray(s.options.question_id, ids), isNull(s.options.deleted_at)))
      .orderBy(asc(s.options.position), asc(s.options.id)),
  )
  return rows.map(({ question, difficulty }) => ({
    ...question,
    difficulty,
    tags: tags(question.id).map((tag) => tag.name),
    options: options(question.id),
  }))
}

export async function listWholeProblems(q: Queries, of: BankScope, after: number, limit: number) {
  const rows = await q.orm
    .select({ problem: s.problems, difficulty: s.difficulties.name })
    .from(s.problems)
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
    .where(and(gt(s.problems.id, after), problemsThatFit(q, of)))
    .orderBy(asc(s.problems.id))
    .limit(limit)
  const ids = rows.map((row) => row.problem.id)
  const tags = byItem(await listProblemTags(q, ids))
  const tests = byItem(await listTests(q, ids))
  return rows.map(({ problem, difficulty }) => ({
    ...problem,
    difficulty,
    tags: tags(problem.id).map((tag) => tag.name),
    tests: tests(problem.id),
  }))
}

const listTests = ({ orm }: Queries, ids: readonly number[]) =>
  orm
    .select({
      of: s.testCases.problem_id,
      id: s.testCases.id,
      input: s.testCases.input,
      output: s.testCases.output,
      marks: s.testCases.marks,
      is_sample: s.testCases.is_sample,
      group_name: s.testCases.group_name,
    })
    .from(s.testCases)
    .where(and(inArray(s.testCases.problem_id, [...ids]), eq(s.testCases.is_active, true)))
    .orderBy(asc(s.testCases.position), asc(s.testCases.id))

/** One problem of the bank with all that a package carries. */
export async function findWholeProblem(q: Queries, id: number, organizationId: number) {
  const everything = { organizationId, search: '', difficulties: [], tags: [] }
  const [found] = await listWholeProblems(q, everything, id - 1, 1)
  if (found?.id !== id) return undefined
  const templates = await q.orm
    .select({ language: s.languages.code_id, code: s.templates.code })
    .from(s.templates)
    .innerJoin(s.languages, eq(s.languages.id, s.templates.language_id))
    .where(eq(s.templates.problem_id, id))
    .orderBy(asc(s.languages.id))
  return { ...found, templates }
}

/** How many of these titles or descriptions stand in the organization's bank already. */
export const countStanding = async (
  q: Queries,
  kind: 'problem' | 'question',
  organizationId: number,
  texts: readonly string[],
): Promise<number> =>
  (
    await q.raw.get<{ n: number }>(
      `SELECT count(*) AS n FROM json_each(@texts) WHERE value IN
       (SELECT ${kind === 'problem' ? 'title' : 'description'} FROM ${kind}s
        WHERE organization_id = @organizationId AND deleted_at IS NULL)`,
      { texts: JSON.stringify(texts), organizationId },
    )
  )?.n ?? 0

/** Programs that came with a problem's package, by their paths in it. */
export const insertPackageSubmissions = async (
  { orm }: Queries,
  problemId: number,
  files: readonly { path: string; bytes: Uint8Array }[],
): Promise<void> => {
  if (files.length === 0) return
  await orm
    .insert(s.packageSubmissions)
    .values(files.map(({ path, bytes }) => ({ problem_id: problemId, path, bytes: Buffer.from(bytes) })))
}

export const listPackageSubmissions = ({ orm }: Queries, problemId: number) =>
  orm
    .select({ path: s.packageSubmissions.path, bytes: s.packageSubmissions.bytes })
    .from(s.packageSubmissions)
    .where(eq(s.packageSubmissions.problem_id, problemId))
    .orderBy(asc(s.packageSubmissions.path))

export const listPackagePaths = async ({ orm }: Queries, problemId: number): Promise<string[]> =>
  (
    await orm
      .select({ path: s.packageSubmissions.path })
      .from(s.packageSubmissions)
      .where(eq(s.packageSubmissions.problem_id, problemId))
      .orderBy(asc(s.packageSubmissions.path))
  ).map(({ path }) => path)
