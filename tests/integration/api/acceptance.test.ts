import { describe, expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import { ownReport } from '#contract/views/candidate.ts'
import { call, DAY, type Exam, lateWorkIn, MINUTE, must, programs } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Work that staff accepts is added to what counts: it takes the place of no program, and hides no other piece. */

const app = await appForFile({ judging: true })

const {
  exam,
  two,
  draft,
  submit,
  choose,
  workOf,
  decide,
  pause,
  resume,
  end,
  settle,
  scores,
  rowsOf,
  headersOf,
} = lateWorkIn(app)

const finish = async (e: Exam, device = e.device) => {
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  await settle(e)
}
const accept = async (e: Exam, items?: Awaited<ReturnType<typeof workOf>>['items']) =>
  expect((await decide(e, items ?? (await workOf(e)).items, 'accepted')).status).toBe(200)

/** A draft that is made in a pause, and waits. */
async function inPause(e: Exam, language: number, text: string) {
  await pause(e)
  app.clock.move(5 * MINUTE)
  draft(e, language, text)
  await e.device.sync()
  await resume(e)
  app.clock.move(1_000)
}

describe('a draft of a lost device', () => {
  test.each(['nobody accepts', 'staff accepts while the test runs', 'staff accepts after the end'])(
    'that %s leaves the newer one of the device that went on to be judged',
    async (when) => {
      const { e, other } = await two()
      draft(e, 1, 'of the lost device')
      await other.takeOver()
      app.clock.move(1_000)
      draft(e, 1, programs.right, undefined, other)
      await other.sync()
      await e.device.post(e.device.request())
      if (when.includes('runs')) await accept(e)
      app.clock.move(MINUTE)
      // A candidate who goes on with the test elsewhere finds their newer program.
      expect(await rowsOf(e, 'SELECT saved FROM answers')).toEqual([{ saved: programs.right }])
      await finish(e, other)
      if (when.includes('end')) await accept(e)
      await settle(e)
      expect((await scores(e))?.score).toBe(10)
      expect((await verifyAll(app.ctx)).findings).toEqual([])
    },
  )

  test('that staff accepted counts, and cannot be taken back, also where it is not the answer', async () => {
    const { e, other } = await two()
    draft(e, 1, programs.right)
    await other.takeOver()
    app.clock.move(1_000)
    draft(e, 1, 'newer and wrong', undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    const { items } = await workOf(e)
    await accept(e, items)
    expect((await decide(e, items, 'rejected')).status).toBe(409)
    await finish(e, other)
    expect((await scores(e))?.score).toBe(10)
  })

  test('that became the answer by itself cannot be rejected', async () => {
    const { e, other } = await two()
    draft(e, 1, programs.right)
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    const { items } = await workOf(e)
    expect(items).toMatchObject([{ state: 'accepted', decided_by: 'policy' }])
    expect((await decide(e, items, 'rejected')).status).toBe(409)
    await finish(e, other)
    expect((await scores(e))?.score).toBe(10)
  })

  test('becomes the answer where the device that went on has written nothing since', async () => {
    const { e, other } = await two()
    draft(e, 1, 'before')
    await e.device.sync()
    await pause(e)
    app.clock.move(5 * MINUTE)
    draft(e, 1, 'in the pause')
    await other.takeOver()
    await e.device.post(e.device.request())
    await resume(e)
    await accept(e)
    expect(await rowsOf(e, 'SELECT saved FROM answers')).toEqual([{ saved: 'in the pause' }])
  })
})

test('a choice of a lost device that staff accepts takes the place of the newer one, whose device is told so', async () => {
  const { e, other } = await two()
  choose(e, 'mcq_save', true)
  await other.takeOver()
  app.clock.move(1_000)
  choose(e, 'mcq_save', false, undefined, other)
  await other.sync()
  await e.device.post(e.device.request())
  const saved = () => must(app.send, 'getSavedAnswers', { token: e.who.token })
  const [{ id, right, wrong }] = e.org.questions
  expect((await saved()).choices[id]).toEqual({
    saved: wrong.slice(0, 1),
    selected: null,
    saved_at: expect.any(String),
  })
  await accept(e)
  expect((await saved()).choices[id]).toMatchObject({ saved: right, over_seq: 1 })
  choose(e, 'mcq_save', false, undefined, other)
  await other.sync()
  expect((await saved()).choices[id]?.over_seq).toBeUndefined()
})

describe('drafts of two pauses', () => {
  test.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ])('leave the one in time to be judged, in language %i, accepted: %s', async (language, isAccepted) => {
    const e = await exam()
    draft(e, language, programs.right)
    await e.device.sync()
    await inPause(e, 1, 'of the first pause')
    if (isAccepted) await accept(e)
    await inPause(e, 1, 'of the second pause')
    await finish(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })

  test('are judged once accepted, whatever their page writes on', async () => {
    const e = await exam()
    await inPause(e, 1, programs.right)
    await accept(e)
    draft(e, 1, 'written on, and broken')
    await finish(e)
    expect((await scores(e))?.score).toBe(10)
    // The decided piece stands there, and can be decided otherwise.
    const { items } = await workOf(e)
    expect(items).toMatchObject([{ value: programs.right, state: 'accepted' }])
    await decide(e, items, 'rejected')
    await settle(e)
    expect((await scores(e))?.score).toBe(0)
  })
})

describe('behind claimed work', () => {
  /** Claimed, and then too late. */
  async function claimed(write: (e: Exam) => void) {
    const e = await exam({ latePolicy: 'hold' })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    write(e)
    await end(e)
    app.clock.move(5 * MINUTE)
    await e.device.sync()
    await settle(e)
    return e
  }

  test('a late submission beyond the limit is shown, and counts once it is accepted', async () => {
    const e = await claimed((one) => {
      draft(one, 1, programs.wrong, one.deadline - 5 * MINUTE)
      for (let n = 0; n < 3; n++) submit(one, 1, `${programs.wrong}// ${n}`, one.deadline + 60_000)
      submit(one, 1, programs.right, one.deadline + 60_000)
    })
    const beyond = (await workOf(e)).items.filter(({ value }) => value === programs.right)
    await accept(e, beyond)
    await settle(e)
    expect((await scores(e))?.score).toBe(10)
    expect((await workOf(e)).items.map(({ value }) => value)).toContain(programs.right)
  })

  test.each(['draft', 'submission beyond the limit'])(
    'late work that is taken back gives a claimed %s its place back',
    async (kind) => {
      const e = await exam({ latePolicy: 'hold' })
      for (let n = 0; n < 3; n++) submit(e, 1, `${programs.wrong}// ${n}`)
      app.clock.set(e.deadline - 10 * MINUTE)
      await e.device.sync()
      draft(e, 1, 'an older claimed draft', e.deadline - 6 * MINUTE)
      const write = kind === 'draft' ? draft : submit
      write(e, 1, programs.right, e.deadline - 5 * MINUTE)
      draft(e, 1, 'late', e.deadline + 60_000)
      await end(e)
      app.clock.move(5 * MINUTE)
      await e.device.sync()
      await settle(e)
      const shown = async () => (await workOf(e)).items.map(({ value }) => value)
      expect(await shown()).toEqual([programs.right, 'late'])
      expect(await scores(e)).toEqual({ score: 0, score_claimed: 10 })
      const late = (await workOf(e)).items.slice(1)
      await accept(e, late)
      expect(await shown()).toEqual([programs.right, 'late'])
      await decide(e, late, 'rejected')
      await settle(e)
      expect(await shown()).toEqual([programs.right, 'late'])
      expect(await scores(e)).toEqual({ score: 0, score_claimed: 10 })
    },
  )

  test.each(['older first', 'newer first'])('the newer accepted choice counts, decided %s', async (order) => {
    const e = await claimed((one) => {
      choose(one, 'mcq_save', false, one.deadline - 5 * MINUTE)
      choose(one, 'mcq_save', true, one.deadline + 60_000)
    })
    const { items } = await workOf(e)
    await accept(e, order === 'older first' ? items : items.toReversed())
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  })
})

describe('waits for nobody once its author wrote over it', () => {
  const shown = async (e: Exam) => (await workOf(e)).items.map(({ value }) => value)

  test('in time, after the test was reopened', async () => {
    const e = await exam({ latePolicy: 'hold' })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    draft(e, 1, 'claimed', e.deadline - 5 * MINUTE)
    choose(e, 'mcq_save', false, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(5 * MINUTE)
    await e.device.sync()
    expect(await shown(e)).toHaveLength(2)
    const input = { params: { ref: e.who.ref }, body: { minutes: 30 }, headers: await headersOf(e) }
    await must(app.send, 'postReopen', input)
    draft(e, 1, 'newer')
    choose(e, 'mcq_save', true)
    await e.device.sync()
    expect(await shown(e)).toEqual([])
  })

  test('by what is only claimed, where it was of a pause', async () => {
    const e = await exam({ latePolicy: 'hold' })
    await inPause(e, 1, 'of the pause')
    expect(await shown(e)).toEqual(['of the pause'])
    await e.device.sync([])
    const resumed = app.clock.now()
    const { deadline_at } = (
      await app.rows<{ deadline_at: number }>(
        'SELECT deadline_at FROM attempts WHERE id = ?',
        e.who.attemptId,
      )
    )[0] ?? { deadline_at: 0 }
    draft(e, 1, 'claimed', resumed + MINUTE)
    app.clock.set(deadline_at + 30_001)
    await app.seal()
    app.clock.move(MINUTE)
    await e.device.sync()
    expect(await shown(e)).toEqual(['claimed'])
  })
})

test('what waits is told to its author, and the reports show the program that the score comes from', async () => {
  const e = await exam({ latePolicy: 'hold' })
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE drives SET release_reports = 1 WHERE id = ?', e.org.driveId),
  )
  draft(e, 1, programs.wrong)
  choose(e, 'mcq_save', false)
  await e.device.sync()
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  // Better, and it does not count yet.
  submit(e, 1, programs.right, e.deadline - 5 * MINUTE)
  choose(e, 'mcq_save', true, e.deadline - 5 * MINUTE)
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  await settle(e)
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 12 })
  const headers = await headersOf(e)
  const staffs = await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })
  expect(staffs.problems_details[0]).toMatchObject({
    answer: programs.wrong,
    answer_kind: 'final',
    verdict: 'on_time',
  })
  const drive = () => must(app.send, 'getDrive', { params: { token: e.who.invitation } })
  const own = async () => {
    app.clock.move(2 * DAY)
    const { json } = await call(app.send, 'getReport', { params: { token: e.who.invitation } })
    return ownReport.parse((json as { data: unknown }).data)
  }
  expect((await drive()).waiting_pieces).toBe(2)
  const { waiting_pieces, problems_details, mcqs_details } = await own()
  expect(waiting_pieces).toBe(2)
  expect(problems_details.find(({ is_attempted }) => is_attempted)).toMatchObject({ answer: programs.wrong })
  expect(mcqs_details.map(({ is_held }) => is_held).toSorted()).toEqual([false, false, true])
  await decide(e, (await workOf(e)).items, 'rejected')
  const decided_pieces = { accepted: 0, rejected: 2 }
  expect(await drive()).toMatchObject({ decided_pieces })
  expect((await drive()).waiting_pieces).toBeUndefined()
  expect(await own()).toMatchObject({ waiting_pieces: 0, decided_pieces })
})
