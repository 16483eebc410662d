import type { Checker } from '#contract/forms/bank.ts'
import type { Judging } from '#contract/judging.ts'
import { type ProblemLimits, problemLimits } from '#contract/programLimits.ts'
import { onTheWire, type QuestionKind } from '#contract/questionKinds.ts'
import type { Queries } from '#db/connect.ts'
import { ensureNames } from '#db/queries/bank.ts'
import { insertDriveContents } from '#db/queries/driveParts.ts'
import { insertDrive, sumContents, updateDrive } from '#db/queries/drives.ts'
import { insertProblems, insertProblemTags, insertTestCases } from '#db/queries/problems.ts'
import { insertOptions, insertQuestions, insertQuestionTags } from '#db/queries/questions.ts'
import { insertTemplates } from '#db/queries/templates.ts'

/** Making problems, questions and drives; every caller is inside a transaction. */

export interface NewProblem {
  title: string
  description: string
  difficulty: string
  tags: readonly string[]
  timeInMinutes: number
  submissionCount: number
  checker: Checker
  /** How far two numbers may be apart, where the checker compares numbers. */
  tolerance?: string | null
  imageKey?: string | null
  imageAlt?: string | null
  /** The limits, if the defaults do not fit. */
  limits?: ProblemLimits | null
  judging?: Judging | null
  templates: readonly { languageId: number; code: string }[]
  reference: { languageId: number; source: string } | null
  tests: readonly { input: string; output: string; marks: number; isSample: boolean; group?: string | null }[]
}

export async function createProblem(
  tx: Queries,
  organizationId: number,
  problem: NewProblem,
  now: number,
): Promise<number> {
  return only(await createProblems(tx, organizationId, [problem], now))
}

/**
 * Many at once, in a few statements: a whole bank is written while candidates' saves wait.
 * @param stage written and not there yet, until db/queries/staging.ts shows them
 * @returns the new ids, in the order given
 */
export async function createProblems(
  tx: Queries,
  organizationId: number,
  problems: readonly NewProblem[],
  now: number,
  stage: number | null = null,
): Promise<number[]> {
  const names = await ensureNames(tx, organizationId, {
    difficulties: problems.map((p) => p.difficulty),
    tags: problems.flatMap((p) => p.tags),
  })
  const ids = await insertProblems(
    tx,
    problems.map((p) => ({
      organization_id: organizationId,
      title: p.title,
      description: p.description,
      difficulty_id: names.difficulty(p.difficulty),
      submission_count: p.submissionCount,
      time_in_minutes: p.timeInMinutes,
      checker: p.checker,
      tolerance: p.checker === 'float' ? (p.tolerance ?? null) : null,
      image_key: p.imageKey ?? null,
      image_alt: p.imageKey ? (p.imageAlt ?? null) : null,
      limits: p.limits ? problemLimits.parse(p.limits) : null,
      judging: p.judging ?? null,
      reference_language_id: p.reference?.languageId ?? null,
      reference_source: p.reference?.source ?? null,
      created_at: now,
      updated_at: now,
      deleted_at: stage,
    })),
  )
  const parts = paired(ids, problems)
  await insertProblemTags(
    tx,
    parts.flatMap(([problem_id, p]) => p.tags.map((tag) => ({ problem_id, tag_id: names.tag(tag) }))),
  )
  await insertTestCases(
    tx,
    parts.flatMap(([problem_id, p]) =>
      p.tests.map((t, position) => ({
        problem_id,
        position,
        input: t.input,
        output: t.output,
        marks: t.marks,
        is_sample: t.isSample,
        group_name: t.group ?? null,
      })),
    ),
  )
  await insertTemplates(
    tx,
    parts.flatMap(([problem_id, p]) =>
      p.templates.map(({ languageId, code }) => ({
        organization_id: organizationId,
        problem_id,
        language_id: languageId,
        code,
      })),
    ),
  )
  return ids
}

const paired = <T>(ids: readonly number[], items: readonly T[]): [number, T][] =>
  items.map((item, i) => [ids[i] ?? 0, item])

const only = (ids: readonly number[]): number => {
  const [id] = ids
  if (id === undefined) throw new Error('An insert answered no row')
  return id
}

export interface NewQuestion {
  description: string
  difficulty: string
  tags: readonly string[]
  marks: number
  timeInSeconds: number
  kind: QuestionKind
  imageKey: string | null
  imageAlt: string | null
  options: readonly { description: string; isAnswer: boolean; imageKey: string | null }[]
}

export async function createQuestion(
  tx: Queries,
  organizationId: number,
  question: NewQuestion,
  now: number,
): Promise<number> {
  return only(await createQuestions(tx, organizationId, [question], now))
}

/** Many at once, as `createProblems`. */
export async function createQuestions(
  tx: Queries,
  organizationId: number,
  questions: readonly NewQuestion[],
  now: number,
  stage: number | null = null,
): Promise<number[]> {
  const names = await ensureNames(tx, organizationId, {
    difficulties: questions.map((q) => q.difficulty),
    tags: questions.flatMap((q) => q.tags),
  })
  const ids = await insertQuestions(
    tx,
    questions.map((q) => ({
      organization_id: organizationId,
      description: q.description,
      image_key: q.imageKey,
      image_alt: q.imageAlt,
      difficulty_id: names.difficulty(q.difficulty),
      marks: q.marks,
      time_in_seconds: q.timeInSeconds,
      ...onTheWire[q.kind],
      created_at: now,
      updated_at: now,
      deleted_at: stage,
    })),
  )
  const parts = paired(ids, questions)
  await insertQuestionTags(
    tx,
    parts.flatMap(([question_id, q]) => q.tags.map((tag) => ({ question_id, tag_id: names.tag(tag) }))),
  )
  await insertOptions(
    tx,
    parts.flatMap(([question_id, q]) =>
      q.options.map((o, position) => ({
        question_id,
        position,
        description: o.description,
        image_key: o.imageKey,
        is_answer: o.isAnswer,
      })),
    ),
  )
  return ids
}

export interface NewDrive {
  organizationId: number
  createdById: number
  name: string
  description: string
  instituteId: number
  startTime: number
  endTime: number
  problemIds: number[]
  questionIds: number[]
  contactIds: number[]
  rules: string[]
  uuid: string
}

export async function createDrive(tx: Queries, d: NewDrive, now: number): Promise<number> {
  const withProblems = d.problemIds.length > 0
  const id = await insertDrive(tx, {
    organization_id: d.organizationId,
    uuid: d.uuid,
    name: d.name,
    description: d.description,
    institute_id: d.instituteId,
    start_time: d.startTime,
    end_time: d.endTime,
    question_type: withProblems ? (d.questionIds.length > 0 ? 'problems_mcq' : 'problems') : 'mcq',
    allow_coding: withProblems,
    allow_mcq: d.questionIds.length > 0,
    created_by_id: d.createdById,
    updated_by_id: d.createdById,
    created_at: now,
    updated_at: now,
  })
  await insertDriveContents(tx, id, d)
  await updateDrive(tx, id, await sumContents(tx, id))
  return id
}
