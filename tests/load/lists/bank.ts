import type { Queries } from '#db/connect.ts'
import { drawn } from './people.ts'
import { insertRows, range } from './rows.ts'

const TOPICS = `arrays strings graphs trees sorting hashing recursion greedy intervals geometry`.split(' ')
const LEVELS = ['easy', 'medium', 'hard']

export const PROBLEM_MARKS = 20
export const QUESTION_MARKS = 2

const topic = (n: number): string => TOPICS[drawn(n) % TOPICS.length] ?? 'arrays'

/** A bank of problems and questions with their tests, options and tags. */
export async function fillBank(
  tx: Queries,
  of: { organizationId: number; problems: number; questions: number; now: number },
): Promise<{ problems: number[]; questions: number[] }> {
  const owned = { organization_id: of.organizationId }
  const at = { created_at: of.now, updated_at: of.now }
  await insertRows(
    tx,
    'difficulties',
    LEVELS.map((name) => ({ ...owned, name })),
  )
  await insertRows(
    tx,
    'tags',
    TOPICS.map((name) => ({ ...owned, name })),
  )
  const level = await idsOf(tx, 'difficulties', of.organizationId)
  const tag = await idsOf(tx, 'tags', of.organizationId)
  await insertRows(
    tx,
    'problems',
    range(0, of.problems).map((n) => ({
      ...owned,
      ...at,
      title: `${topic(n)} puzzle ${n}`,
      description:
        `Read the numbers of the input and answer what the ${topic(n)} of case ${n} ask for.\n`.repeat(8),
      difficulty_id: level[n % level.length] ?? 0,
      time_in_minutes: 20,
    })),
  )
  await insertRows(
    tx,
    'questions',
    range(0, of.questions).map((n) => ({
      ...owned,
      ...at,
      description: `Which of these holds for ${topic(n)} in case ${n}?`,
      difficulty_id: level[n % level.length] ?? 0,
      marks: QUESTION_MARKS,
      time_in_seconds: 60,
      is_multi_select: 0,
    })),
  )
  const problems = await idsOf(tx, 'problems', of.organizationId)
  const questions = await idsOf(tx, 'questions', of.organizationId)
  await insertRows(
    tx,
    'test_cases',
    problems.flatMap((problem_id) =>
      [0, 1].map((position) => ({
        problem_id,
        position,
        input: `${position} 1\n`,
        output: `${position + 1}\n`,
        marks: PROBLEM_MARKS / 2,
        is_sample: position === 0 ? 1 : 0,
      })),
    ),
  )
  await insertRows(
    tx,
    'options',
    questions.flatMap((question_id) =>
      range(0, 4).map((position) => ({
        question_id,
        position,
        description: `Answer ${position}`,
        is_answer: position === 0 ? 1 : 0,
      })),
    ),
  )
  const tagOf = (n: number): number => tag[drawn(n) % tag.length] ?? 0
  await insertRows(
    tx,
    'problem_tags',
    problems.map((problem_id) => ({ problem_id, tag_id: tagOf(problem_id) })),
  )
  await insertRows(
    tx,
    'question_tags',
    questions.map((question_id) => ({ question_id, tag_id: tagOf(question_id) })),
  )
  return { problems, questions }
}

export const idsOf = async (tx: Queries, table: string, organizationId: number): Promise<number[]> =>
  (
    await tx.raw.all<{ id: number }>(
      `SELECT id FROM ${table} WHERE organization_id = ? ORDER BY id`,
      organizationId,
    )
  ).map((row) => row.id)
