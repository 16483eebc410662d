import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { DriveStatus } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import { openDatabase } from '#db/open.ts'
import {
  type AttemptPage,
  countFunnel,
  countScores,
  countSelected,
  findAttemptPage,
} from '#db/queries/attemptLists.ts'
import { listOverdue } from '#db/queries/attempts.ts'
import { listDrives } from '#db/queries/drives.ts'
import { nameKey, searchKey } from '#db/searchKey.ts'
import { insertRows } from '../../load/lists/rows.ts'
import { migrationsFolder } from './support.ts'

/** Lists against the plain sentence of what they are: filter, sort, cut. */

const db = openDatabase(':memory:', migrationsFolder)
afterAll(() => db.close())

const NOW = 1_000
let made = 0

interface Person {
  first_name: string | null
  last_name: string | null
  opened: boolean
  started: boolean
  finished: boolean
  selected: boolean
  score: number | null
}
type Stored = Person & { id: number; email: string }

const drive = (n: number, more: object = {}) => ({
  organization_id: n,
  uuid: `u${made++}`,
  name: `Drive ${made}`,
  search_key: `drive ${made}`,
  description: '',
  start_time: 0,
  end_time: 10,
  question_type: 'mcq',
  created_at: 0,
  updated_at: 0,
  ...more,
})

async function newOrganization(tx: Queries): Promise<number> {
  await insertRows(tx, 'organizations', [{ name: 'O', created_at: 0, updated_at: 0 }])
  return (await tx.raw.get<{ id: number }>('SELECT max(id) AS id FROM organizations'))?.id ?? 0
}

/** A drive with these people, in their order; every second attempt of the table is of another drive. */
const driveOf = (people: readonly Person[]) =>
  db.write(async (tx) => {
    const organization_id = await newOrganization(tx)
    await insertRows(tx, 'drives', [drive(organization_id), drive(organization_id)])
    const ids = await tx.raw.all<{ id: number }>('SELECT id FROM drives ORDER BY id DESC LIMIT 2')
    const [other = 0, own = 0] = ids.map((row) => row.id)
    const tag = made++
    const emails = people.map((_, i) => `P${i}.o${tag}@${i % 3 === 0 ? 'lake' : 'hill'}.example`)
    await insertRows(
      tx,
      'candidates',
      people.map(({ first_name, last_name }, i) => ({
        organization_id,
        email: emails[i] ?? '',
        email_key: (emails[i] ?? '').toLowerCase(),
        first_name,
        last_name,
        created_at: 0,
        updated_at: 0,
      })),
    )
    const candidates = await tx.raw.all<{ id: number }>(
      'SELECT id FROM candidates WHERE organization_id = ? ORDER BY id',
      organization_id,
    )
    const attempt = (drive_id: number, one: Person, i: number) => ({
      ref: `r${drive_id}-${i}`,
      invitation_hash: `i${drive_id}-${i}`,
      token_hash: `t${drive_id}-${i}`,
      drive_id,
      candidate_id: candidates[i]?.id ?? 0,
      search_key: searchKey({ email: emails[i] ?? '', ...one }),
      invited_at: 0,
      order_seed: '',
      created_at: 0,
      opened_at: one.opened ? 1 : null,
      started_at: one.started ? 1 : null,
      finished_at: one.finished ? 2 : null,
      is_selected: one.selected ? 1 : 0,
      score: one.score,
    })
    await insertRows(
      tx,
      'attempts',
      people.flatMap((one, i) => [attempt(own, one, i), attempt(other, one, i)]),
    )
    const attempts = await tx.raw.all<{ id: number }>(
      'SELECT id FROM attempts WHERE drive_id = ? ORDER BY id',
      own,
    )
    return {
      drive: {
        id: own,
        invitation_sent: people.length,
        appeared: people.filter((one) => one.started).length,
        finished: people.filter((one) => one.finished).length,
      },
      stored: people.map((one, i): Stored => ({ ...one, id: attempts[i]?.id ?? 0, email: emails[i] ?? '' })),
    }
  })

type Query = Pick<AttemptPage, 'order' | 'only' | 'search' | 'offset' | 'limit'>

const byKey = (a: Stored, b: Stored): number => {
  const [one, other] = [searchKey(a), searchKey(b)]
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) || a.id - b.id
}

function inOrder(order: Query['order'], a: Stored, b: Stored): number {
  if (order === 'invited') return a.id - b.id
  if (order === 'newest') return b.id - a.id
  if (order === 'email') return byKey(a, b)
  if (order === 'email_down') return byKey(b, a)
  // Without a score: whose test is under way, and then whoever has not begun.
  const byStart = Number(b.started) - Number(a.started)
  if (order === 'worst') {
    const [one, other] = [a.score ?? 1_000, b.score ?? 1_000]
    return one - other || byStart || a.id - b.id
  }
  const [one, other] = [a.score ?? -1, b.score ?? -1]
  return other - one || byStart || b.id - a.id
}

function expected(people: readonly Stored[], { order, only, search, offset, limit }: Query) {
  const text = search.toLowerCase()
  const found = people
    .filter((one) => (only === 'absent' ? !one.started : only === 'selected' ? one.selected : true))
    .filter((one) =>
      [one.email, [one.first_name, one.last_name].filter(Boolean).join(' ')].some((field) =>
        field.toLowerCase().includes(text),
      ),
    )
  const sorted = found.toSorted((a, b) => inOrder(order, a, b))
  return { ids: sorted.slice(offset, offset + limit).map((one) => one.id), total: found.length }
}

const names = fc.constantFrom(
  null,
  'Anna',
  'ÅSA',
  'Zoë',
  "O'Brien",
  '100%',
  'a_b',
  'De La Cruz',
  'back\\slash',
)
const people = fc.array(
  fc
    .record({
      first_name: names,
      last_name: names,
      stage: fc.integer({ min: 0, max: 3 }),
      selected: fc.boolean(),
      score: fc.option(fc.integer({ min: 0, max: 4 })),
    })
    .map(
      ({ stage, ...one }): Person => ({ ...one, opened: stage > 0, started: stage > 1, finished: stage > 2 }),
    ),
  { minLength: 1, maxLength: 40 },
)
const orders = ['invited', 'newest', 'best', 'worst', 'email', 'email_down'] as const
const queries = fc.array(
  fc.record({
    order: fc.constantFrom(...orders),
    only: fc.constantFrom(undefined, 'absent' as const, 'selected' as const),
    search: fc.constantFrom(
      '',
      'anna',
      'åsa',
      'ZOË',
      '%',
      '_',
      '\\',
      'a',
      ' ',
      'la c',
      'anna zoë',
      '@lake',
      'P1',
      'nobody',
    ),
    offset: fc.integer({ min: 0, max: 45 }),
    limit: fc.integer({ min: 1, max: 15 }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('a page of attempts', () => {
  test('is what filtering, sorting and cutting the rows gives', () =>
    fc.assert(
      fc.asyncProperty(people, queries, async (given, asked) => {
        const { drive, stored } = await driveOf(given)
        for (const query of asked)
          expect(await findAttemptPage(db.read, { drive, ...query })).toEqual(expected(stored, query))
      }),
      { numRuns: 80 },
    ))

  test('is the same on a drive that is searched in several parts, with many hits and with few', async () => {
    const { drive, stored } = await driveOf(
      Array.from({ length: 11_000 }, (_, i) => ({
        first_name: i % 2 === 0 ? 'Even' : 'Odd',
        last_name: i % 700 === 0 ? 'Rare' : null,
        opened: true,
        started: i % 5 !== 0,
        finished: i % 5 > 1,
        selected: i % 7 === 0,
        score: i % 5 > 1 ? (i * 7) % 30 : null,
      })),
    )
    for (const search of ['', 'even', 'odd', 'rare', '@lake', 'p10999.', 'nobody'])
      for (const order of orders)
        for (const only of [undefined, 'absent', 'selected'] as const)
          for (const offset of [0, 15, 1_500, 5_400, 10_995]) {
            const query = { search, order, only, offset, limit: 15 }
            expect(await findAttemptPage(db.read, { drive, ...query }), JSON.stringify(query)).toEqual(
              expected(stored, query),
            )
          }
  })

  test('is found without reading a row of the table', async () => {
    const { drive } = await driveOf([])
    const asked: { sql: string; given: unknown[] }[] = []
    const { raw } = db.read
    const listening: Queries = {
      ...db.read,
      raw: {
        ...raw,
        all: (sql, ...given) => {
          asked.push({ sql, given })
          return raw.all(sql, ...given)
        },
        get: (sql, ...given) => {
          asked.push({ sql, given })
          return raw.get(sql, ...given)
        },
      },
    }
    for (const list of [
      { order: 'invited' },
      { order: 'invited', only: 'absent' },
      { order: 'best' },
      { order: 'best', only: 'selected' },
      { order: 'worst' },
      { order: 'email' },
      { order: 'email_down' },
      { order: 'newest' },
    ] as const)
      for (const search of ['', 'x'])
        await findAttemptPage(listening, { drive, ...list, search, offset: 0, limit: 15 })
    await countFunnel(listening, { ...drive, finished: 0 })
    await countScores(listening, drive.id)
    expect(asked.length).toBeGreaterThan(9)
    for (const { sql, given } of asked) {
      if (sql.includes('json_each')) continue
      const plan = await raw.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...given)
      const reads = plan.map((step) => step.detail).filter((detail) => /\battempts\b/.test(detail))
      expect(reads.length, sql).toBeGreaterThan(0)
      for (const detail of reads) expect(detail, sql).toContain('COVERING INDEX')
      // A whole list is read in the order of its index: on a large drive nobody waits for it to be sorted.
      if (!sql.includes('is_selected'))
        expect(plan.map(({ detail }) => detail).join(), sql).not.toContain('TEMP B-TREE')
    }
  })
})

test('those whose time is over are found without a look at those that have finished', async () => {
  const plan = (sql: string, ...given: unknown[]) =>
    db.read.raw.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...given)
  const explaining = { ...db.read, raw: { ...db.read.raw, all: plan } } as unknown as Queries
  const steps = (await listOverdue(explaining, NOW)) as unknown as { detail: string }[]
  expect(steps.map(({ detail }) => detail)).toEqual([
    'SEARCH attempts USING INDEX attempts_running (deadline_at<?)',
  ])
})

test('the numbers of a drive are those of its rows', () =>
  fc.assert(
    fc.asyncProperty(people, async (given) => {
      const { drive } = await driveOf(given)
      expect(await countFunnel(db.read, drive)).toEqual({
        invited: given.length,
        opened: given.filter((one) => one.opened).length,
        started: given.filter((one) => one.started).length,
        finished: given.filter((one) => one.finished).length,
      })
      expect(await countSelected(db.read, drive.id)).toBe(given.filter((one) => one.selected).length)
      const counts = new Map<number, number>()
      for (const one of given)
        if (one.finished) counts.set(one.score ?? 0, (counts.get(one.score ?? 0) ?? 0) + 1)
      const scores = await countScores(db.read, drive.id)
      expect(new Map(scores.map(({ score, n }) => [score, n]))).toEqual(counts)
      expect(scores).toHaveLength(counts.size)
    }),
    { numRuns: 40 },
  ))

const times = fc.record({
  start: fc.constantFrom(0, 500, NOW, 1_500),
  lasts: fc.constantFrom(100, 500, 1_000, 2_000),
  name: fc.constantFrom('Spring', 'SPRING 100%', 'Autumn', 'a_b', 'Übung'),
  gone: fc.boolean(),
  assessment: fc.boolean(),
})

test('a page of drives is what filtering, sorting and cutting them gives', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(times, { minLength: 1, maxLength: 30 }),
      fc.constantFrom<DriveStatus | undefined>(undefined, 'upcoming', 'ongoing', 'completed'),
      fc.constantFrom('', 'spring', '%', '_', 'none', 'übung', 'ÜBUNG'),
      fc.integer({ min: 0, max: 20 }),
      async (given, status, search, offset) => {
        const { organizationId, ids } = await db.write(async (tx) => {
          const organizationId = await newOrganization(tx)
          const rows = given.map(({ start, lasts, name, gone, assessment }) =>
            drive(organizationId, {
              name,
              search_key: nameKey(name),
              start_time: start,
              end_time: start + lasts,
              deleted_at: gone ? 1 : null,
              is_assessment: assessment ? 1 : 0,
            }),
          )
          await insertRows(tx, 'drives', rows)
          const made = await tx.raw.all<{ id: number }>(
            'SELECT id FROM drives WHERE organization_id = ? ORDER BY id',
            organizationId,
          )
          return { organizationId, ids: made.map((row) => row.id) }
        })
        const rank = ({ start, lasts }: { start: number; lasts: number }): number =>
          start + lasts <= NOW ? 2 : start > NOW ? 1 : 0
        const states: DriveStatus[] = ['ongoing', 'upcoming', 'completed']
        const found = given
          .map((one, i) => ({ ...one, id: ids[i] ?? 0, end: one.start + one.lasts }))
          .filter(
            (one) => !one.gone && !one.assessment && one.name.toLowerCase().includes(search.toLowerCase()),
          )
          .filter((one) => status === undefined || states[rank(one)] === status)
          .toSorted((a, b) => {
            const byEnd = b.end - a.end || a.id - b.id
            if (status === undefined) return rank(a) - rank(b) || byEnd
            // Completed ones go by one index, backwards.
            if (status === 'completed') return b.end - a.end || b.id - a.id
            return a.start - b.start || a.id - b.id
          })
        const { rows, total } = await listDrives(db.read, {
          organizationId,
          ...(status && { status }),
          search,
          now: NOW,
          offset,
          limit: 5,
        })
        expect(rows.map((row) => row.id)).toEqual(found.slice(offset, offset + 5).map((one) => one.id))
        expect(total).toBe(found.length)
      },
    ),
    { numRuns: 120 },
  ))
