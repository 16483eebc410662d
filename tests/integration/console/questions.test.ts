import { beforeAll, describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { CallName } from '#contract/paths.ts'
import { newQuestion } from '../../factories/bankInputs.ts'
import {
  call,
  must,
  type Organization,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

const app = await appForFile()
let org: Organization
let other: Organization
let headers: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'q', { candidates: 2 })
  other = await seedOrganization(app.ctx, 'qother')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
})

const send = (name: CallName, input: object) => call(app.send, name, { ...input, headers })
const create = async (body: object = newQuestion()) =>
  (await must(app.send, 'postQuestion', { body, headers })).question
const read = async (id: number) => (await must(app.send, 'getQuestion', { params: { id }, headers })).question
const change = (id: number, body: object) => send('putQuestion', { params: { id }, body })
const changed = async (id: number, body: object) =>
  (await must(app.send, 'putQuestion', { params: { id }, body, headers })).question
const audited = async (id: number) =>
  (
    await app.rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
      `question ${id}`,
    )
  ).map((row) => row.action)

const option = (description: string, is_answer = false) => ({ description, is_answer })
const options = (n: number, answers = 1) =>
  Array.from({ length: n }, (_, i) => option(`Option ${i}`, i < answers))

describe('a new question', () => {
  test('is answered whole, told in the words of the specification, and audited', async () => {
    const answer = await send('postQuestion', {
      body: {
        ...newQuestion(),
        description: '  Which of these is a prime?  ',
        difficulty_list: ' Simple ',
        tag_list: ['b', 'a', 'b'],
      },
    })
    expect(answer.json).toMatchObject({
      message: t.questionCreated,
      data: {
        question: {
          description: 'Which of these is a prime?',
          is_multi_select: false,
          marks: 2,
          time_in_seconds: 60,
          difficulty: 'Simple',
          difficulty_list: ['Simple'],
          tags: ['a', 'b'],
          tag_list: ['a', 'b'],
          image_url: null,
          times_asked: 0,
          drive_names: [],
          version: 1,
          options: [
            { description: 'Seven', is_answer: true, image_url: null },
            { description: 'Nine', is_answer: false, image_url: null },
          ],
        },
      },
    })
    const { id } = (answer.json as { data: { question: { id: number } } }).data.question
    expect(await audited(id)).toEqual(['question.create'])
    expect(
      await app.rows('SELECT organization_id, user_id FROM audit_log WHERE subject = ?', `question ${id}`),
    ).toEqual([{ organization_id: org.id, user_id: org.admin.id }])
  })

  test.each<[string, object, Record<string, string[]>]>([
    ['no description', { description: ' ' }, { description: [t.questionDescriptionRequired] }],
    ['9 characters', { description: 'x'.repeat(9) }, { description: [t.questionDescriptionTooShort] }],
    ['351 characters', { description: 'x'.repeat(351) }, { description: [t.questionDescriptionTooLong] }],
    ['marks 0', { marks: 0 }, { marks: ['Marks must be greater than or equal to 1'] }],
    ['marks 1000', { marks: 1000 }, { marks: [t.marksTooMany] }],
    ['no marks', { marks: '' }, { marks: [t.marksRequired] }],
    ['no time', { time_in_seconds: '' }, { time_in_seconds: [t.timeRequired] }],
    ['time 0', { time_in_seconds: 0 }, { time_in_seconds: [t.timeTooShort] }],
    ['time 59941', { time_in_seconds: 59_941 }, { time_in_seconds: [t.questionTimeTooLong] }],
    ['no difficulty', { difficulty_list: '' }, { difficulty_list: [t.difficultyRequired] }],
    ['no tag', { tag_list: [] }, { tag_list: [t.tagRequired] }],
    ['no type', { is_multi_select: 'maybe' }, { is_multi_select: ['Type is a required field'] }],
    ['one option', { options_attributes: options(1) }, { options_attributes: [t.twoOptions] }],
    ['six options', { options_attributes: options(6) }, { options_attributes: [t.fiveOptions] }],
    ['no answer', { options_attributes: options(3, 0) }, { options_attributes: [t.oneCorrect] }],
    ['two answers', { options_attributes: options(3, 2) }, { options_attributes: [t.onlyOneCorrect] }],
    [
      'none of several answers',
      { is_multi_select: true, options_attributes: options(3, 0) },
      { options_attributes: [t.oneCorrect] },
    ],
    [
      'an empty option',
      { options_attributes: [option('One', true), option('Two'), option('  ')] },
      { 'options_attributes.2.description': [`${t.emptyOption} C`] },
    ],
  ])('%s is refused at its field', async (_, part, errors) => {
    const answer = await send('postQuestion', { body: { ...newQuestion(), ...part } })
    expect(answer.status).toBe(422)
    expect(answer.failure.errors).toEqual(errors)
  })

  test.each<[string, object]>([
    ['10 characters', { description: 'x'.repeat(10) }],
    ['350 characters', { description: 'x'.repeat(350) }],
    ['marks 1', { marks: '1' }],
    ['marks 999', { marks: 999 }],
    ['time 1', { time_in_seconds: 1 }],
    ['time 59940', { time_in_seconds: 59_940 }],
    ['two options', { options_attributes: options(2) }],
    ['five options, several right', { is_multi_select: 'true', options_attributes: options(5, 5) }],
  ])('%s is taken', async (_, part) => {
    expect((await send('postQuestion', { body: { ...newQuestion(), ...part } })).status).toBe(200)
  })

  test('difficulties and tags that stand are used again, however they are written', async () => {
    const first = await create({
      ...newQuestion(),
      difficulty_list: 'Café hard',
      tag_list: ['Graphs', 'Évora'],
    })
    const second = await create({
      ...newQuestion(),
      difficulty_list: 'CAFE\u0301 HARD',
      tag_list: 'graphs, E\u0301VORA, new one, NEW ONE',
    })
    expect(second.difficulty).toBe('Café hard')
    expect(second.tags.filter((tag) => tag.toLowerCase() !== 'new one')).toEqual(['Graphs', 'Évora'])
    expect(second.tags).toHaveLength(3)
    expect(first.tags.toSorted()).toEqual(['Graphs', 'Évora'].toSorted())
  })
})

describe('a change', () => {
  test('makes exactly the next version, keeps what is not given and the ids of the options', async () => {
    const before = await create()
    const [seven, nine] = before.options
    const after = await changed(before.id, {
      version: before.version,
      marks: 5,
      options_attributes: [
        { id: seven?.id, description: 'Seven', is_answer: true },
        { id: nine?.id, description: 'Nine, of course', is_answer: false },
        { description: 'Eleven', is_answer: false },
      ],
    })
    expect(after).toMatchObject({ version: 2, marks: 5, description: before.description, tags: before.tags })
    expect(after.options.slice(0, 2).map((one) => one.id)).toEqual([seven?.id, nine?.id])
    expect(after.options.map((one) => one.description)).toEqual(['Seven', 'Nine, of course', 'Eleven'])
    expect(await audited(before.id)).toEqual(['question.create', 'question.update'])
    const [entry] = await app.rows<{ after: string }>(
      "SELECT after FROM audit_log WHERE subject = ? AND action = 'question.update'",
      `question ${before.id}`,
    )
    expect(Object.keys(JSON.parse(entry?.after ?? '{}'))).toEqual(['marks', 'options'])
  })

  test('that changes nothing makes no version and no entry', async () => {
    const before = await create()
    expect(await changed(before.id, { marks: before.marks, tag_list: ['NUMBERS'] })).toEqual(before)
    expect(await audited(before.id)).toEqual(['question.create'])
  })

  test('takes an option away without losing its row, and twice is once', async () => {
    const before = await create({ ...newQuestion(), options_attributes: options(3) })
    const gone = before.options[2]?.id
    const after = await changed(before.id, {
      options_attributes: [{ id: gone, is_answer: false, _destroy: true }],
    })
    expect(after.options).toHaveLength(2)
    expect(await app.rows('SELECT deleted_at FROM options WHERE id = ?', gone)).toEqual([
      { deleted_at: app.clock.now() },
    ])
    const again = await changed(before.id, {
      options_attributes: [{ id: gone, is_answer: false, _destroy: true }],
    })
    expect(again.version).toBe(2)
    const changedAgain = await send('putQuestion', {
      params: { id: before.id },
      body: { options_attributes: [{ id: gone, description: 'Back again', is_answer: false }] },
    })
    expect(changedAgain.status).toBe(404)
    expect(await app.rows('SELECT description FROM options WHERE id = ?', gone)).not.toEqual([
      { description: 'Back again' },
    ])
  })

  test.each<[string, (ids: number[]) => object[], boolean | undefined, string]>([
    ['one option stays', ([, b]) => [{ id: b, is_answer: false, _destroy: true }], undefined, t.twoOptions],
    ['six stand afterwards', () => [1, 2, 3, 4].map((n) => option(`New ${n}`)), undefined, t.fiveOptions],
    [
      'the answer goes',
      ([a]) => [{ id: a, is_answer: true, _destroy: true }, option('Another')],
      undefined,
      t.oneCorrect,
    ],
    ['a second answer comes', () => [option('Another', true)], undefined, t.onlyOneCorrect],
  ])('is held against what stands afterwards: %s', async (_, entries, is_multi_select, sentence) => {
    const before = await create()
    const answer = await change(before.id, {
      ...(is_multi_select !== undefined && { is_multi_select }),
      options_attributes: entries(before.options.map((one) => one.id)),
    })
    expect(answer.failure.errors).toEqual({ options_attributes: [sentence] })
    expect(await read(before.id)).toEqual(before)
  })

  test('of the type alone is held against the options that stand', async () => {
    const before = await create({
      ...newQuestion(),
      is_multi_select: true,
      options_attributes: options(3, 2),
    })
    const answer = await change(before.id, { is_multi_select: false })
    expect(answer.failure.errors).toEqual({ options_attributes: [t.onlyOneCorrect] })
  })

  test('on an older version is a conflict with both states, and nothing is written', async () => {
    const before = await create()
    await changed(before.id, { version: 1, marks: 7 })
    const answer = await change(before.id, { version: 1, description: 'What I typed meanwhile' })
    expect(answer.status).toBe(409)
    expect(answer.failure).toMatchObject({
      code: 'conflict',
      details: {
        current: { id: before.id, marks: 7, version: 2 },
        yours: { description: 'What I typed meanwhile', version: 1 },
      },
    })
    expect((await read(before.id)).description).toBe(before.description)
  })

  test('names no option of another question', async () => {
    const mine = await create()
    const another = await create()
    const answer = await change(mine.id, {
      options_attributes: [{ id: another.options[0]?.id, description: 'Taken over', is_answer: false }],
    })
    expect(answer.status).toBe(404)
    expect((await read(another.id)).options[0]?.description).toBe('Seven')
  })

  test('reaches the drives that ask it: their marks, their times and their contents', async () => {
    const [asked] = org.questions
    const [before] = await app.rows<{
      content_version: number
      total_marks: number
      allotted_seconds: number
    }>('SELECT content_version, total_marks, allotted_seconds FROM drives WHERE id = ?', org.driveId)
    await changed(asked.id, { marks: asked.marks + 4, time_in_seconds: 100 })
    const [after] = await app.rows<typeof before & object>(
      'SELECT content_version, total_marks, allotted_seconds FROM drives WHERE id = ?',
      org.driveId,
    )
    expect(after).toEqual({
      content_version: (before?.content_version ?? 0) + 1,
      total_marks: (before?.total_marks ?? 0) + 4,
      allotted_seconds: (before?.allotted_seconds ?? 0) + 40,
    })
  })

  test('leaves a test that is running with the question it began with', async () => {
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    await startDevice(app, who)
    const of = async () =>
      (await must(app.send, 'getQuestions', { token: who.token })).find(
        (question) => question.id === org.questions[1].id,
      )?.description
    const before = await of()
    await changed(org.questions[1].id, { description: 'Something else is asked now' })
    expect(await of()).toBe(before)
  })
})

test('search finds either case of any alphabet', async () => {
  const { id } = await create({ ...newQuestion(), description: 'Welches ist die ÜBUNG am Hafen?' })
  for (const search of ['übung', 'U\u0308BUNG', 'HAFEN?'])
    expect(
      (await must(app.send, 'getAdminQuestions', { query: { search }, headers })).questions.map(
        (one) => one.id,
      ),
      search,
    ).toEqual([id])
})

describe('deleting', () => {
  test('takes it out of the bank, and leaves it to the drives that ask it', async () => {
    const [, , third] = org.questions
    const before = await must(app.send, 'getAdminQuestions', { headers })
    const answer = await send('deleteQuestion', { params: { id: third.id } })
    expect(answer.json).toMatchObject({
      data: { id: third.id },
      message: 'Question deleted successfully',
    })
    const after = await must(app.send, 'getAdminQuestions', { headers })
    expect(after.total).toBe(before.total - 1)
    expect(after.questions.map((row) => row.id)).not.toContain(third.id)
    expect((await send('getQuestion', { params: { id: third.id } })).status).toBe(404)
    expect((await change(third.id, { marks: 3 })).status).toBe(404)
    expect((await send('deleteQuestion', { params: { id: third.id } })).status).toBe(404)
    expect(await audited(third.id)).toEqual(['question.delete'])
    const [, who] = org.candidates
    if (!who) throw new Error('nobody')
    await startDevice(app, who)
    const asked = await must(app.send, 'getQuestions', { token: who.token })
    expect(asked.map((row) => row.id)).toContain(third.id)
  })
})

test('a question tells where it was asked', async () => {
  const [first] = org.questions
  expect(await read(first.id)).toMatchObject({
    times_asked: 1,
    drive_names: ['Drive q'],
    asked_in: [{ id: org.driveId, name: 'Drive q', is_assessment: false }],
    asked_institute_ids: [org.instituteId],
  })
})

test.each<[CallName, object]>([
  ['getQuestion', {}],
  ['putQuestion', { body: { marks: 3 } }],
  ['deleteQuestion', {}],
])('%s knows no question of another organization', async (name, input) => {
  const answer = await send(name, { params: { id: other.questions[0].id }, ...input })
  expect(answer.status).toBe(404)
})

test('two who change at once: one is taken, the other is told', async () => {
  const before = await create()
  const answers = await Promise.all([1, 2, 3, 4].map((n) => change(before.id, { version: 1, marks: n + 10 })))
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await read(before.id)).version).toBe(2)
})
