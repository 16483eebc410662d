import { describe, expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import { codeKey } from '#contract/ops.ts'
import { Device, type Exam, lateWorkIn, MINUTE, must, programs } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Which programs are judged as last drafts, and what stands in the list, by all that was written and all that staff decided. */

const app = await appForFile({ judging: true })

const { exam, two, draft, submit, workOf, decide, pause, resume, end, settle, scores, rowsOf, headersOf } =
  lateWorkIn(app)

const finish = async (e: Exam, device = e.device) => {
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  await settle(e)
}
const addTime = async (call: 'postReopen' | 'postMinutes', e: Exam) => {
  const input = { params: { ref: e.who.ref }, body: { minutes: 30 }, headers: await headersOf(e) }
  await must(app.send, call, input)
  app.clock.move(1_000)
}
const shownOf = async (e: Exam) => (await workOf(e)).items.map(({ value, state }) => [value, state])
const judgedOf = (e: Exam) => rowsOf(e, 'SELECT op_id, verdict FROM submissions')
const codeOf = async (e: Exam) =>
  (await must(app.send, 'getSavedAnswers', { token: e.who.token })).drafts[0]?.answer

/** A draft that is made in a pause, and waits. */
async function inPause(e: Exam, text: string) {
  await pause(e)
  app.clock.move(5 * MINUTE)
  const { op_id } = draft(e, 1, text)
  await e.device.sync()
  await resume(e)
  app.clock.move(1_000)
  return [{ op_id }]
}

/** Out of reach from ten minutes before the end; what is written then comes past the grace, a moment before the server ends the test. */
async function claim(e: Exam, write: () => void) {
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  write()
  app.clock.set(e.deadline + 30_001)
  await e.device.sync()
}

describe('a program of a lost device that was the answer, written over by what was made before it', () => {
  /** Both devices out of reach; the one that goes on wrote first, and comes last. */
  async function writtenOver(...texts: string[]) {
    const { e, other } = await two()
    const start = app.clock.now()
    await other.takeOver()
    app.clock.set(start + 2 * MINUTE)
    for (const text of texts) draft(e, 1, text)
    await e.device.post(e.device.request())
    draft(e, 1, programs.wrong, start + MINUTE, other)
    return { e, other }
  }

  test('is judged no more once it is rejected while the test runs', async () => {
    const { e, other } = await writtenOver(programs.right)
    await other.sync()
    expect((await decide(e, (await workOf(e)).items, 'rejected')).status).toBe(200)
    await finish(e, other)
    expect((await scores(e))?.score).toBe(0)
  })

  test('is judged no more once it is rejected after the end', async () => {
    const { e, other } = await writtenOver(programs.right)
    await finish(e, other)
    expect((await scores(e))?.score).toBe(10)
    expect((await decide(e, (await workOf(e)).items, 'rejected')).status).toBe(200)
    await settle(e)
    expect((await scores(e))?.score).toBe(0)
  })

  test('does not give its place to an older one of its device by being rejected', async () => {
    const { e, other } = await writtenOver(programs.right, 'newer, and broken')
    await other.sync()
    const { items } = await workOf(e)
    expect(items.map(({ value }) => value)).toEqual(['newer, and broken'])
    await decide(e, items, 'rejected')
    await finish(e, other)
    expect((await scores(e))?.score).toBe(0)
  })
})

describe('what an accepted program is judged by is its own', () => {
  test('where the same text was judged before a reopening, and written over since', async () => {
    const e = await exam()
    draft(e, 1, programs.right)
    await finish(e)
    expect((await scores(e))?.score).toBe(10)
    await addTime('postReopen', e)
    draft(e, 1, 'rewritten, and broken')
    await e.device.sync()
    expect((await decide(e, await inPause(e, programs.right), 'accepted')).status).toBe(200)
    await finish(e)
    expect((await scores(e))?.score).toBe(10)
  })

  test('where it was judged before a reopening itself, and written over since', async () => {
    const e = await exam()
    await decide(e, await inPause(e, programs.right), 'accepted')
    await finish(e)
    await addTime('postReopen', e)
    draft(e, 1, 'broken')
    await finish(e)
    expect((await scores(e))?.score).toBe(10)
  })

  test('beside the newest in time, which takes the place of the one before', async () => {
    const e = await exam()
    draft(e, 1, programs.wrong)
    await finish(e)
    await addTime('postReopen', e)
    await decide(e, await inPause(e, programs.right), 'accepted')
    draft(e, 1, 'newer, and broken')
    await finish(e)
    const judged = await rowsOf<{ id: number; op_id: string }>(e, 'SELECT id, op_id FROM submissions')
    const byAge = judged.toSorted((a, b) => a.id - b.id).map(({ op_id }) => op_id)
    expect(byAge).toEqual(['draft-4', 'draft-3'])
    expect((await scores(e))?.score).toBe(10)
  })

  test('where it was claimed, and no end had judged it', async () => {
    const e = await exam()
    await claim(e, () => draft(e, 1, programs.right, e.deadline - 5 * MINUTE))
    await decide(e, (await workOf(e)).items, 'accepted')
    await app.seal()
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })
})

describe('what an earlier end had judged makes way', () => {
  test.each([
    ['hold', 'postReopen'],
    ['accept', 'postReopen'],
    ['hold', 'postMinutes'],
  ] as const)('where it was claimed, and is written over in time: %s, %s', async (latePolicy, more) => {
    const e = await exam({ latePolicy })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    draft(e, 1, programs.right, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(MINUTE)
    await e.device.sync()
    await settle(e)
    expect((await scores(e))?.score_claimed).toBe(10)
    await addTime(more, e)
    draft(e, 1, programs.wrong)
    await finish(e)
    expect((await workOf(e)).items).toEqual([])
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })

  test.each([
    ['submitted', (e: Exam) => submit(e, 1, programs.wrong), 1],
    ['written', (e: Exam) => draft(e, 1, programs.wrong), 1],
    ['erased', (e: Exam) => draft(e, 1, ' '), 0],
  ] as const)('where something else is %s after a reopening', async (_, write, left) => {
    const e = await exam()
    draft(e, 1, programs.right)
    await finish(e)
    expect((await scores(e))?.score).toBe(10)
    await addTime('postReopen', e)
    write(e)
    await finish(e)
    expect(await judgedOf(e)).toHaveLength(left)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })
})

test('a text that was erased is judged by nobody', async () => {
  const e = await exam()
  draft(e, 1, programs.wrong)
  app.clock.move(1_000)
  draft(e, 1, '  ')
  await finish(e)
  expect(await judgedOf(e)).toEqual([])
})

describe('a claimed draft', () => {
  test('is judged once where its text is that of the draft in time', async () => {
    const e = await exam()
    draft(e, 1, programs.right)
    await e.device.sync()
    await claim(e, () => {
      draft(e, 1, 'typed, and undone', e.deadline - 6 * MINUTE)
      draft(e, 1, programs.right, e.deadline - 5 * MINUTE)
    })
    await app.seal()
    await settle(e)
    expect(await judgedOf(e)).toEqual([{ op_id: 'draft-1', verdict: 'on_time' }])
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })

  test('stays judged where what was written in time behind it is in another language', async () => {
    const e = await exam()
    await claim(e, () => draft(e, 1, programs.right, e.deadline - 5 * MINUTE))
    await addTime('postMinutes', e)
    draft(e, 2, 'in time, in another language')
    await finish(e)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 10 })
  })

  test('is judged where a newer claimed one in another language is rejected, and counts no more once it is, too', async () => {
    const e = await exam({ latePolicy: 'accept' })
    draft(e, 1, programs.wrong)
    await e.device.sync()
    await claim(e, () => {
      draft(e, 1, programs.right, e.deadline - 6 * MINUTE)
      draft(e, 2, 'in another language', e.deadline - 5 * MINUTE)
    })
    await app.seal()
    await settle(e)
    const { items } = await workOf(e)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
    await decide(e, items.slice(1), 'rejected')
    await settle(e)
    expect(await shownOf(e)).toEqual([
      [programs.right, 'accepted'],
      ['in another language', 'rejected'],
    ])
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
    await decide(e, items.slice(0, 1), 'rejected')
    await settle(e)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })
})

describe('a decision about older code leaves the newer code to its author', () => {
  test('where the one of a first pause is accepted, rejected and accepted once more', async () => {
    const e = await exam()
    const first = await inPause(e, 'of the first pause')
    await decide(e, first, 'accepted')
    await inPause(e, 'of the second pause')
    for (const decision of ['rejected', 'accepted'] as const) {
      expect((await decide(e, first, decision)).status).toBe(200)
      expect(await codeOf(e)).toBe('of the second pause')
    }
    expect(await shownOf(e)).toEqual([
      ['of the first pause', 'accepted'],
      ['of the second pause', 'waiting'],
    ])
  })

  test('where a claimed one is accepted, and the newer one came from a lost device', async () => {
    const { e, other } = await two()
    await claim(e, () => draft(e, 1, 'claimed, older', e.deadline - 5 * MINUTE))
    await addTime('postMinutes', e)
    draft(e, 1, 'newer, of the lost device')
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    expect(await codeOf(e)).toBe('newer, of the lost device')
    const claimed = (await workOf(e)).items.filter(({ source }) => source === 'log')
    expect((await decide(e, claimed, 'accepted')).status).toBe(200)
    expect(await codeOf(e)).toBe('newer, of the lost device')
  })

  test('where one of a lost device is accepted, and the newer one of a pause waits', async () => {
    const { e, other } = await two()
    draft(e, 1, 'of the lost device')
    await other.takeOver()
    app.clock.move(1_000)
    await pause(e)
    app.clock.move(5 * MINUTE)
    draft(e, 1, 'of the pause', undefined, other)
    await other.sync()
    await resume(e)
    await e.device.post(e.device.request())
    const aside = (await workOf(e)).items.filter(({ source }) => source === 'aside')
    expect((await decide(e, aside, 'accepted')).status).toBe(200)
    expect((await shownOf(e)).toSorted()).toEqual([
      ['of the lost device', 'accepted'],
      ['of the pause', 'waiting'],
    ])
  })
})

describe('beside the log', () => {
  const adoptedOf = (e: Exam) => rowsOf(e, 'SELECT adopted_at IS NOT NULL AS adopted FROM quarantine')

  test('a draft whose body does not fit is listed as often as it is counted', async () => {
    const { e, other } = await two()
    await other.takeOver()
    e.device.write('draft', 'code:1:1', { nonsense: true })
    await e.device.post(e.device.request())
    const { items, total } = await workOf(e)
    expect(items).toHaveLength(total)
  })

  test('the newest draft of a lease is shown, whatever its hash', async () => {
    const { e, other } = await two()
    do draft(e, 1, `draft ${e.device.ops.length}`)
    while (e.device.ops.every(({ hash }) => hash <= e.device.head.hash))
    const newest = `draft ${e.device.ops.length - 1}`
    await other.takeOver()
    await e.device.post(e.device.request())
    expect(await shownOf(e)).toEqual([[newest, 'accepted']])
  })

  test('the newest draft of a lost device is judged, also of two that were made in one moment', async () => {
    const { e, other } = await two()
    draft(e, 1, programs.wrong)
    draft(e, 1, programs.right)
    await other.takeOver()
    await e.device.post(e.device.request())
    await finish(e, other)
    expect((await scores(e))?.score).toBe(10)
  })

  test('the newest of two lost devices is judged, though the other one wrote more', async () => {
    const { e, other } = await two()
    for (const text of ['one', 'two', programs.wrong]) draft(e, 1, text)
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    draft(e, 1, programs.right, undefined, other)
    const third = new Device(app.send, e.who.token, app.clock.now, 'Blue laptop')
    await third.takeOver()
    app.clock.move(1_000)
    await other.post(other.request())
    await finish(e, third)
    expect((await scores(e))?.score).toBe(10)
  })

  test.each([
    ['one of another problem has its text', true],
    ['one of another key has its body', false],
  ])('a submission that was given up is shown, though %s', async (_, isOwn) => {
    const e = await exam()
    const old = new Device(app.send, e.who.token, app.clock.now)
    old.adopt(e.device.grant)
    const [{ id: problem_id }, other] = e.org.problems
    const body = { problem_id, language_id: 1, source_code: programs.right }
    old.write('submit', codeKey(other.id, 1), { ...body, ...(isOwn && { problem_id: other.id }) })
    await e.device.takeOver()
    e.device.write('submit', codeKey(problem_id, 1), body)
    await e.device.sync()
    await old.post(old.request())
    expect((await workOf(e)).items).toMatchObject([{ kind: 'submission', state: 'waiting' }])
  })

  test('the second of two pieces under one id is no answer', async () => {
    const { e, other } = await two()
    const { op_id } = draft(e, 1, 'first')
    const problem_id = e.org.problems[0].id
    e.device.write(
      'draft',
      codeKey(problem_id, 2),
      { problem_id, language_id: 2, answer: 'second' },
      { op_id },
    )
    await other.takeOver()
    app.clock.move(1_000)
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect(await rowsOf(e, 'SELECT saved FROM answers')).toEqual([{ saved: 'first' }])
    expect(await adoptedOf(e)).toEqual([{ adopted: 1 }, { adopted: 0 }])
  })

  test('code comes to count by itself, though the other device submitted its choices long before', async () => {
    const { e, other } = await two()
    draft(e, 1, 'of the lost device')
    const request = e.device.request()
    await other.takeOver()
    app.clock.move(1_000)
    other.write('mcq_submit_all', '', {})
    await other.sync()
    app.clock.move(5 * MINUTE)
    await e.device.post(request)
    expect(await adoptedOf(e)).toEqual([{ adopted: 1 }])
  })

  test('a device that was never heard is not heard by what the other one says in a pause', async () => {
    const { e, other } = await two()
    draft(e, 1, 'of the lost device')
    app.clock.move(MINUTE)
    await other.takeOver()
    app.clock.move(MINUTE)
    await pause(e)
    app.clock.move(5 * MINUTE)
    await other.sync([])
    app.clock.move(1_000)
    await resume(e)
    app.clock.move(2 * MINUTE)
    await other.sync([])
    await e.device.post(e.device.request())
    expect(await adoptedOf(e)).toEqual([{ adopted: 1 }])
  })

  test('no device gives up the lease of another one', async () => {
    const { e, other } = await two()
    draft(e, 1, 'of the lost device')
    const replaces = e.device.grant.lease_id
    const body = { ...other.leaseRequest(true), replaces }
    await must(app.send, 'postSyncLease', { token: e.who.token, body })
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    expect(await adoptedOf(e)).toEqual([{ adopted: 1 }])
  })

  test('nothing that was written under a lease of a pause is older than that lease', async () => {
    const { e, other } = await two()
    await e.device.sync([])
    const { anchor } = e.device
    app.clock.move(MINUTE)
    await pause(e)
    const before = app.clock.now() - 1_000
    app.clock.move(5 * MINUTE)
    await other.takeOver()
    app.clock.move(1_000)
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, answer: 'dated back' }
    other.write('draft', codeKey(problem_id, 1), body, { est: before, anchor_id: anchor })
    const request = other.request()
    await e.device.takeOver()
    app.clock.move(1_000)
    await other.post(request)
    expect(await adoptedOf(e)).toEqual([{ adopted: 0 }])
  })
})

// Each of them has an attempt of its own, which nothing changes afterwards.
test('the evidence of all these tests holds', async () => {
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})
