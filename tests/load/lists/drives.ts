import type { Queries } from '#db/connect.ts'
import { nameKey } from '#db/searchKey.ts'
import { idsOf, PROBLEM_MARKS, QUESTION_MARKS } from './bank.ts'
import { drawn, driveName } from './people.ts'
import { insertRows, range } from './rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The data is used for some weeks: what runs or is to come at its making still does. */
const AHEAD = 60 * DAY
const RUNNING_EVERY = 400
const UPCOMING_EVERY = 40

/** Problems and questions of the large drive, and of each other one. */
const LARGE_PARTS = { problems: 2, questions: 10 }
const SMALL_PARTS = { problems: 2, questions: 5 }

function timesOf(n: number, now: number): { start_time: number; end_time: number } {
  if (n % RUNNING_EVERY === 0)
    return { start_time: now - DAY - n * 60_000, end_time: now + AHEAD + n * 60_000 }
  if (n % UPCOMING_EVERY === 1) {
    const start_time = now + AHEAD + (drawn(n) % 300) * HOUR
    return { start_time, end_time: start_time + DAY }
  }
  const end_time = now - DAY - (drawn(n) % (3 * 365 * 24)) * HOUR
  return { start_time: end_time - DAY, end_time }
}

/** Drives of an organization with what they ask; the first one is running. Answers their ids in that order. */
export async function fillDrives(
  tx: Queries,
  of: {
    organizationId: number
    adminId: number
    drives: number
    bank: { problems: number[]; questions: number[] }
    institutes: number[]
    random: () => string
    now: number
  },
): Promise<number[]> {
  const partsOf = (n: number) => (n === 0 ? LARGE_PARTS : SMALL_PARTS)
  const rows = range(0, of.drives).map((n) => {
    const { problems, questions } = partsOf(n)
    const name = n === 0 ? 'Campus hiring, everybody' : driveName(n)
    return {
      organization_id: of.organizationId,
      uuid: of.random(),
      name,
      search_key: nameKey(name),
      description: 'Two problems and some questions. Work alone; the camera stays on.',
      institute_id: of.institutes[n % of.institutes.length] ?? null,
      ...timesOf(n, of.now),
      question_type: 'problems_mcq',
      allotted_seconds: problems * 1_200 + questions * 60,
      total_marks: problems * PROBLEM_MARKS + questions * QUESTION_MARKS,
      created_by_id: of.adminId,
      created_at: of.now,
      updated_at: of.now,
    }
  })
  await insertRows(tx, 'drives', rows)
  const ids = await idsOf(tx, 'drives', of.organizationId)
  const pick = (list: number[], n: number, count: number): number[] =>
    range(0, count).map((i) => list[(n * count + i) % list.length] ?? 0)
  const asked = (what: 'problems' | 'questions', column: string) =>
    ids.flatMap((drive_id, n) =>
      pick(of.bank[what], n, partsOf(n)[what]).map((id, position) => ({ drive_id, [column]: id, position })),
    )
  await insertRows(tx, 'drives_problems', asked('problems', 'problem_id'))
  await insertRows(tx, 'drives_questions', asked('questions', 'question_id'))
  await insertRows(
    tx,
    'drives_contacts',
    ids.map((drive_id) => ({ drive_id, user_id: of.adminId })),
  )
  return ids
}
