import { beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { newDriveBody } from '#contract/forms/drive.ts'
import type { CallName } from '#contract/paths.ts'
import {
  type Answer,
  call,
  DAY,
  HOUR,
  MINUTE,
  must,
  newDrive,
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
  org = await seedOrganization(app.ctx, 'd')
  other = await seedOrganization(app.ctx, 'e')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
})

const iso = (inMs: number): string => new Date(app.ctx.now() + inMs).toISOString()
const body = (change: object = {}) => ({
  ...newDrive(org),
  start_time: iso(HOUR),
  end_time: iso(DAY),
  ...change,
})
const send = (name: CallName, input: object): Promise<Answer> => call(app.send, name, { ...input, headers })
const create = async (change: object = {}) =>
  (await must(app.send, 'postDrive', { body: body(change), headers })).drive
const read = async (id: number) => (await must(app.send, 'getAdminDrive', { params: { id }, headers })).drive
const errorsOf = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(422)
  return answer.failure.errors ?? {}
}

describe('POST admin/drives', () => {
  test('creates a drive with its items, contacts and sums', async () => {
    const answer = await send('postDrive', {
      body: body({
        drives_problems_attributes: org.problems.map((p) => ({ problem_id: p.id })),
        drives_questions_attributes: org.questions.map((q) => ({ question_id: q.id })),
      }),
    })
    expect((answer.json as { message: string }).message).toBe('Drive created successfully')
    const { drive } = (answer.json as { data: { drive: Awaited<ReturnType<typeof read>> } }).data
    expect(drive).toMatchObject({
      name: 'Another drive',
      institute_id: org.instituteId,
      question_type: 'problems_mcq',
      drive_status: 'upcoming',
      duration: 33,
      total_marks: org.totalMarks,
      can_delete: true,
      appeared: 0,
      created_by_id: org.admin.id,
      settings: { leave_policy: 'end', late_policy: 'hold', webcam: true, webcam_retention_days: 60 },
    })
    expect(drive.drives_problems.map((row) => row.problem_id)).toEqual(org.problems.map((p) => p.id))
    expect(drive.drives_questions.map((row) => row.question_id)).toEqual(org.questions.map((q) => q.id))
    expect(drive.admin_users).toMatchObject([{ id: org.admin.id, is_active: true }])
    // The audit log outlives what it names, so it keeps the name.
    const [entry] = await app.rows<{ named: number }>(
      `SELECT json_extract(l.after, '$.institute') = i.name AS named
       FROM audit_log l JOIN institutes i ON i.id = ? WHERE l.action = 'drive.create' AND l.subject = ?`,
      org.instituteId,
      `drive ${drive.id}`,
    )
    expect(entry?.named).toBe(1)
  })

  test.each([
    ['name', '', t.titleRequired],
    ['name', '    ', t.titleRequired],
    ['name', 'a'.repeat(4), t.titleTooShort],
    ['name', 'a'.repeat(5), null],
    ['name', 'a'.repeat(49), null],
    ['name', 'a'.repeat(50), t.titleTooLong],
    ['description', '', t.descriptionRequired],
    ['description', 'd'.repeat(9), 'Description must be at least 10 characters'],
    ['description', 'd'.repeat(10), null],
    ['description', 'd'.repeat(349), null],
    ['description', 'd'.repeat(350), 'Description must be at most 349 characters'],
    ['institute_id', null, t.selectInstitute],
    ['institute_id', 0, t.selectInstitute],
    ['question_type', '', t.selectQuestionType],
    ['question_type', 'essay', t.selectQuestionType],
    ['start_time', '', t.startRequired],
    ['start_time', undefined, t.startRequired],
    ['start_time', '2026-02-30T10:00:00Z', 'must be a date and time with its time zone'],
    ['start_time', '2099-01-01T10:00:00', 'must be a date and time with its time zone'],
    ['end_time', '', t.endRequired],
    ['drives_contacts_attributes', [], t.selectContacts],
  ])('%s = %j: %s', async (field, value, sentence) => {
    const answer = await send('postDrive', { body: body({ [field]: value }) })
    if (sentence === null) expect(answer.status, answer.text).toBe(200)
    else expect(errorsOf(answer)[field]).toContain(sentence)
  })

  test.each([
    ['leave_warnings', 0, 1, 20, 21],
    ['max_offline_minutes', -1, 0, 1_440, 1_441],
    ['webcam_retention_days', 29, 30, 365, 366],
  ])('settings.%s: not %i, from %i to %i, not %i', async (field, below, least, most, above) => {
    const schemaTakes = (value: number) =>
      newDriveBody.safeParse(body({ settings: { [field]: value } })).success
    const change = async (value: number) => {
      const made = await must(app.send, 'postDrive', { body: body(), headers })
      return send('putDrive', { params: { id: made.drive.id }, body: { settings: { [field]: value } } })
    }
    for (const value of [least, most]) {
      expect(schemaTakes(value), String(value)).toBe(true)
      const created = await send('postDrive', { body: body({ settings: { [field]: value } }) })
      expect(created.status, created.text).toBe(200)
      expect((await change(value)).json).toMatchObject({
        data: { drive: { settings: { [field]: value } } },
      })
    }
    for (const value of [below, above, least + 0.5]) {
      expect(schemaTakes(value), String(value)).toBe(false)
      const created = await send('postDrive', { body: body({ settings: { [field]: value } }) })
      expect(created.status).toBe(422)
      expect(errorsOf(created)).toHaveProperty(
        [`settings.${field}`],
        [`A whole number from ${least} to ${most}`],
      )
      expect((await change(value)).status).toBe(422)
    }
  })

  test.each([
    ['a start that is past', { start_time: -MINUTE }, 'start_time', t.startPast],
    ['an end before the start', { end_time: HOUR - MINUTE }, 'end_time', t.endBeforeStart],
    ['an end at the start', { end_time: HOUR }, 'end_time', t.endEqualsStart],
  ])('%s', async (_, times, field, sentence) => {
    const given = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, iso(ms)]))
    expect(errorsOf(await send('postDrive', { body: body(given) }))[field]).toEqual([sentence])
  })

  test.each([
    ['nothing', {}],
    ['only MCQs of a drive of problems', { question_type: 'problems', q: true }],
    ['only problems of a drive of MCQs', { question_type: 'mcq', p: true }],
  ])(
    '%s chosen: %s',
    async (_, { question_type = 'problems_mcq', q = false, p = false }: Record<string, unknown>) => {
      const answer = await send('postDrive', {
        body: body({
          question_type,
          drives_questions_attributes: q ? [{ question_id: org.questions[0].id }] : [],
          drives_problems_attributes: p ? [{ problem_id: org.problems[0].id }] : [],
        }),
      })
      expect(errorsOf(answer).question_type).toEqual([t.selectItems])
    },
  )

  test.each([
    ['institute', () => ({ institute_id: other.instituteId })],
    ['problem', () => ({ drives_problems_attributes: [{ problem_id: other.problems[0].id }] })],
    ['question', () => ({ drives_questions_attributes: [{ question_id: other.questions[0].id }] })],
    ['contact', () => ({ drives_contacts_attributes: [{ user_id: other.admin.id }] })],
    ['drive to copy', () => ({ copy_of: other.driveId })],
  ])('a foreign %s is not found, and no drive comes of it', async (_, change) => {
    const before = await app.version()
    expect((await send('postDrive', { body: body(change()) })).status).toBe(404)
    expect(await app.version()).toBe(before)
  })

  test('a copy brings the rules of its source along, each once', async () => {
    await must(app.send, 'postRule', {
      body: { drive_id: org.driveId, description: 'No telephones.' },
      headers,
    })
    const answer = await send('postDrive', { body: body({ copy_of: org.driveId }) })
    expect((answer.json as { message: string }).message).toBe('Duplicate Drive created successfully')
    const { drive } = (answer.json as { data: { drive: { id: number } } }).data
    const { rules } = await must(app.send, 'getRules', { query: { drive_id: drive.id }, headers })
    expect(rules.map((rule) => rule.description)).toEqual([
      'Work alone.',
      'Keep your camera on.',
      'No telephones.',
    ])
  })
})

describe('a drive that asks what the bank has no longer', () => {
  test('says so; a copy of the rest is made, and one with the deleted items is refused by their names', async () => {
    const held = await seedOrganization(app.ctx, 'h')
    const staff = await signIn(app.send, held.admin.email, held.admin.password)
    const [problem, keptProblem] = held.problems
    const [question] = held.questions
    await must(app.send, 'deleteProblem', { params: { id: problem.id }, headers: staff })
    await must(app.send, 'deleteQuestion', { params: { id: question.id }, headers: staff })
    const { drive } = await must(app.send, 'getAdminDrive', { params: { id: held.driveId }, headers: staff })
    const goneProblems = drive.drives_problems.filter((row) => row.is_deleted)
    const goneQuestions = drive.drives_questions.filter((row) => row.is_deleted)
    expect(goneProblems.map((row) => row.problem_id)).toEqual([problem.id])
    expect(goneQuestions.map((row) => row.question_id)).toEqual([question.id])
    const details = await must(app.send, 'getDriveDetails', {
      params: { driveId: held.driveId },
      headers: staff,
    })
    expect(details.problems.filter((row) => row.is_deleted).map((row) => row.id)).toEqual([problem.id])
    expect(details.questions.filter((row) => row.is_deleted).map((row) => row.id)).toEqual([question.id])

    const copy = (problems: number[], questions: number[]) =>
      call(app.send, 'postDrive', {
        headers: staff,
        body: {
          ...newDrive(held),
          start_time: iso(HOUR),
          end_time: iso(DAY),
          copy_of: held.driveId,
          drives_problems_attributes: problems.map((problem_id) => ({ problem_id })),
          drives_questions_attributes: questions.map((question_id) => ({ question_id })),
        },
      })
    const refused = await copy([problem.id, keptProblem.id], [question.id])
    expect(refused.status).toBe(409)
    for (const name of [goneProblems[0]?.title, goneQuestions[0]?.description])
      expect(refused.failure.message).toContain(name)
    const kept = await copy([keptProblem.id], [])
    expect((kept.json as { message: string }).message).toBe('Duplicate Drive created successfully')
  })
})

describe('PUT admin/drives/{id}', () => {
  test('changes what is given and nothing else', async () => {
    const drive = await create()
    const answer = await send('putDrive', {
      params: { id: drive.id },
      body: { description: 'Quite another text.' },
    })
    expect((answer.json as { message: string }).message).toBe('Drive updated successfully')
    expect(await read(drive.id)).toEqual({
      ...drive,
      description: 'Quite another text.',
      version: drive.version + 1,
    })
  })

  test('puts items in and takes them out with _destroy', async () => {
    const drive = await create()
    const [first] = drive.drives_problems
    await must(app.send, 'putDrive', {
      params: { id: drive.id },
      headers,
      body: {
        drives_problems_attributes: [
          { problem_id: org.problems[0].id, id: first?.id, _destroy: true },
          { problem_id: org.problems[1].id },
        ],
        drives_questions_attributes: [
          { question_id: org.questions[1].id },
          { question_id: org.questions[0].id },
        ],
      },
    })
    const now = await read(drive.id)
    expect(now.drives_problems.map((row) => row.problem_id)).toEqual([org.problems[1].id])
    expect(now.drives_questions.map((row) => row.question_id)).toEqual([
      org.questions[0].id,
      org.questions[1].id,
    ])
    expect(now.total_marks).toBe(5 + 2 + 3)
    expect(now.duration).toBe(12)
  })

  test('the last active contact cannot be taken out', async () => {
    const drive = await create()
    const answer = await send('putDrive', {
      params: { id: drive.id },
      body: { drives_contacts_attributes: [{ user_id: org.admin.id, _destroy: true }] },
    })
    expect(errorsOf(answer).drives_contacts_attributes).toEqual([t.selectActiveUser])
  })

  test('the last item cannot be taken out', async () => {
    const drive = await create({ drives_questions_attributes: [] })
    const answer = await send('putDrive', {
      params: { id: drive.id },
      body: { drives_problems_attributes: [{ problem_id: org.problems[0].id, _destroy: true }] },
    })
    expect(errorsOf(answer).question_type).toEqual([t.selectItems])
  })

  test('a longer name than a new drive may have is taken', async () => {
    const drive = await create()
    await must(app.send, 'putDrive', { params: { id: drive.id }, body: { name: 'n'.repeat(120) }, headers })
    expect((await read(drive.id)).name).toHaveLength(120)
  })

  test('of two admins on one version the second is told both states, and nothing of the first is lost', async () => {
    const drive = await create()
    const change = (description: string) =>
      send('putDrive', { params: { id: drive.id }, body: { description, version: drive.version } })
    const [one, two] = await Promise.all([
      change('The first of two changes.'),
      change('The second of two changes.'),
    ])
    const [done, refused] = one.status === 200 ? [one, two] : [two, one]
    expect([done?.status, refused?.status]).toEqual([200, 409])
    const stored = await read(drive.id)
    expect(refused?.failure.details).toMatchObject({
      current: { description: stored.description, version: drive.version + 1 },
      yours: { version: drive.version },
      // Who saved it, as the audit log has it.
      saved: { user_id: org.admin.id, name: expect.stringMatching(/\S/), at: expect.any(String) },
    })
    // A change by other means is nobody's save.
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        'UPDATE drives SET version = version + 1, updated_at = updated_at + 1 WHERE id = ?',
        drive.id,
      ),
    )
    const later = await change('A third one.')
    expect(later.status).toBe(409)
    expect(later.failure.details).not.toHaveProperty('saved')
  })

  test('what changes nothing is no change: nobody else meets a conflict by it, and the audit log says nothing', async () => {
    const drive = await create()
    const { name, description, start_time, end_time, settings } = drive
    const put = (change: object) => send('putDrive', { params: { id: drive.id }, body: change })
    const same = await put({ name, description, start_time, end_time, settings, version: drive.version })
    expect(same.json).toMatchObject({ data: { drive: { version: drive.version } } })
    expect((await put({})).status).toBe(200)
    const updates = () =>
      app.rows("SELECT 1 FROM audit_log WHERE action = 'drive.update' AND subject = ?", `drive ${drive.id}`)
    expect(await updates()).toEqual([])
    expect((await put({ name: 'Of a colleague', version: drive.version })).status).toBe(200)
    expect(await updates()).toHaveLength(1)
    expect((await put({ name: 'On the old state', version: drive.version })).status).toBe(409)
  })

  test('a completed drive is not changed any more', async () => {
    const drive = await create({ start_time: iso(MINUTE), end_time: iso(2 * MINUTE) })
    app.clock.move(3 * MINUTE)
    const answer = await send('putDrive', {
      params: { id: drive.id },
      body: { description: 'Too late for this.' },
    })
    expect(answer.status).toBe(409)
  })

  test('an ongoing drive keeps its start; its end can move', async () => {
    const drive = await create({ start_time: iso(MINUTE) })
    app.clock.move(2 * MINUTE)
    const moved = await send('putDrive', { params: { id: drive.id }, body: { start_time: iso(HOUR) } })
    expect(errorsOf(moved).start_time).toEqual(['Start date cannot be changed once the drive has started'])
    const end = iso(2 * DAY)
    await must(app.send, 'putDrive', { params: { id: drive.id }, body: { end_time: end }, headers })
    expect((await read(drive.id)).end_time).toBe(end)
  })
})

describe('a drive that somebody has begun', () => {
  let begun: Organization
  let staff: Record<string, string>
  beforeAll(async () => {
    begun = await seedOrganization(app.ctx, 'g', { lasts: 2 * HOUR })
    staff = await signIn(app.send, begun.admin.email, begun.admin.password)
    const [who] = begun.candidates
    if (!who) throw new Error('nobody is invited')
    await startDevice(app, who)
  })

  test('keeps its problems and MCQs', async () => {
    const answer = await call(app.send, 'putDrive', {
      params: { id: begun.driveId },
      headers: staff,
      body: { drives_questions_attributes: [{ question_id: begun.questions[0].id, _destroy: true }] },
    })
    expect(answer.status).toBe(409)
    expect(answer.failure.message).toContain('Someone has started this drive')
  })

  test('cannot be deleted', async () => {
    const answer = await call(app.send, 'deleteDrive', { params: { id: begun.driveId }, headers: staff })
    expect(answer.status).toBe(409)
    expect(
      (await must(app.send, 'getAdminDrive', { params: { id: begun.driveId }, headers: staff })).drive
        .can_delete,
    ).toBe(false)
  })

  test('passes an earlier end on to the running test', async () => {
    const end = app.ctx.now() + 10 * MINUTE
    await must(app.send, 'putDrive', {
      params: { id: begun.driveId },
      headers: staff,
      body: { end_time: new Date(end).toISOString() },
    })
    const [row] = await app.rows<{ deadline_at: number }>(
      'SELECT deadline_at FROM attempts WHERE drive_id = ?',
      begun.driveId,
    )
    expect(row?.deadline_at).toBe(end)
    const [event] = await app.rows<{ data: string }>('SELECT data FROM events ORDER BY id DESC LIMIT 1')
    expect(JSON.parse(event?.data ?? '{}')).toEqual({ type: 'attempt', what: 'deadline' })
  })
})

describe('DELETE admin/drives/{id}', () => {
  test('takes it out of every list, and its invitations lead nowhere', async () => {
    const drive = await create()
    const answer = await send('deleteDrive', { params: { id: drive.id } })
    expect((answer.json as { message: string }).message).toBe('Drive deleted successfully.')
    expect((await send('getAdminDrive', { params: { id: drive.id } })).status).toBe(404)
    const { drives } = await must(app.send, 'getDrives', { query: { limit: 100 }, headers })
    expect(drives.map((row) => row.id)).not.toContain(drive.id)
    expect((await send('deleteDrive', { params: { id: drive.id } })).status).toBe(404)
  })
})

test('all drives stand in one list: running first, then upcoming, then completed, and the search finds names', async () => {
  const found = await create({ name: 'A needle 100%_' })
  const { drives, total } = await must(app.send, 'getDrives', { query: { limit: 100 }, headers })
  expect(drives).toHaveLength(total)
  const rank = { ongoing: 0, upcoming: 1, completed: 2 }
  const ranks = drives.map((row) => rank[row.drive_status])
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2]))
  expect(ranks).toEqual([...ranks].sort())
  const searched = await must(app.send, 'getDrives', { query: { search: '100%_' }, headers })
  expect(searched.drives.map((row) => row.id)).toEqual([found.id])
})

test('drive_details counts candidates and lists what was asked', async () => {
  const details = await must(app.send, 'getDriveDetails', { params: { driveId: org.driveId }, headers })
  expect(details).toMatchObject({ total_candidates: 1, absent_candidates: 1, selected_candidates: 0 })
  expect(details.problems.map((row) => row.id)).toEqual(org.problems.map((p) => p.id))
  expect(details.questions.map((row) => row.is_multi_select)).toEqual(org.questions.map((q) => q.isMulti))
})

test('what a drive does not show any more is not asked: not in its details, nor where items are used', async () => {
  const drive = await create({
    institute_id: org.instituteId,
    drives_problems_attributes: [{ problem_id: org.problems[0].id }],
    drives_questions_attributes: [{ question_id: org.questions[0].id }],
  })
  const asked = async () => {
    const { questions } = await must(app.send, 'getAdminQuestions', { headers })
    const details = await must(app.send, 'getDriveDetails', { params: { driveId: drive.id }, headers })
    const uses = questions.find((row) => row.id === org.questions[0].id)?.times_asked ?? 0
    return { uses, mcqs: details.questions.length, problems: details.problems.length }
  }
  const before = await asked()
  expect(before).toMatchObject({ mcqs: 1, problems: 1 })
  const params = { id: drive.id }
  await must(app.send, 'putDrive', { params, body: { question_type: 'problems' }, headers })
  expect(await asked()).toEqual({ uses: before.uses - 1, mcqs: 0, problems: 1 })
  await must(app.send, 'putDrive', { params, body: { question_type: 'problems_mcq' }, headers })
  expect(await asked()).toEqual(before)
})

test('drives_contact_list names the contacts', async () => {
  const { drive_contacts } = await must(app.send, 'getDriveContacts', {
    params: { id: org.driveId },
    headers,
  })
  expect(drive_contacts).toMatchObject([{ user_id: org.admin.id, email: org.admin.email, is_active: true }])
})

describe('the pickers', () => {
  test('problems come with tags, difficulty, marks and where they were asked', async () => {
    const { problems, total } = await must(app.send, 'getProblemsList', { headers })
    expect(total).toBe(2)
    const first = problems.find((row) => row.id === org.problems[0].id)
    expect(first).toMatchObject({
      tags: ['strings'],
      difficulty_list: ['easy'],
      marks: 10,
      asked_institute_ids: [org.instituteId],
    })
    expect(first?.times_asked).toBe(first?.drive_names.length)
    expect(first?.drive_names).toContain('Drive d')
  })

  test('an item names every drive that asks it, oldest first, each institute once, and none that was deleted', async () => {
    const asking = (name: string) =>
      create({
        name,
        drives_problems_attributes: [{ problem_id: org.problems[0].id }],
        drives_questions_attributes: [{ question_id: org.questions[0].id }],
      })
    const usesOf = async () => {
      const { problems } = await must(app.send, 'getProblemsList', { headers })
      const { questions } = await must(app.send, 'getAdminQuestions', { headers })
      return [
        problems.find((row) => row.id === org.problems[0].id),
        questions.find((row) => row.id === org.questions[0].id),
      ]
    }
    const before = await usesOf()
    await asking('Zeal of the north')
    const gone = await asking('Middle of nowhere')
    await asking('Anchors aweigh')
    await must(app.send, 'deleteDrive', { params: { id: gone.id }, headers })
    const after = await usesOf()
    for (const [at, use] of after.entries())
      expect(use).toMatchObject({
        times_asked: (before[at]?.times_asked ?? 0) + 2,
        drive_names: [...(before[at]?.drive_names ?? []), 'Zeal of the north', 'Anchors aweigh'],
        asked_institute_ids: [org.instituteId],
      })
  })

  test.each([
    [{ search: 'title' }, 2],
    [{ search: 'nothing of the kind' }, 0],
    [{ search: '%' }, 0],
    [{ tag_list: 'strings' }, 2],
    [{ tag_list: 'logic,strings' }, 2],
    [{ tag_list: 'logic' }, 0],
    [{ difficulty_list: 'easy' }, 2],
    [{ difficulty_list: 'hard' }, 0],
    [{ difficulty_list: 'easy', tag_list: 'strings', search: 'Problem' }, 2],
  ])('problems_list %o gives %i', async (query, n) => {
    const found = await must(app.send, 'getProblemsList', { query, headers })
    expect(found.problems).toHaveLength(n)
    expect(found.total).toBe(n)
  })

  test('questions come 15 at a time where a limit is given, and all without one', async () => {
    const all = await must(app.send, 'getAdminQuestions', { headers })
    expect(all.questions).toHaveLength(3)
    const page = await must(app.send, 'getAdminQuestions', { query: { limit: 2, offset: 2 }, headers })
    expect(page.questions.map((row) => row.id)).toEqual([all.questions[2]?.id])
    expect(page.total).toBe(3)
  })

  test('tags and difficulties are the organization’s own', async () => {
    const { tags } = await must(app.send, 'getTags', { headers })
    expect(tags.map((tag) => tag.name)).toEqual(['logic', 'strings'])
    const { difficulties } = await must(app.send, 'getDifficulties', { headers })
    expect(difficulties.map((row) => row.name)).toEqual(['easy'])
  })
})

test('every change stands in the audit log, in a chain that holds', async () => {
  const actions = await app.rows<{ action: string }>('SELECT DISTINCT action FROM audit_log')
  expect(actions.map((row) => row.action)).toEqual(
    expect.arrayContaining(['drive.create', 'drive.update', 'drive.delete', 'rule.create']),
  )
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})
