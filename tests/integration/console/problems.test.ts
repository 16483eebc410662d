import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageUrl } from '#api/storage/links.ts'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { CallName } from '#contract/paths.ts'
import { newProblem } from '../../factories/bankInputs.ts'
import {
  type CallInput,
  call,
  must,
  type Organization,
  seedOrganization,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The problem bank: what may be written, what a change does to versions and drives, and what stays as it is. */

const app = await appForFile()
let org: Organization
let other: Organization
let headers: Record<string, string>
let foreign: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'bank')
  other = await seedOrganization(app.ctx, 'elsewhere')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  foreign = await signIn(app.send, other.admin.email, other.admin.password)
})

const send = (name: CallName, input: CallInput) => call(app.send, name, { ...input, headers })
const add = async (change: object = {}) =>
  (await must(app.send, 'postProblem', { body: { ...newProblem(), ...change }, headers })).problem
const read = async (id: number) => (await must(app.send, 'getProblem', { params: { id }, headers })).problem
const change = async (id: number, body: object) =>
  (await must(app.send, 'putProblem', { params: { id }, body, headers })).problem
const audited = (action: string) =>
  app.rows<{ subject: string; before: string; after: string }>(
    'SELECT subject, before, after FROM audit_log WHERE action = ? ORDER BY id DESC',
    action,
  )
const driveOf = async () => {
  const [row] = await app.rows<{ content_version: number; total_marks: number; allotted_seconds: number }>(
    'SELECT content_version, total_marks, allotted_seconds FROM drives WHERE id = ?',
    org.driveId,
  )
  if (!row) throw new Error('no drive')
  return row
}
const many = (n: number, sign = 'x') => sign.repeat(n)

describe('POST admin/problems', () => {
  test('adds a problem with its tests, and writes it down', async () => {
    const problem = await add({ title: '  Sum of two numbers ', tags: 'arithmetic, sums ,arithmetic' })
    expect(problem).toMatchObject({
      title: 'Sum of two numbers',
      submission_count: 3,
      time_in_minutes: 15,
      tags: ['arithmetic', 'sums'],
      marks: 10,
      times_asked: 0,
      checker: 'exact',
      tolerance: null,
      limits: null,
      reference: null,
      image_url: null,
      version: 1,
      pinned_versions: [],
      templates: [],
    })
    expect(
      problem.test_cases.map(({ input, is_sample, is_active }) => [input, is_sample, is_active]),
    ).toEqual([
      ['1 2', true, true],
      ['4 5', false, true],
    ])
    const [entry] = await audited('problem.create')
    expect(entry?.subject).toBe(`problem ${problem.id}`)
    expect(entry?.after).not.toContain('4 5')
  })

  test('a title may stand twice', async () => {
    const [one, two] = [await add(), await add()]
    expect(one.title).toBe(two.title)
    expect(one.id).not.toBe(two.id)
  })

  test('difficulty and tags are made on first use, and used again however their case and accents are written', async () => {
    const first = await add({ difficulty: 'Très dur', tags: ['Élan', 'New'] })
    const second = await add({ difficulty: 'TRE\u0300S DUR', tags: ['e\u0301lan', 'NEW', 'another'] })
    expect(second.difficulty).toBe(first.difficulty)
    expect(second.tags).toEqual(['another', ...first.tags.toSorted()].sort((a, b) => (a < b ? -1 : 1)))
    const { tags } = await must(app.send, 'getTags', { headers })
    expect(tags.filter(({ name }) => name.toLowerCase() === 'new')).toHaveLength(1)
  })

  test('white space in a test is part of it', async () => {
    const problem = await add({ test_cases_attributes: [{ input: ' 1\n\n', output: '\t2 \n', marks: 1 }] })
    expect(problem.test_cases[0]).toMatchObject({ input: ' 1\n\n', output: '\t2 \n' })
  })

  test('all that is missing is told at once', async () => {
    const answer = await send('postProblem', { body: {} })
    expect(answer.status).toBe(422)
    expect(answer.failure.errors).toMatchObject({
      title: [t.problemTitleRequired],
      description: [t.problemDescriptionRequired],
      submission_count: [t.submissionCountRequired],
      time_in_minutes: [t.timeRequired],
      difficulty: [t.difficultyRequired],
      tags: [t.problemTagsRequired],
    })
  })

  test.each<[field: string, value: unknown, error: string | null]>([
    ['title', '   ', t.problemTitleRequired],
    ['title', many(4), t.problemTitleTooShort],
    ['title', many(5), null],
    ['title', many(70), null],
    ['title', many(71), t.problemTitleTooLong],
    ['title', many(70, '𝄞'), null],
    ['description', many(9), t.problemDescriptionTooShort],
    ['description', many(10), null],
    ['description', many(1_000), null],
    ['description', many(1_001), t.problemDescriptionTooLong],
    ['submission_count', '', t.submissionCountRequired],
    ['submission_count', 0, t.submissionCountTooFew],
    ['submission_count', 1, null],
    ['submission_count', '999', null],
    ['submission_count', 1_000, t.submissionCountTooMany],
    ['time_in_minutes', '', t.timeRequired],
    ['time_in_minutes', '0', t.timeTooShort],
    ['time_in_minutes', '1', null],
    ['time_in_minutes', 999, null],
    ['time_in_minutes', 1_000, t.timeTooLong],
    ['time_in_minutes', 1.5, 'Time must be a whole number'],
    ['difficulty', '', t.difficultyRequired],
    ['difficulty', [], t.difficultyRequired],
    ['difficulty', ['Hard'], null],
    ['tags', [], t.problemTagsRequired],
    ['tags', ' , ', t.problemTagsRequired],
    ['tags', ['one'], null],
    ['test_cases_attributes', [], t.testCaseRequired],
  ])('%s = %j', async (field, value, error) => {
    const answer = await send('postProblem', { body: { ...newProblem(), [field]: value } })
    if (error === null) expect(answer.status, answer.text).toBe(200)
    else expect(answer.failure.errors?.[field], answer.text).toEqual([error])
  })

  test.each<[field: string, value: unknown, error: string | null]>([
    ['input', '', t.inputRequired],
    ['output', '', t.outputRequired],
    ['marks', '', t.marksRequired],
    ['marks', 0, t.marksTooFew],
    ['marks', 1, null],
    ['marks', 999, null],
    ['marks', 1_000, t.marksTooMany],
    ['marks', 1.5, 'Marks must be a whole number'],
    ['input', many(1_048_577), 'At most 1 MiB'],
  ])('a test with %s = %j', async (field, value, error) => {
    const test_cases_attributes = [{ input: '1', output: '1', marks: 1, [field]: value }]
    const answer = await send('postProblem', { body: { ...newProblem(), test_cases_attributes } })
    if (error === null) expect(answer.status, answer.text).toBe(200)
    else expect(answer.failure.errors?.[`test_cases_attributes.0.${field}`], answer.text).toEqual([error])
  })

  test('checker, tolerance, limits and reference come along; a tolerance stands only where numbers are compared', async () => {
    const besides = {
      tolerance: '1e-6',
      limits: { python: { cpu_ms: 1_500, memory_mb: 64 } },
      reference: { language_id: 1, source: 'console.log(3)' },
    }
    expect(await add({ ...besides, checker: 'float' })).toMatchObject({ ...besides, checker: 'float' })
    expect(await add({ ...besides, checker: 'tokens' })).toMatchObject({ checker: 'tokens', tolerance: null })
  })

  test('a reference in a language nobody knows is refused', async () => {
    const answer = await send('postProblem', {
      body: { ...newProblem(), reference: { language_id: 99, source: 'x' } },
    })
    expect(answer).toMatchObject({ status: 422, failure: { errors: { reference: [expect.any(String)] } } })
  })
})

describe('pictures', () => {
  const key = () => `images/${org.id}-abc123.png`
  beforeAll(async () => {
    for (const name of [key(), `images/${other.id}-abc.png`, 'images/starter/ring.png'])
      await app.ctx.storage.put(name, new Uint8Array([1]))
  })

  test.each([
    ['its own address', () => `/files/${key()}`],
    ['with a query', () => `/files/${key()}?s=whatever`],
    ['with this server in front', () => `${app.ctx.base}/files/${key()}`],
  ])('%s is taken', async (_, address) => {
    const problem = await add({ image_url: address(), image_alt: 'A ring' })
    expect(problem.image_url).toMatch(new RegExp(`^/files/${key()}\\?s=.+`))
    expect(problem.image_alt).toBe('A ring')
  })

  test.each([
    ['another organization’s', () => `/files/images/${other.id}-abc.png`],
    ['one that is not there', () => `/files/images/${org.id}-nothing.png`],
    ['a starter picture it does not carry', () => '/files/images/starter/ring.png'],
    ['another server’s', () => `https://evil.example/files/${key()}`],
    ['a snapshot', () => '/files/snapshots/x/y'],
    ['a way out', () => `/files/images/${org.id}-../../keys.png`],
    ['a script', () => 'javascript:alert(1)'],
  ])('%s is refused', async (_, address) => {
    const answer = await send('postProblem', { body: { ...newProblem(), image_url: address() } })
    expect(answer).toMatchObject({ status: 422, failure: { errors: { image_url: [expect.any(String)] } } })
  })

  test('the picture that stands stays, whatever its folder; null takes it away with its words', async () => {
    const { id } = await add()
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        "UPDATE problems SET image_key = 'images/starter/ring.png', image_alt = 'A ring' WHERE id = ?",
        id,
      ),
    )
    const stands = imageUrl(app.ctx, 'images/starter/ring.png')
    const kept = await change(id, { image_url: stands, title: 'With the same ring' })
    expect(kept).toMatchObject({ image_url: stands, image_alt: 'A ring', version: 2 })
    expect(await change(id, { image_url: null })).toMatchObject({
      image_url: null,
      image_alt: null,
      version: 3,
    })
  })
})

describe('PUT admin/problems/{id}', () => {
  let id: number
  beforeEach(async () => {
    id = (await add()).id
  })

  test('changes what is given and nothing else', async () => {
    const before = await read(id)
    const after = await change(id, { title: 'Another title' })
    expect(after).toEqual({ ...before, title: 'Another title', version: 2 })
    const [entry] = await audited('problem.update')
    expect(JSON.parse(entry?.before ?? '')).toEqual({ title: before.title })
    expect(JSON.parse(entry?.after ?? '')).toEqual({ title: 'Another title' })
  })

  test.each<[what: string, body: object]>([
    ['title', { title: 'Another title' }],
    ['description', { description: 'Another description' }],
    ['submission count', { submission_count: 7 }],
    ['time', { time_in_minutes: 7 }],
    ['checker', { checker: 'tokens' }],
    ['checker and tolerance', { checker: 'float', tolerance: '0.001' }],
    ['limits', { limits: { python: { cpu_ms: 500 } } }],
    ['difficulty', { difficulty: 'Unheard of' }],
    ['tags', { tags: ['arithmetic', 'more'] }],
    ['a new test', { test_cases_attributes: [{ input: '0', output: '0', marks: 1 }] }],
    ['many things', { title: 'Another title', time_in_minutes: 7, tags: ['x'], checker: 'tokens' }],
  ])('%s raises the version by exactly one', async (_, body) => {
    expect((await change(id, body)).version).toBe(2)
    expect((await change(id, Object.hasOwn(body, 'test_cases_attributes') ? {} : body)).version).toBe(2)
  })

  test('a reference solution is nobody’s business but staff’s: no new version', async () => {
    const after = await change(id, { reference: { language_id: 1, source: 'x' } })
    expect(after).toMatchObject({ version: 1, reference: { language_id: 1, source: 'x' } })
    expect(await change(id, { reference: null })).toMatchObject({ version: 1, reference: null })
  })

  test('what stands already changes nothing and is not written down', async () => {
    const entries = (await audited('problem.update')).length
    const { title, tags, difficulty } = await read(id)
    expect(
      (await change(id, { title, tags: tags.map((tag) => tag.toUpperCase()), difficulty })).version,
    ).toBe(1)
    expect((await audited('problem.update')).length).toBe(entries)
  })

  test('tests keep their ids; a removed one is deactivated, never deleted', async () => {
    const [one, two] = (await read(id)).test_cases
    if (!one || !two) throw new Error('no tests')
    const after = await change(id, {
      test_cases_attributes: [
        { id: one.id, input: '1 2 3', output: '6', marks: 9 },
        { id: two.id, _destroy: true },
        { input: '7', output: '7', marks: 2, is_sample: true },
        { input: '8', output: '8', marks: 2, _destroy: true },
      ],
    })
    expect(after.test_cases.map(({ id, input, marks, is_sample }) => [id, input, marks, is_sample])).toEqual([
      [one.id, '1 2 3', 9, true],
      [expect.any(Number), '7', 2, true],
    ])
    expect(after).toMatchObject({ marks: 11, version: 2 })
    expect(await app.rows('SELECT is_active FROM test_cases WHERE id = ?', two.id)).toEqual([
      { is_active: 0 },
    ])
    const [entry] = await audited('problem.update')
    expect(JSON.parse(entry?.after ?? '').tests).toMatchObject({ changed: [one.id], removed: [two.id] })
  })

  test('the last test stays', async () => {
    const { test_cases } = await read(id)
    const answer = await send('putProblem', {
      params: { id },
      body: {
        title: 'Never',
        test_cases_attributes: test_cases.map((one) => ({ id: one.id, _destroy: true })),
      },
    })
    expect(answer).toMatchObject({
      status: 422,
      failure: { message: t.testCaseRequired, errors: { test_cases_attributes: [t.testCaseRequired] } },
    })
    expect(await read(id)).toMatchObject({ version: 1, title: newProblem().title })
  })

  test('a test of another problem is not found', async () => {
    const { test_cases } = await add()
    const body = { test_cases_attributes: [{ id: test_cases[0]?.id, _destroy: true }] }
    expect((await send('putProblem', { params: { id }, body })).status).toBe(404)
  })

  test('at least one tag, in the words of the edit form', async () => {
    const answer = await send('putProblem', { params: { id }, body: { tags: [] } })
    expect(answer.failure.errors).toEqual({ tags: [t.tagRequired] })
  })

  test('another version than the one that was edited is a conflict with both states', async () => {
    await change(id, { title: 'By somebody else', version: 1 })
    const body = { title: 'By me', version: 1 }
    const answer = await send('putProblem', { params: { id }, body })
    expect(answer.status).toBe(409)
    expect(answer.failure.details).toMatchObject({
      current: { title: 'By somebody else', version: 2 },
      yours: body,
    })
    expect((await change(id, { title: 'By me', version: 2 })).title).toBe('By me')
  })

  test('another’s reference solution is not written over: a conflict with both states', async () => {
    const { reference_version } = await read(id)
    const solution = (source: string) => ({
      reference: { language_id: 1, source },
      version: 1,
      reference_version,
    })
    await change(id, solution('theirs'))
    const answer = await send('putProblem', { params: { id }, body: solution('mine') })
    expect(answer.status).toBe(409)
    expect(answer.failure.details).toMatchObject({
      current: { reference: { source: 'theirs' }, reference_version: reference_version + 1, version: 1 },
      yours: { reference: { source: 'mine' } },
    })
    // A change that does not touch it goes on.
    expect((await change(id, { title: 'By me', version: 1, reference_version })).title).toBe('By me')
    const mine = { ...solution('mine'), version: 2, reference_version: reference_version + 1 }
    expect((await change(id, mine)).reference?.source).toBe('mine')
  })

  test('two at once: one change, one conflict', async () => {
    const answers = await Promise.all(
      ['One of us', 'The other'].map((title) =>
        send('putProblem', { params: { id }, body: { title, version: 1 } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await read(id)).version).toBe(2)
  })
})

describe('drives that ask a problem', () => {
  test('follow it with contents, time and marks, once a change', async () => {
    const [{ id }] = org.problems
    const before = await driveOf()
    const { time_in_minutes } = await read(id)
    await change(id, {
      time_in_minutes: time_in_minutes + 5,
      test_cases_attributes: [{ input: 'x', output: 'x', marks: 4 }],
    })
    expect(await driveOf()).toEqual({
      content_version: before.content_version + 1,
      total_marks: before.total_marks + 4,
      allotted_seconds: before.allotted_seconds + 300,
    })
  })

  test('are named, with assessments told apart', async () => {
    expect(await read(org.problems[0].id)).toMatchObject({
      times_asked: 1,
      drive_names: ['Drive bank'],
      asked_in: [{ id: org.driveId, name: 'Drive bank', is_assessment: false }],
    })
  })
})

describe('single tests', () => {
  test('are added, changed and deactivated; each raises the version and reaches the drives', async () => {
    const [{ id }] = org.problems
    const before = await driveOf()
    const { version } = await read(id)
    const { test_case } = await must(app.send, 'postTestCase', {
      body: { problem_id: id, input: 'in', output: 'out', marks: 6 },
      headers,
    })
    expect(test_case).toMatchObject({ problem_id: id, is_sample: false, is_active: true })
    const put = (body: object) =>
      must(app.send, 'putTestCase', { params: { id: test_case.id }, body, headers })
    expect((await put({ marks: 7 })).test_case).toEqual({ ...test_case, marks: 7 })
    expect((await put({ marks: 7 })).test_case.marks).toBe(7)
    expect((await read(id)).version).toBe(version + 2)
    expect((await driveOf()).total_marks).toBe(before.total_marks + 7)
    await put({ id: test_case.id, is_active: false })
    expect((await driveOf()).total_marks).toBe(before.total_marks)
    const { test_cases } = await must(app.send, 'getTestCases', { params: { id }, headers })
    expect(test_cases.map((one) => one.id)).not.toContain(test_case.id)
    expect((await read(id)).version).toBe(version + 3)
    expect((await audited('test_case.update')).length).toBe(2)
  })

  test('the last one stays', async () => {
    const { test_cases } = await add({ test_cases_attributes: [{ input: '1', output: '1', marks: 1 }] })
    const answer = await send('putTestCase', {
      params: { id: test_cases[0]?.id ?? 0 },
      body: { is_active: false },
    })
    expect(answer).toMatchObject({ status: 422, failure: { message: t.testCaseRequired } })
  })

  test('a problem has at most 500', async () => {
    const tests = Array.from({ length: 500 }, (_, i) => ({ input: String(i), output: '1', marks: 1 }))
    const { id } = await add({ test_cases_attributes: tests })
    const answer = await send('postTestCase', { body: { problem_id: id, input: '1', output: '1', marks: 1 } })
    expect(answer).toMatchObject({ status: 422, failure: { message: 'At most 500 test cases' } })
  })

  test('and 4 MB together', async () => {
    const { id } = await add()
    const big = { problem_id: id, input: many(1_000_000), output: many(1_000_000), marks: 1 }
    expect((await send('postTestCase', { body: big })).status).toBe(200)
    expect((await send('postTestCase', { body: big })).failure.message).toContain('at most 4 MB in total')
  })
})

describe('DELETE admin/problems/{id}', () => {
  test('takes it out of bank and pickers; drives that ask it keep it', async () => {
    const { id } = org.problems[1]
    const answer = await send('deleteProblem', { params: { id } })
    expect(answer.json).toMatchObject({ data: { id }, message: t.problemDeleted })
    for (const name of ['getProblem', 'deleteProblem', 'getTestCases'] as const)
      expect((await send(name, { params: { id } })).status).toBe(404)
    expect((await send('putProblem', { params: { id }, body: { title: 'Too late' } })).status).toBe(404)
    expect(
      (await send('postTestCase', { body: { problem_id: id, input: '1', output: '1', marks: 1 } })).status,
    ).toBe(404)
    for (const name of ['getProblems', 'getProblemsList'] as const) {
      const { problems } = await must(app.send, name, { headers })
      expect(problems.map((one) => one.id)).not.toContain(id)
    }
    const { problems } = await must(app.send, 'getDriveDetails', {
      params: { driveId: org.driveId },
      headers,
    })
    expect(problems.map((one) => one.id)).toContain(id)
  })
})

describe('GET admin/problems', () => {
  test('15 at a time, newest first, found by text, difficulty and tags', async () => {
    for (let i = 0; i < 16; i++)
      await add({ title: `Listed ${i}`, difficulty: 'Listed', tags: [`tag${i}`, 'listed'] })
    const list = (query: Record<string, string | number>) => must(app.send, 'getProblems', { query, headers })
    const first = await list({ difficulty_list: 'Listed' })
    expect(first.total).toBe(16)
    expect(first.problems.map((one) => one.title)).toEqual(
      Array.from({ length: 15 }, (_, i) => `Listed ${15 - i}`),
    )
    expect((await list({ difficulty_list: 'Listed', offset: 15 })).problems.map((one) => one.title)).toEqual([
      'Listed 0',
    ])
    expect((await list({ tag_list: 'tag3,tag5' })).problems.map((one) => one.title)).toEqual([
      'Listed 5',
      'Listed 3',
    ])
    expect((await list({ search: 'listed 1' })).total).toBe(7)
    expect((await list({ search: '%' })).total).toBe(0)
  })

  test('search finds either case of any alphabet, and every way to write an accent', async () => {
    await add({ title: 'ÜBUNG am Hafen', description: 'Zähle, was ΠΛΟΊΑ heißt.' })
    const found = async (search: string) =>
      (await must(app.send, 'getProblems', { query: { search }, headers })).problems.map((one) => one.title)
    for (const search of ['übung', 'U\u0308', 'U\u0308BUNG AM', 'hAFEN', 'πλοία', 'ZÄHLE'])
      expect(await found(search), search).toEqual(['ÜBUNG am Hafen'])
    expect(await found('ubung')).toEqual([])
  })
})

test.each<[CallName, () => CallInput]>([
  ['getProblem', () => ({ params: { id: org.problems[0].id } })],
  ['putProblem', () => ({ params: { id: org.problems[0].id }, body: { title: 'Not mine at all' } })],
  ['deleteProblem', () => ({ params: { id: org.problems[0].id } })],
  ['getTestCases', () => ({ params: { id: org.problems[0].id } })],
  ['postTestCase', () => ({ body: { problem_id: org.problems[0].id, input: '1', output: '1', marks: 1 } })],
  ['putTestCase', () => ({ params: { id: 1 }, body: { marks: 9 } })],
])('%s of another organization is not found, and nothing changes', async (name, input) => {
  const before = await app.version()
  expect((await call(app.send, name, { ...input(), headers: foreign })).status).toBe(404)
  expect(await app.version()).toBe(before)
})
