import { beforeAll, describe, expect, test } from 'vitest'
import { must, type Organization, seedOrganization, signIn } from '../../factories/index.ts'
import { insertRows, range } from '../../load/lists/rows.ts'
import { appForFile } from '../forFile.ts'

let org: Organization
let headers: Record<string, string>

const DRIVES = 90
const NAMES = ['Harbour', 'Über "die" Brücke', 'a\\b\tc', '日本語', '🚢', 'null', '']

/** Drives and assessments of every kind; newer ones are given their items first. */
const app = await appForFile()
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'u')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  const now = app.ctx.now()
  await app.ctx.db.write(async (tx) => {
    const at = { created_at: now, updated_at: now }
    const others = ['North', 'South'].map((name) => ({ name, organization_id: org.id, created_at: now }))
    await insertRows(tx, 'institutes', others)
    const institutes = await tx.raw.all<{ id: number }>('SELECT id FROM institutes ORDER BY id DESC')
    const { last } = (await tx.raw.get<{ last: number }>('SELECT max(id) AS last FROM drives')) ?? { last: 0 }
    const drives = range(1, DRIVES + 1).map((n) => ({
      id: last + n,
      organization_id: org.id,
      uuid: `uses-${n}`,
      name: `${NAMES[n % NAMES.length]} ${DRIVES - n}`,
      search_key: '',
      description: '',
      institute_id: n % 4 === 0 ? null : (institutes[n % institutes.length]?.id ?? null),
      is_assessment: n % 4 === 0 ? 1 : 0,
      start_time: now,
      end_time: now + 1,
      question_type: 'problems_mcq',
      allow_coding: n % 5 === 0 ? 0 : 1,
      allow_mcq: n % 6 === 0 ? 0 : 1,
      deleted_at: n % 7 === 0 ? now : null,
      ...at,
    }))
    await insertRows(tx, 'drives', drives)
    const asked = (column: string, items: readonly { id: number }[]) =>
      drives
        .toReversed()
        .flatMap(({ id: drive_id }, n) =>
          items
            .filter((_, at) => (n + at) % 3 !== 0)
            .map(({ id }) => ({ drive_id, [column]: id, position: 0 })),
        )
    await insertRows(tx, 'drives_problems', asked('problem_id', org.problems))
    await insertRows(tx, 'drives_questions', asked('question_id', org.questions))
  })
})

/** An item's uses by the plainest of queries. */
async function usesOf(kind: 'problem' | 'question', id: number) {
  const [pairs, shown] =
    kind === 'problem' ? ['drives_problems', 'allow_coding'] : ['drives_questions', 'allow_mcq']
  const drives = await app.ctx.db.read.raw.all<{ name: string; institute_id: number | null }>(
    `SELECT d.name, d.institute_id FROM ${pairs} u JOIN drives d ON d.id = u.drive_id
     WHERE u.${kind}_id = ? AND d.deleted_at IS NULL AND d.${shown} = 1 ORDER BY d.id`,
    id,
  )
  return {
    times_asked: drives.length,
    drive_names: drives.map((drive) => drive.name),
    asked_institute_ids: [
      ...new Set(drives.flatMap((drive) => (drive.institute_id === null ? [] : [drive.institute_id]))),
    ],
  }
}

const lists = {
  problem: async (query: object) =>
    (await must(app.send, 'getProblemsList', { query: { ...query }, headers })).problems,
  question: async (query: object) =>
    (await must(app.send, 'getAdminQuestions', { query: { ...query }, headers })).questions,
}

describe.each(['problem', 'question'] as const)('the list of every %s', (kind) => {
  test('tells of each where it is asked as a query for it alone would', async () => {
    const all = await lists[kind]({})
    expect(all.length).toBeGreaterThan(1)
    for (const item of all) {
      expect(item.times_asked).toBeGreaterThan(20)
      expect(item.asked_institute_ids.length).toBeGreaterThan(1)
      expect(item).toMatchObject(await usesOf(kind, item.id))
    }
  })

  test('is in its pages what it is as a whole', async () => {
    const all = await lists[kind]({})
    const pages = await Promise.all(all.map((_, offset) => lists[kind]({ limit: 1, offset })))
    expect(pages.flat()).toEqual(all)
  })
})
