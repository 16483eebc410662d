import { describe, expect, test } from 'vitest'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { Device, type Exam, lateWorkIn, MINUTE, must, programs, startDevice } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The pieces that staff is shown of what came late or from a lost device, and what its author reads of them. */

const app = await appForFile({ judging: true })

const { exam, two, draft, submit, choose, workOf, decide, pause, resume, end, settle, scores, headersOf } =
  lateWorkIn(app)

/** A device loses the test after it wrote something that the other one writes over before it comes. */
async function lost(
  write: (e: Exam, device: Device) => void,
  over: (e: Exam, device: Device) => void,
): Promise<Exam> {
  const { e, other } = await two()
  write(e, e.device)
  await other.takeOver()
  app.clock.move(1_000)
  over(e, other)
  await other.sync()
  await e.device.post(e.device.request())
  return e
}
const pieces = async (e: Exam) =>
  (await workOf(e)).items.map(({ kind, is_unsaved, state, why }) => ({ kind, is_unsaved, state, why }))

describe('of a lost device', () => {
  test('a choice that was clicked and saved is one piece, and so is a program that was typed and submitted', async () => {
    const e = await lost(
      (own, device) => {
        choose(own, 'mcq_select', true, undefined, device)
        choose(own, 'mcq_save', true, undefined, device)
        draft(own, 1, programs.right, undefined, device)
        submit(own, 1, programs.right, undefined, device)
      },
      (own, device) => {
        choose(own, 'mcq_save', false, undefined, device)
        draft(own, 1, 'newer', undefined, device)
      },
    )
    expect(await pieces(e)).toMatchObject([
      { kind: 'choice', is_unsaved: false, state: 'waiting' },
      { kind: 'submission', state: 'waiting' },
    ])
  })

  test('a choice that says what is saved waits where a click beside it says otherwise', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', true)
    await other.takeOver()
    app.clock.move(1_000)
    choose(e, 'mcq_save', true, undefined, other)
    choose(e, 'mcq_select', false, undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    expect(await pieces(e)).toMatchObject([{ state: 'waiting' }])
    choose(e, 'mcq_select', true, undefined, other)
    await other.sync()
    expect(await pieces(e)).toMatchObject([{ state: 'accepted', why: 'same' }])
  })

  test('what its device has written again is no piece, also where it gave two leases up before', async () => {
    const e = await exam()
    const old = new Device(app.send, e.who.token, app.clock.now)
    old.adopt(e.device.grant)
    draft(e, 1, 'text', undefined, old)
    await e.device.takeOver()
    app.clock.move(1_000)
    await e.device.takeOver()
    draft(e, 1, 'text')
    await e.device.sync()
    await old.post(old.request())
    expect(await pieces(e)).toEqual([])
  })

  test('what another device wrote after it gave its lease up is no writing again', async () => {
    const { e, other } = await two()
    const old = new Device(app.send, e.who.token, app.clock.now)
    old.adopt(e.device.grant)
    draft(e, 1, 'of the first', undefined, old)
    await e.device.takeOver()
    app.clock.move(1_000)
    await other.takeOver()
    app.clock.move(1_000)
    draft(e, 1, 'of the other', undefined, other)
    await other.sync()
    await old.post(old.request())
    expect(await pieces(e)).toMatchObject([{ state: 'waiting' }])
  })

  test('a change under two leases, of which one became the answer, stands as adopted whichever comes last', async () => {
    const { e, other } = await two()
    const [old, older] = [1, 2].map(() => new Device(app.send, e.who.token, app.clock.now))
    if (!old || !older) throw new Error('There are two')
    const [{ id, right }] = e.org.questions
    const write = (device: Device, op_id?: string) =>
      device.write(
        'mcq_save',
        choiceKey(id),
        { question_id: id, selected_options: right },
        op_id ? { op_id } : {},
      )
    older.adopt(e.device.grant)
    const { op_id } = write(older)
    old.adopt(await e.device.takeOver())
    write(old, op_id)
    await e.device.takeOver()
    write(e.device, op_id)
    await other.takeOver()
    app.clock.move(1_000)
    for (const device of [e.device, old, older]) await device.post(device.request())
    const { items } = await workOf(e)
    expect(items).toMatchObject([{ state: 'accepted', why: 'adopted' }])
    expect((await decide(e, items, 'rejected')).status).toBe(409)
  })

  test('a choice that says what was saved waits for nobody where the finish dropped the click beside it', async () => {
    const e = await lost(
      (own, device) => choose(own, 'mcq_save', true, undefined, device),
      (own, device) => {
        choose(own, 'mcq_save', true, undefined, device)
        choose(own, 'mcq_select', false, undefined, device)
        device.write('finish', '', { reason: 'candidate' })
      },
    )
    expect(await pieces(e)).toMatchObject([{ state: 'accepted', why: 'same' }])
  })

  test.each(['mcq_save', 'mcq_select'] as const)(
    'a %s that became the answer stands under late ones, until staff accepts one of them in its place',
    async (type) => {
      const { e, other } = await two()
      choose(e, type, true)
      await other.takeOver()
      app.clock.move(1_000)
      await e.device.post(e.device.request())
      const inPause = async () => {
        await pause(e)
        app.clock.move(5 * MINUTE)
        const late = choose(e, 'mcq_save', false, undefined, other)
        await other.sync()
        await resume(e)
        app.clock.move(1_000)
        return late
      }
      const told = async () =>
        (await workOf(e)).items.filter(({ source }) => source === 'aside').map(({ state }) => state)
      const first = await inPause()
      expect(await told()).toEqual(['accepted'])
      const second = await inPause()
      expect(await told()).toEqual(['accepted'])
      await decide(e, [first], 'rejected')
      await decide(e, [second], 'rejected')
      expect(await told()).toEqual(['accepted'])
      await decide(e, [second], 'accepted')
      expect(await told()).not.toEqual(['accepted'])
    },
  )

  test('a change that it sent under two leases, and lost both, is one piece', async () => {
    const { e, other } = await two()
    const old = new Device(app.send, e.who.token, app.clock.now)
    old.adopt(e.device.grant)
    const { op_id } = draft(e, 1, programs.right, undefined, old)
    await e.device.takeOver()
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, answer: programs.right }
    e.device.write('draft', `code:${problem_id}:1`, body, { op_id })
    const again = e.device.request()
    await other.takeOver()
    app.clock.move(1_000)
    draft(e, 1, 'of the other', undefined, other)
    await other.sync()
    await e.device.post(again)
    await old.post(old.request())
    const { items, total } = await workOf(e)
    expect([items.length, total]).toEqual([1, 1])
    const drive = { params: { driveId: e.org.driveId }, headers: await headersOf(e) }
    const { candidates } = await must(app.send, 'getLateCandidates', drive)
    expect(candidates).toMatchObject([{ waiting: 1 }])
  })

  test('its end is no piece of work, and of two changes that it wrote at one place one is', async () => {
    const { e, other } = await two()
    const again = new Device(app.send, e.who.token, app.clock.now)
    again.adopt(e.device.grant)
    draft(e, 1, 'one')
    e.device.write('finish', '', { reason: 'candidate' })
    draft(e, 1, 'another at the same place', undefined, again)
    await other.takeOver()
    app.clock.move(1_000)
    draft(e, 1, 'of the other', undefined, other)
    await other.sync()
    for (const device of [e.device, again]) await device.post(device.request())
    expect(await pieces(e)).toMatchObject([{ kind: 'draft', state: 'waiting' }])
  })

  test('two candidates whose changes go by the same ids are two, whatever is decided about one of them', async () => {
    const e = await exam({ candidates: 2 })
    const [, who] = e.org.candidates
    const both = [e, { ...e, who: who ?? e.who, device: await startDevice(app, who) }]
    const write = ({ org, device }: Exam, language_id: number, answer: string, op_id?: string) => {
      const problem_id = org.problems[0].id
      return device.write(
        'draft',
        codeKey(problem_id, language_id),
        { problem_id, language_id, answer },
        op_id ? { op_id } : {},
      )
    }
    const ids = [1, 2].map((language) => write(e, language, 'one').op_id)
    const [first, second] = both
    if (!first || !second) throw new Error('There are two')
    for (const [n, op_id] of ids.entries()) write(second, n + 1, 'two', op_id)
    write(second, 1, 'newer')
    for (const one of both) {
      const other = new Device(app.send, one.who.token, app.clock.now, 'Red laptop')
      await other.takeOver()
      app.clock.move(1_000)
      for (const language of [1, 2]) draft(one, language, 'of the other', undefined, other)
      await other.sync()
      await one.device.post(one.device.request())
    }
    const drive = { params: { driveId: e.org.driveId }, headers: await headersOf(e) }
    const waiting = async () =>
      (await must(app.send, 'getLateCandidates', drive)).candidates.map((one) => one.waiting)
    expect(await waiting()).toEqual([2, 2])
    expect((await decide(first, (await workOf(first)).items, 'rejected')).status).toBe(200)
    expect(await waiting()).toEqual([2])
    expect((await workOf(second)).items).toMatchObject([
      { state: 'waiting', value: expect.stringContaining('two') },
      { state: 'waiting', value: expect.stringContaining('newer') },
    ])
  })

  test('a click behind the last save is a piece of its own, and is told as not saved', async () => {
    const e = await lost(
      (own, device) => {
        choose(own, 'mcq_save', true, undefined, device)
        choose(own, 'mcq_select', true, undefined, device)
      },
      (own, device) => choose(own, 'mcq_save', false, undefined, device),
    )
    expect(await pieces(e)).toMatchObject([
      { kind: 'choice', is_unsaved: false },
      { kind: 'choice', is_unsaved: true },
    ])
  })

  test('a choice that says what counts already waits for nobody', async () => {
    const same = (own: Exam, device: Device) => choose(own, 'mcq_save', true, undefined, device)
    const e = await lost(same, same)
    expect(await pieces(e)).toMatchObject([{ state: 'accepted', why: 'same' }])
    const drives = await must(app.send, 'getLateDrives', { headers: await headersOf(e) })
    expect(drives.candidates).toBe(0)
  })

  test('what staff accepts is told as accepted in the report', async () => {
    const e = await lost(
      (own, device) => {
        choose(own, 'mcq_save', true, undefined, device)
        draft(own, 1, programs.right, undefined, device)
      },
      (own, device) => {
        choose(own, 'mcq_save', false, undefined, device)
        draft(own, 1, programs.wrong, undefined, device)
      },
    )
    await decide(e, (await workOf(e)).items, 'accepted')
    await end(e)
    await settle(e)
    const report = await must(app.send, 'getReport', {
      params: { token: e.who.ref },
      headers: await headersOf(e),
    })
    expect(report.problems_details[0]).toMatchObject({ answer: programs.right, verdict: 'accepted_late' })
    expect(report.mcqs_details[0]).toMatchObject({ verdict: 'accepted_late', is_accepted: true })
  })

  test('what staff accepted stays in the list, and with its author, where its device sends a newer one', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', true)
    const first = e.device.tail
    choose(e, 'mcq_save', false)
    await other.takeOver()
    app.clock.move(1_000)
    choose(e, 'mcq_save', false, undefined, other)
    await other.sync()
    await e.device.post(e.device.request(first))
    expect((await decide(e, (await workOf(e)).items, 'accepted')).status).toBe(200)
    await e.device.post(e.device.request(e.device.tail.slice(1)))
    expect((await workOf(e)).items.map(({ state }) => state)).toEqual(['accepted', 'waiting'])
    await end(e)
    expect(await must(app.send, 'getDrive', { params: { token: e.who.invitation } })).toMatchObject({
      waiting_pieces: 1,
      decided_pieces: { accepted: 1, rejected: 0 },
    })
  })

  test('something that cannot be read is shown, and can be rejected', async () => {
    const { e, other } = await two()
    await other.takeOver()
    e.device.write('draft', 'code:1:1', { nonsense: true })
    await e.device.post(e.device.request())
    const { items } = await workOf(e)
    expect(items).toMatchObject([{ title: 'This cannot be read', state: 'waiting' }])
    expect((await decide(e, items, 'accepted')).status).toBe(409)
    expect((await decide(e, items, 'rejected')).status).toBe(200)
    expect((await workOf(e)).items).toMatchObject([{ state: 'rejected' }])
  })
})

test('a late choice stands beside the click that counts, where the time ran out on that', async () => {
  const e = await exam()
  await pause(e)
  app.clock.move(5 * MINUTE)
  choose(e, 'mcq_save', false)
  await e.device.sync()
  await resume(e)
  app.clock.move(1_000)
  choose(e, 'mcq_select', true)
  await e.device.sync()
  expect((await workOf(e)).items).toMatchObject([{ state: 'waiting', counts_now: null }])
  app.clock.set(e.deadline + 10 * MINUTE)
  await app.seal()
  expect((await scores(e))?.score).toBe(2)
  const { counts_now, value } = (await workOf(e)).items[0] ?? {}
  expect([typeof counts_now, counts_now === value]).toEqual(['string', false])
})

test.each([
  ['hold', true],
  ['accept', undefined],
] as const)(
  'a device that goes on with a reopened test marks claimed work where the drive says %s',
  async (latePolicy, is_uncounted) => {
    const e = await exam({ latePolicy })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    choose(e, 'mcq_save', true, e.deadline - 5 * MINUTE)
    draft(e, 1, programs.right, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(5 * MINUTE)
    await e.device.sync()
    await must(app.send, 'postReopen', {
      params: { ref: e.who.ref },
      body: { minutes: 30 },
      headers: await headersOf(e),
    })
    const { choices, drafts } = await must(app.send, 'getSavedAnswers', { token: e.who.token })
    const [{ id }] = e.org.questions
    expect([choices[id]?.is_uncounted, drafts[0]?.is_uncounted]).toEqual([is_uncounted, is_uncounted])
  },
)
