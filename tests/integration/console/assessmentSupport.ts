import { createProblem, createQuestion, type NewQuestion } from '#api/services/authoring.ts'
import { type Organization, rightOutput, type TestApp } from '../../factories/index.ts'

/** Shared by the tests of assessments: a bank with something of each level. */

const input = '1 2\nword\n'

const problem = (title: string, difficulty: string, tags: string[]) => ({
  title,
  description: 'Add the numbers and turn the word.',
  difficulty,
  tags,
  timeInMinutes: 10,
  submissionCount: 3,
  checker: 'exact' as const,
  templates: [],
  reference: null,
  tests: [{ input, output: rightOutput(input), marks: 5, isSample: true }],
})

const question = (description: string, difficulty: string, tags: string[]): NewQuestion => ({
  description,
  difficulty,
  tags,
  marks: 2,
  timeInSeconds: 60,
  kind: 'single',
  imageAlt: null,
  imageKey: null,
  options: [
    { description: 'right', isAnswer: true, imageKey: null },
    { description: 'wrong', isAnswer: false, imageKey: null },
  ],
})

/**
 * Beside the two easy problems (strings) and three easy MCQs (logic) that every organization of the tests has: one
 * medium and two hard problems (graphs), two Medium MCQs (logic) and one of a level beyond the three.
 */
export async function fillBank(app: TestApp, org: Organization): Promise<void> {
  const now = app.ctx.now()
  await app.ctx.db.write(async (tx) => {
    await createProblem(tx, org.id, problem('Medium one', 'medium', ['graphs']), now)
    await createProblem(tx, org.id, problem('Hard one', 'Hard', ['graphs', 'strings']), now)
    await createProblem(tx, org.id, problem('Hard two', 'HARD', ['graphs']), now)
    await createQuestion(tx, org.id, question('A question of medium size', 'Medium', ['logic']), now)
    await createQuestion(tx, org.id, question('Another of medium size', 'Medium', ['logic']), now)
    await createQuestion(tx, org.id, question('Beyond the three levels', 'expert', ['logic']), now)
  })
}

/** An admin's body for a new assessment: 2 easy and 1 hard problem, 1 easy and 1 medium MCQ. */
export const screening = (org: Organization, change: Record<string, unknown> = {}) => ({
  name: 'Screening, first round',
  description: 'Drawn from the bank for each of us.',
  problem_count_hash: { easy: 2, medium: 0, hard: 1 },
  mcq_count_hash: { easy: 1, medium: 1, hard: 0 },
  tag_list: [],
  is_param: false,
  assessments_contacts_attributes: [{ user_id: org.admin.id }],
  ...change,
})

export const allowParam = (app: TestApp, org: Organization, isAllowed = true) =>
  app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE organizations SET is_param_ai_allowed = ? WHERE id = ?', isAllowed ? 1 : 0, org.id),
  )
