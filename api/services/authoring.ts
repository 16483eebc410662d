import type { Queries } from '#db/connect.ts'
import * as rows from '#db/queries/authoring.ts'

/** Making problems, questions and drives; every caller is inside a transaction. */

export interface NewProblem {
  title: string
  description: string
  difficulty: string
  tags: readonly string[]
  timeInMinutes: number
  submissionCount: number
  checker: 'exact' | 'tokens' | 'float'
  templates: readonly { languageId: number; code: string }[]
  reference: { languageId: number; source: string } | null
  tests: readonly { input: string; output: string; marks: number; isSample: boolean }[]
}

export async function createProblem(
  tx: Queries,
  organizationId: number,
  p: NewProblem,
  now: number,
): Promise<number> {
  const id = await rows.insertProblem(tx, {
    organization_id: organizationId,
    title: p.title,
    description: p.description,
    difficulty_id: await rows.ensureDifficulty(tx, organizationId, p.difficulty),
    submission_count: p.submissionCount,
    time_in_minutes: p.timeInMinutes,
    checker: p.checker,
    reference_language_id: p.reference?.languageId ?? null,
    reference_source: p.reference?.source ?? null,
    created_at: now,
    updated_at: now,
  })
  for (const tag of p.tags) await rows.insertProblemTag(tx, id, await rows.ensureTag(tx, organizationId, tag))
  await rows.insertTestCases(
    tx,
    p.tests.map((t, position) => ({
      problem_id: id,
      position,
      input: t.input,
      output: t.output,
      marks: t.marks,
      is_sample: t.isSample,
    })),
  )
  for (const { languageId, code } of p.templates)
    await rows.insertTemplate(tx, {
      organization_id: organizationId,
      problem_id: id,
      language_id: languageId,
      code,
    })
  return id
}

export interface NewQuestion {
  description: string
  difficulty: string
  tags: readonly string[]
  marks: number
  timeInSeconds: number
  isMultiSelect: boolean
  imageKey: string | null
  imageAlt: string | null
  options: readonly { description: string; isAnswer: boolean; imageKey: string | null }[]
}

export async function createQuestion(
  tx: Queries,
  organizationId: number,
  q: NewQuestion,
  now: number,
): Promise<number> {
  const id = await rows.insertQuestion(tx, {
    organization_id: organizationId,
    description: q.description,
    image_key: q.imageKey,
    image_alt: q.imageAlt,
    difficulty_id: await rows.ensureDifficulty(tx, organizationId, q.difficulty),
    marks: q.marks,
    time_in_seconds: q.timeInSeconds,
    is_multi_select: q.isMultiSelect,
    created_at: now,
    updated_at: now,
  })
  for (const tag of q.tags)
    await rows.insertQuestionTag(tx, id, await rows.ensureTag(tx, organizationId, tag))
  await rows.insertOptions(
    tx,
    q.options.map((o, position) => ({
      question_id: id,
      position,
      description: o.description,
      image_key: o.imageKey,
      is_answer: o.isAnswer,
    })),
  )
  return id
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
  const id = await rows.insertDrive(tx, {
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
  await rows.insertDriveContents(tx, id, d)
  await rows.updateDrive(tx, id, await rows.sumContents(tx, id))
  return id
}
