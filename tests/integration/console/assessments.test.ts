import { beforeAll, describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { CallName } from '#contract/paths.ts'
import { plainSettings } from '#machines/drive/form.ts'
import {
  call,
  must,
  newDrive,
  type Organization,
  openApp,
  seedOrganization,
  seedSuperAdmin,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { allowParam, fillBank, screening } from './assessmentSupport.ts'
import { addAdmin } from './support.ts'

/** Console specification, 2.14: assessments, as staff writes and reads them. */

const app = await appForFile()
let org: Organization
let other: Organization
let headers: Record<string, string>
let foreign: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'as')
  other = await seedOrganization(app.ctx, 'ot')
  await fillBank(app, org)
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  foreign = await signIn(app.send, other.admin.email, other.admin.password)
})

const send = (name: CallName, input: object) => call(app.send, name, { headers, ...input })
const create = async (change: Record<string, unknown> = {}) =>
  (await must(app.send, 'postAssessment', { headers, body: screening(org, change) })).assessment
const put = (id: number, body: Record<string, unknown>) => send('putAssessment', { params: { id }, body })
const read = async (id: number) =>
  (await must(app.send, 'getAssessment', { headers, params: { id } })).assessment
const begin = (id: number) =>
  app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET appeared = 1 WHERE id = ?', id))
const lastAudit = async () =>
  (
    await app.rows<{ action: string; subject: string; before: string; after: string }>(
      'SELECT action, subject, before, after FROM audit_log ORDER BY id DESC LIMIT 1',
    )
  )[0]
const words = (errors: Record<string, string[]> | undefined) => errors ?? {}

describe('creating', () => {
  test('an item that an assessment alone asks is of no institute; one that nothing asks is asked nowhere', async () => {
    const isNew = async () => {
      const { problems } = await must(app.send, 'getProblemsList', { headers })
      return problems.filter((row) => !row.drive_names.some((name) => name.startsWith('Drive')))
    }
    for (const row of await isNew()) expect(row).toMatchObject({ times_asked: 0, drive_names: [] })
    const { id, name } = await create({ name: 'Alone with it' })
    const asked = (await isNew()).filter((row) => row.times_asked > 0)
    expect(asked.length).toBeGreaterThan(0)
    for (const row of asked)
      expect(row).toMatchObject({ times_asked: 1, drive_names: [name], asked_institute_ids: [] })
    expect((await send('deleteAssessment', { params: { id } })).status).toBe(200)
    for (const row of await isNew()) expect(row.times_asked).toBe(0)
  })

  test('draws by difficulty from the organization’s bank, and answers what was drawn', async () => {
    const made = await create()
    expect(made).toMatchObject({
      name: 'Screening, first round',
      problem_count: 3,
      mcq_count: 2,
      problem_count_hash: { easy: 2, medium: 0, hard: 1 },
      mcq_count_hash: { easy: 1, medium: 1, hard: 0 },
      tag_list: [],
      // Two of 20 and 10 minutes, one of 10, two MCQs of a minute.
      duration: 42,
      can_delete: true,
      is_param: false,
      version: 1,
      admin_users: [{ id: org.admin.id, is_active: true }],
      assessments_contacts: [{ user_id: org.admin.id }],
    })
    expect(made.uuid).toMatch(/^[\w-]{20,}$/)
    expect(made.questions.map((row) => [row.type, row.difficulty.toLowerCase()])).toEqual([
      ['Problem', 'easy'],
      ['Problem', 'easy'],
      ['Problem', 'hard'],
      ['MCQ', 'easy'],
      ['MCQ', 'medium'],
    ])
    expect(await read(made.id)).toEqual(made)
    expect(await lastAudit()).toMatchObject({
      action: 'assessment.create',
      subject: `assessment ${made.id}`,
    })
  })

  test('is a drive without institute and end, with the seed it was drawn by', async () => {
    const made = await create()
    const [row] = await app.rows<Record<string, unknown>>('SELECT * FROM drives WHERE id = ?', made.id)
    expect(row).toMatchObject({
      is_assessment: 1,
      institute_id: null,
      start_time: app.clock.now(),
      question_type: 'problems_mcq',
      allow_coding: 1,
      allow_mcq: 1,
      created_by_id: org.admin.id,
    })
    expect(new Date(Number(row?.end_time)).getUTCFullYear()).toBe(9999)
    expect(row?.draw_seed).toMatch(/^[\w-]{10,}$/)
    // Who reads the log can draw again.
    expect(await lastAudit()).toMatchObject({ after: expect.stringContaining(String(row?.draw_seed)) })
  })

  test('has the settings of a drive: the specification’s, or what is given', async () => {
    const plain = await create()
    expect(plain.settings).toEqual(plainSettings)
    const made = await create({ settings: { leave_policy: 'log', webcam: false } })
    const given = { ...plainSettings, leave_policy: 'log', webcam: false }
    expect(made.settings).toEqual(given)
    expect((await put(made.id, { name: 'Another name' })).status).toBe(200)
    expect((await read(made.id)).settings).toEqual(given)
    expect((await put(made.id, { settings: { late_policy: 'reject' } })).status).toBe(200)
    expect((await read(made.id)).settings).toEqual({ ...given, late_policy: 'reject' })
    const entry = await lastAudit()
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({ settings: given })
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ settings: { late_policy: 'reject' } })
    const refused = await put(made.id, { settings: { webcam_retention_days: 3, fence: true } })
    expect(refused.status).toBe(422)
  })

  test('draws only from items with any of the tags, never from what was deleted', async () => {
    const graphs = await create({
      tag_list: 'graphs, nowhere',
      problem_count_hash: { hard: 2, medium: 1 },
      mcq_count_hash: {},
    })
    expect(graphs.tag_list).toEqual(['graphs', 'nowhere'])
    expect(graphs.questions.map((row) => row.description).toSorted()).toEqual([
      'Hard one',
      'Hard two',
      'Medium one',
    ])
    expect(graphs.mcq_count).toBe(0)
    const [row] = await app.rows<{ question_type: string; allow_mcq: number }>(
      'SELECT question_type, allow_mcq FROM drives WHERE id = ?',
      graphs.id,
    )
    expect(row).toEqual({ question_type: 'problems', allow_mcq: 0 })
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        "UPDATE problems SET deleted_at = 1 WHERE title = 'Hard two' AND organization_id = ?",
        org.id,
      ),
    )
    const counts = await must(app.send, 'getProblemCounts', { headers, query: { tag_list: 'graphs' } })
    expect(counts).toEqual({ easy_problem_count: 0, medium_problem_count: 1, hard_problem_count: 1 })
    const refused = await send('postAssessment', {
      body: screening(org, { tag_list: ['graphs'], problem_count_hash: { hard: 2 }, mcq_count_hash: {} }),
    })
    expect(refused.status).toBe(422)
    expect(refused.failure.errors).toEqual({ 'problem_count_hash.hard': [t.countTooMany] })
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE problems SET deleted_at = NULL'))
  })

  test('draws as many as there are, however large the bank is, and not one more', async () => {
    const header = 'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers'
    const rows = Array.from({ length: 1_501 }, (_, i) => `Bulk question ${i},single,Hard,bulk,1,10,a,b,A`)
    const file = { name: 'bulk.csv', content: [header, ...rows].join('\n') }
    await must(app.send, 'postQuestionsImport', { headers, body: {}, file })
    const asking = (hard: number) =>
      screening(org, { tag_list: ['bulk'], problem_count_hash: {}, mcq_count_hash: { hard } })
    const refused = await send('postAssessment', { body: asking(1_502) })
    expect(refused.failure.errors).toEqual({ 'mcq_count_hash.hard': [t.countTooMany] })
    const { assessment } = await must(app.send, 'postAssessment', { headers, body: asking(1_501) })
    expect(assessment.mcq_count).toBe(1_501)
    await app.ctx.db.write((tx) =>
      tx.raw.run("UPDATE questions SET deleted_at = 1 WHERE description LIKE 'Bulk question %'"),
    )
  })

  test('what can be drawn is told by level and tag, of the own bank alone', async () => {
    expect(await must(app.send, 'getProblemCounts', { headers })).toEqual({
      easy_problem_count: 2,
      medium_problem_count: 1,
      hard_problem_count: 2,
    })
    expect(await must(app.send, 'getMcqCounts', { headers })).toEqual({
      easy_mcq_count: 3,
      medium_mcq_count: 2,
      hard_mcq_count: 0,
    })
    expect(await must(app.send, 'getMcqCounts', { headers, query: { tag_list: 'graphs' } })).toMatchObject({
      easy_mcq_count: 0,
    })
    expect(await must(app.send, 'getProblemCounts', { headers: foreign })).toMatchObject({
      easy_problem_count: 2,
      hard_problem_count: 0,
    })
  })

  test.each<[string, Record<string, unknown>, Record<string, string[]> | null]>([
    ['a name of 4', { name: 'Four' }, { name: [t.assessmentTitleTooShort] }],
    ['a name of 5', { name: 'Fives' }, null],
    ['a name of 200', { name: 'n'.repeat(200) }, null],
    ['a name of 201', { name: 'n'.repeat(201) }, { name: ['Title must be at most 200 characters'] }],
    ['no name', { name: '  ' }, { name: [t.assessmentTitleRequired] }],
    [
      'a description of 9',
      { description: 'd'.repeat(9) },
      { description: ['Description must be at least 10 characters'] },
    ],
    ['a description of 10', { description: 'd'.repeat(10) }, null],
    [
      'no contact',
      { assessments_contacts_attributes: [] },
      { assessments_contacts_attributes: [t.selectAssessmentContacts] },
    ],
    [
      'a contact that is taken out again',
      { assessments_contacts_attributes: [{ user_id: 1, _destroy: true }] },
      { assessments_contacts_attributes: [t.selectAssessmentContacts] },
    ],
    [
      'nothing',
      { problem_count_hash: { easy: 0 }, mcq_count_hash: {} },
      { problem_count_hash: [t.countRequired] },
    ],
    ['one MCQ alone', { problem_count_hash: {}, mcq_count_hash: { easy: 1 } }, null],
    ['all there are', { problem_count_hash: { easy: 2, medium: 1, hard: 2 } }, null],
    ['one more', { problem_count_hash: { easy: 3 } }, { 'problem_count_hash.easy': [t.countTooMany] }],
    [
      'too many at two fields',
      { problem_count_hash: { easy: 9 }, mcq_count_hash: { hard: 1 } },
      { 'problem_count_hash.easy': [t.countTooMany], 'mcq_count_hash.hard': [t.countTooMany] },
    ],
    [
      'half a problem',
      { problem_count_hash: { easy: 0.5 } },
      { 'problem_count_hash.easy': ['Count must be a whole number'] },
    ],
    [
      'less than nothing',
      { problem_count_hash: { easy: -1 } },
      { 'problem_count_hash.easy': ['Count must be greater than or equal to 0'] },
    ],
    ['a level that there is not', { problem_count_hash: { expert: 1 } }, { expert: ['is not known here'] }],
    [
      '31 tags',
      { tag_list: Array.from({ length: 31 }, (_, i) => `t${i}`) },
      { tag_list: ['At most 30 tags'] },
    ],
    [
      'Param where it is not allowed',
      { is_param: true },
      { is_param: ['Your organization is not allowed to use Param assessments.'] },
    ],
    ['a field nobody knows', { organization_id: 3 }, { organization_id: ['is not known here'] }],
  ])('%s', async (_what, change, errors) => {
    const before = await app.fingerprint()
    const answer = await send('postAssessment', { body: screening(org, change) })
    if (errors === null) expect(answer.status, answer.text).toBe(200)
    else {
      expect(answer.status).toBe(422)
      expect(words(answer.failure.errors)).toEqual(errors)
      expect(await app.fingerprint()).toBe(before)
    }
  })

  test('contacts are active people of the organization who accepted', async () => {
    const waiting = await must(app.send, 'postInviteUser', {
      headers,
      body: { email: 'not.yet@staff.example', role: 1 },
    })
    for (const user_id of [other.admin.id, waiting.user.id, 999_999]) {
      const answer = await send('postAssessment', {
        body: screening(org, { assessments_contacts_attributes: [{ user_id }] }),
      })
      expect(answer.status).toBe(404)
    }
    expect((await must(app.send, 'getUsersList', { headers })).users.map((user) => user.email)).not.toContain(
      'not.yet@staff.example',
    )
  })

  test('counts of a section the organization may not use count for nothing', async () => {
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE organizations SET allow_coding = 0 WHERE id = ?', other.id),
    )
    try {
      const body = screening(other, { problem_count_hash: { easy: 99 }, mcq_count_hash: { easy: 2 } })
      const { assessment } = await must(app.send, 'postAssessment', { headers: foreign, body })
      expect(assessment).toMatchObject({ problem_count: 0, mcq_count: 2, problem_count_hash: { easy: 0 } })
      const none = await call(app.send, 'postAssessment', {
        headers: foreign,
        body: screening(other, { problem_count_hash: { easy: 1 }, mcq_count_hash: {} }),
      })
      expect(none.failure.errors).toEqual({ mcq_count_hash: [t.countRequired] })
      // Once it may, what was not asked for is still not asked.
      await app.ctx.db.write((tx) =>
        tx.raw.run('UPDATE organizations SET allow_coding = 1 WHERE id = ?', other.id),
      )
      const again = await must(app.send, 'putAssessment', {
        headers: foreign,
        params: { id: assessment.id },
        body: { name: 'Another name', problem_count_hash: { easy: 0 }, mcq_count_hash: { easy: 2 } },
      })
      expect(again.assessment.questions).toEqual(assessment.questions)
    } finally {
      await app.ctx.db.write((tx) =>
        tx.raw.run('UPDATE organizations SET allow_coding = 1 WHERE id = ?', other.id),
      )
    }
  })

  test('Param where it is allowed', async () => {
    await allowParam(app, org)
    const made = await create({ is_param: true })
    expect(made.is_param).toBe(true)
    await allowParam(app, org, false)
    // Its kind stays as it is, and other things can be changed.
    expect((await put(made.id, { name: 'Renamed', is_param: true })).status).toBe(200)
    expect((await put(made.id, { is_param: false })).status).toBe(200)
    expect((await put(made.id, { is_param: true })).status).toBe(422)
  })
})

describe('the list', () => {
  test('stands newest first, 15 at a time, found by name whatever its case, and among no drives', async () => {
    const own = await openApp()
    try {
      const mine = await seedOrganization(own.ctx, 'list')
      const as = await signIn(own.send, mine.admin.email, mine.admin.password)
      for (let i = 1; i <= 17; i++)
        await must(own.send, 'postAssessment', {
          headers: as,
          body: screening(mine, {
            name: `Zürich ${i}`,
            problem_count_hash: { easy: 1 },
            mcq_count_hash: {},
          }),
        })
      const page = (query: Record<string, string | number>) =>
        must(own.send, 'getAssessments', { headers: as, query })
      const first = await page({})
      expect(first.total).toBe(17)
      expect(first.assessments.map((row) => row.name)).toEqual(
        Array.from({ length: 15 }, (_, i) => `Zürich ${17 - i}`),
      )
      expect((await page({ offset: 15 })).assessments.map((row) => row.name)).toEqual([
        'Zürich 2',
        'Zürich 1',
      ])
      expect((await page({ search: 'ZÜRICH 17' })).assessments.map((row) => row.name)).toEqual(['Zürich 17'])
      expect((await page({ search: '%' })).total).toBe(0)
      for (const name of [
        'getDrives',
        'getOngoingDrives',
        'getUpcomingDrives',
        'getCompletedDrives',
      ] as const) {
        const drives = await must(own.send, name, { headers: as, query: { search: 'zürich' } })
        expect(drives).toMatchObject({ drives: [], total: 0 })
      }
    } finally {
      await own.remove()
    }
  })

  test('another organization sees none of it, and reads, changes and deletes nothing', async () => {
    const made = await create({ name: 'Ours alone' })
    const list = await must(app.send, 'getAssessments', { headers: foreign, query: { search: 'ours' } })
    expect(list.total).toBe(0)
    const params = { id: made.id }
    const calls: [CallName, object][] = [
      ['getAssessment', { params }],
      ['putAssessment', { params, body: { name: 'Theirs now' } }],
      ['deleteAssessment', { params }],
      ['getAssessmentResults', { params }],
      ['getAssessmentResult', { query: params }],
      ['getAssessmentCandidates', { query: params }],
      ['putAssessmentInvite', { body: { email: 'a@b.example', assessment_id: made.id } }],
      ['putAssessmentInvite', { body: { email: 'a@b.example', assessment_id: made.uuid } }],
      ['putAssessmentResend', { body: { id: made.id, candidate_ids: [1] } }],
    ]
    const before = await app.fingerprint()
    for (const [name, input] of calls) {
      const answer = await call(app.send, name, { headers: foreign, ...input })
      expect(answer.status, name).toBe(404)
    }
    expect(await app.fingerprint()).toBe(before)
  })

  test('a drive is no assessment, and an assessment no drive to be edited', async () => {
    const made = await create()
    expect((await send('getAssessment', { params: { id: org.driveId } })).status).toBe(404)
    expect((await send('deleteAssessment', { params: { id: org.driveId } })).status).toBe(404)
    expect((await send('getAdminDrive', { params: { id: made.id } })).status).toBe(404)
    expect((await send('putDrive', { params: { id: made.id }, body: { name: 'A drive' } })).status).toBe(404)
    expect((await send('deleteDrive', { params: { id: made.id } })).status).toBe(404)
  })

  test('an assessment has no shortlist, no report by mail and no rules of its own, and is no drive to be copied', async () => {
    const { id } = await create()
    const now = app.ctx.now()
    const asked: [CallName, object][] = [
      ['putShortlist', { params: { id }, body: { token: 'somebody', is_selected: true } }],
      ['getResultRecipients', { params: { id } }],
      ['postResultReport', { params: { id }, body: { user_ids: [org.admin.id] } }],
      ['getDriveContacts', { params: { id } }],
      ['postRule', { body: { drive_id: id, description: 'Be on time.' } }],
      [
        'postDrive',
        {
          body: {
            ...newDrive(org),
            start_time: new Date(now + 3_600_000).toISOString(),
            end_time: new Date(now + 7_200_000).toISOString(),
            copy_of: id,
          },
        },
      ],
      ['getResults', { params: { id } }],
      ['getCandidateList', { params: { driveId: id } }],
    ]
    for (const [name, input] of asked) {
      const { status, failure } = await send(name, input)
      expect([name, status, failure.message]).toEqual([name, 404, 'The drive was not found.'])
    }
    expect(await must(app.send, 'getRules', { headers, query: { drive_id: id } })).toEqual({ rules: [] })
  })

  test('the super admin’s card counts assessments and their candidates', async () => {
    const root = await seedSuperAdmin(app.ctx)
    const as = await signIn(app.send, root.email, root.password)
    const card = async () =>
      (
        await must(app.send, 'getOrganizations', { headers: as, query: { search: org.name } })
      ).organizations.find((one) => one.id === org.id)
    const before = await card()
    const made = await create()
    await must(app.send, 'putAssessmentInvite', {
      headers,
      body: { email: 'one@card.example, two@card.example', assessment_id: made.id },
    })
    expect(await card()).toMatchObject({
      total_drives: before?.total_drives,
      total_drives_candidates: before?.total_drives_candidates,
      total_assessments: (before?.total_assessments ?? 0) + 1,
      total_assessments_candidates: (before?.total_assessments_candidates ?? 0) + 2,
      unattended_assessments_candidates: (before?.unattended_assessments_candidates ?? 0) + 2,
    })
  })
})

describe('changing', () => {
  test('of words alone keeps what was drawn; of counts or tags draws anew', async () => {
    const made = await create()
    const seedOf = async () =>
      (await app.rows<{ draw_seed: string }>('SELECT draw_seed FROM drives WHERE id = ?', made.id))[0]
        ?.draw_seed
    const seed = await seedOf()
    const same = screening(org, { name: 'Another name' })
    const { assessments_contacts_attributes: _, ...fields } = same
    expect((await put(made.id, { ...fields, version: 1 })).status).toBe(200)
    expect(await seedOf()).toBe(seed)
    const renamed = await read(made.id)
    expect(renamed).toMatchObject({ name: 'Another name', version: 2, questions: made.questions })

    expect((await put(made.id, { mcq_count_hash: { easy: 0, medium: 0 } })).status).toBe(200)
    const fewer = await read(made.id)
    expect(fewer).toMatchObject({ problem_count: 3, mcq_count: 0, version: 3 })
    expect(fewer.duration).toBeLessThan(made.duration)
    expect(await seedOf()).not.toBe(seed)
    expect(await lastAudit()).toMatchObject({ action: 'assessment.update' })
    expect(JSON.parse((await lastAudit())?.after ?? '')).toMatchObject({
      mcq_count_hash: { easy: 0, medium: 0, hard: 0 },
    })

    expect((await put(made.id, { tag_list: 'graphs', problem_count_hash: { hard: 1 } })).status).toBe(200)
    expect((await read(made.id)).questions).toMatchObject([{ type: 'Problem', difficulty: /hard/i }])
    const [row] = await app.rows<{ content_version: number }>(
      'SELECT content_version FROM drives WHERE id = ?',
      made.id,
    )
    expect(row?.content_version).toBe(4)
  })

  test('is refused at the field where there are too few, and changes nothing', async () => {
    const made = await create()
    const before = await app.fingerprint()
    const answer = await put(made.id, { name: 'Another name', problem_count_hash: { easy: 3 } })
    expect(answer).toMatchObject({
      status: 422,
      failure: { message: t.countTooMany, errors: { 'problem_count_hash.easy': [t.countTooMany] } },
    })
    expect(await app.fingerprint()).toBe(before)
  })

  test('after somebody began, counts and tags are fixed; words and contacts are not', async () => {
    const made = await create()
    await begin(made.id)
    for (const body of [{ problem_count_hash: { easy: 1 } }, { tag_list: ['logic'] }]) {
      const answer = await put(made.id, body)
      expect(answer.status).toBe(409)
      expect(answer.failure.message).toContain('Someone has started this assessment')
    }
    // The form sends all it has: the same counts, in whatever order the tags stand, are no change.
    const { assessments_contacts_attributes: _, ...same } = screening(org, { name: 'Renamed later' })
    expect((await put(made.id, same)).status).toBe(200)
    expect(await read(made.id)).toMatchObject({
      name: 'Renamed later',
      questions: made.questions,
      can_delete: false,
    })
  })

  test('two admins on one: the later one gets both states, and nothing is lost', async () => {
    const made = await create()
    expect((await put(made.id, { name: 'Theirs, saved first', version: 1 })).status).toBe(200)
    const mine = { name: 'Mine, saved later', description: 'Typed meanwhile.', version: 1 }
    const answer = await put(made.id, mine)
    expect(answer).toMatchObject({
      status: 409,
      failure: {
        code: 'conflict',
        details: { current: { name: 'Theirs, saved first', version: 2 }, yours: mine },
      },
    })
    expect((await put(made.id, { ...mine, version: 2 })).status).toBe(200)
  })

  test('contacts: one more, one less, never nobody active', async () => {
    const made = await create()
    const second = await addAdmin(app, org, 'second')
    const [first] = made.assessments_contacts
    expect((await put(made.id, { assessments_contacts_attributes: [{ user_id: second.id }] })).status).toBe(
      200,
    )
    expect((await read(made.id)).admin_users.map((user) => user.id)).toEqual([org.admin.id, second.id])
    expect(
      (
        await put(made.id, {
          assessments_contacts_attributes: [{ id: first?.id, user_id: org.admin.id, _destroy: true }],
        })
      ).status,
    ).toBe(200)
    await must(app.send, 'putUser', { headers, params: { id: second.id }, body: { is_active: false } })
    const answer = await put(made.id, { name: 'Nobody to ask' })
    expect(answer.failure.errors).toEqual({ assessments_contacts_attributes: [t.selectActiveUser] })
    expect(
      (
        await put(made.id, {
          assessments_contacts_attributes: [
            { user_id: second.id, _destroy: true },
            { user_id: org.admin.id },
          ],
        })
      ).status,
    ).toBe(200)
  })

  test('the audit log names it', async () => {
    const made = await create({ name: 'Named in the log' })
    const { entries } = await must(app.send, 'getAuditLog', { query: { offset: 0, limit: 5 }, headers })
    const entry = entries.find((one) => one.subject === `assessment ${made.id}`)
    expect(entry?.about).toBe('Named in the log')
  })

  test('a contact of another organization is none', async () => {
    const made = await create()
    const answer = await put(made.id, { assessments_contacts_attributes: [{ user_id: other.admin.id }] })
    expect(answer.status).toBe(404)
    expect((await read(made.id)).admin_users.map((user) => user.id)).toEqual([org.admin.id])
  })

  test.each([
    ['a name of 4', { name: 'Four' }, 'name'],
    ['a description of 9', { description: 'd'.repeat(9) }, 'description'],
    ['version 0', { version: 0 }, 'version'],
    ['another field', { uuid: 'x' }, 'uuid'],
  ])('%s is refused', async (_what, body, field) => {
    const made = await create()
    const answer = await put(made.id, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(words(answer.failure.errors))).toEqual([field])
  })
})

describe('deleting', () => {
  test('takes an assessment nobody began out of the list; its links lead nowhere', async () => {
    const made = await create({ name: 'To be deleted' })
    await must(app.send, 'putAssessmentInvite', {
      headers,
      body: { email: 'lost@people.example', assessment_id: made.id },
    })
    const [attempt] = await app.rows<{ ref: string }>('SELECT ref FROM attempts WHERE drive_id = ?', made.id)
    const answer = await send('deleteAssessment', { params: { id: made.id } })
    expect(answer.json).toMatchObject({ data: { id: made.id }, message: 'Assessment deleted successfully.' })
    expect(await lastAudit()).toMatchObject({ action: 'assessment.delete' })
    expect((await send('getAssessment', { params: { id: made.id } })).status).toBe(404)
    const token = app.ctx.keys.invitationToken(attempt?.ref ?? '', 1)
    expect((await call(app.send, 'getDrive', { params: { token } })).status).toBe(404)
    const told = await app.rows(
      "SELECT recipient FROM mails WHERE kind = 'cancelled' AND subject_ref = ?",
      attempt?.ref ?? '',
    )
    expect(told).toEqual([{ recipient: 'lost@people.example' }])
  })

  test('is refused once somebody began', async () => {
    const made = await create()
    await begin(made.id)
    const answer = await send('deleteAssessment', { params: { id: made.id } })
    expect(answer.status).toBe(409)
    expect(answer.failure.message).toContain('can no longer be deleted')
  })
})
