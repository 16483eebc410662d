import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import { choiceKey } from '#contract/ops.ts'
import { type Device, type Exam, HOUR, lateWorkIn, MINUTE, must } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** How a question is answered, by all that was chosen for it and all that staff decided, in whatever order it came. */

const app = await appForFile()

const { exam, two, choose, workOf, decide, pause, resume, end, scores, rowsOf, headersOf } = lateWorkIn(app)

const finish = async (device: Device) => {
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
}
const stateOf = async (e: Exam) => (await workOf(e)).items.map(({ source, state }) => [source, state])
const savedOf = async (e: Exam) => {
  const [row] = await rowsOf<{ saved: string }>(e, 'SELECT saved FROM answers')
  const [{ right }] = e.org.questions
  return row && row.saved === JSON.stringify(right) ? 'right' : 'wrong'
}

const deadlineOf = async ({ who }: Exam): Promise<number> => {
  const [row] = await app.rows<{ at: number }>(
    'SELECT deadline_at AS at FROM attempts WHERE id = ?',
    who.attemptId,
  )
  return row?.at ?? 0
}

/** A running test whose question was clicked in time, and not saved. */
async function clicked(isRight: boolean): Promise<Exam> {
  const e = await exam()
  choose(e, 'mcq_select', isRight)
  await e.device.sync()
  app.clock.move(1_000)
  return e
}

/** A choice that is saved in a pause, and waits. */
async function inPause(e: Exam, isRight: boolean, { after = 1_000, device = e.device } = {}) {
  await pause(e)
  app.clock.move(5 * MINUTE)
  const { op_id } = choose(e, 'mcq_save', isRight, undefined, device)
  await device.sync()
  await resume(e)
  app.clock.move(after)
  return [{ op_id }]
}

type Done = readonly [type: 'mcq_save' | 'mcq_select', isRight: boolean]

describe('a claimed finish, heard of long after the end, leaves the verified score', () => {
  test.each<[string, { inReach: Done[]; outOfReach: Done; verified: number; claimed: number }]>([
    [
      'a wrong click beside a right save',
      {
        inReach: [
          ['mcq_save', true],
          ['mcq_select', false],
        ],
        outOfReach: ['mcq_select', false],
        verified: 0,
        claimed: 2,
      },
    ],
    [
      'a right click beside a wrong save',
      {
        inReach: [
          ['mcq_save', false],
          ['mcq_select', true],
        ],
        outOfReach: ['mcq_select', true],
        verified: 2,
        claimed: 0,
      },
    ],
    [
      'a right click, and a claimed wrong one',
      { inReach: [['mcq_select', true]], outOfReach: ['mcq_select', false], verified: 2, claimed: 0 },
    ],
    [
      'a right click, and a claimed wrong save',
      { inReach: [['mcq_select', true]], outOfReach: ['mcq_save', false], verified: 2, claimed: 0 },
    ],
  ])('%s', async (_, { inReach, outOfReach: [type, isRight], verified, claimed }) => {
    const e = await exam()
    app.clock.set(e.deadline - 10 * MINUTE)
    for (const done of inReach) choose(e, ...done)
    await e.device.sync()
    choose(e, type, isRight, e.deadline - 9 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 8 * MINUTE })
    await end(e)
    expect((await scores(e))?.score).toBe(verified)
    app.clock.set(e.deadline + 20 * HOUR)
    await e.device.sync()
    expect(await scores(e)).toEqual({ score: verified, score_claimed: claimed })
    // A click that the finish dropped is no work that waits.
    expect(await stateOf(e)).toEqual(type === 'mcq_save' ? [['log', 'waiting']] : [])
  })
})

test('a click in time that a claimed save came behind is verified and not claimed, also where the test is opened again', async () => {
  const e = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  choose(e, 'mcq_select', true)
  await e.device.sync()
  choose(e, 'mcq_save', false, e.deadline - 9 * MINUTE)
  e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 8 * MINUTE })
  await end(e)
  app.clock.move(HOUR)
  await e.device.sync()
  const input = { params: { ref: e.who.ref }, body: { minutes: 10 }, headers: await headersOf(e) }
  await must(app.send, 'postReopen', input)
  app.clock.move(11 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 0 })
})

test('a click in time that a finish in time dropped counts for nothing, also where a late save came behind it', async () => {
  const e = await exam()
  choose(e, 'mcq_select', true)
  await e.device.sync()
  await inPause(e, false)
  await finish(e.device)
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
})

test('a click in time that a claimed finish dropped is verified and not claimed, also where a late save came behind it', async () => {
  const e = await exam()
  choose(e, 'mcq_select', true)
  await e.device.sync()
  await inPause(e, false)
  const deadline = await deadlineOf(e)
  app.clock.set(deadline - 10 * MINUTE)
  await e.device.sync([])
  e.device.write('finish', '', { reason: 'candidate' }, { est: deadline - 5 * MINUTE })
  app.clock.set(deadline + 30_001)
  await app.seal()
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 0 })
})

test('a claimed click that its own finish dropped waits for nobody', async () => {
  const e = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  choose(e, 'mcq_save', false)
  await e.device.sync()
  choose(e, 'mcq_select', true, e.deadline - 9 * MINUTE)
  e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 8 * MINUTE })
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  expect(await workOf(e)).toMatchObject({ items: [], total: 0 })
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
})

describe('choices of two pauses', () => {
  test('stay both in the list: an accepted one can be rejected while the next one waits', async () => {
    const e = await exam()
    const first = await inPause(e, true)
    expect((await decide(e, first, 'accepted')).status).toBe(200)
    await inPause(e, false)
    expect(await stateOf(e)).toEqual([
      ['log', 'accepted'],
      ['log', 'waiting'],
    ])
    expect((await decide(e, first, 'rejected')).status).toBe(200)
    await finish(e.device)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })

  test('leave what was saved in time behind the accepted one, where the next one is rejected', async () => {
    const e = await exam()
    await decide(e, await inPause(e, true), 'accepted')
    app.clock.move(1_000)
    choose(e, 'mcq_save', false)
    await e.device.sync()
    await decide(e, await inPause(e, true), 'rejected')
    await finish(e.device)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })
})

test.each([
  ['a second after it', 1_000],
  ['in the same moment', 0],
])(
  'what was saved in time over a rejected choice, %s, stays the answer where that is rejected once more',
  async (_, ms) => {
    const e = await exam()
    const late = await inPause(e, false, { after: ms })
    expect((await decide(e, late, 'rejected')).status).toBe(200)
    choose(e, 'mcq_save', true)
    await e.device.sync()
    app.clock.move(1_000)
    expect((await decide(e, late, 'rejected')).status).toBe(200)
    expect(await savedOf(e)).toBe('right')
    expect(await rowsOf(e, 'SELECT verdict FROM answers')).toEqual([{ verdict: 'on_time' }])
  },
)

test('what was saved in time over a claimed choice stays the answer where what came too late is rejected', async () => {
  const e = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', false, e.deadline - 5 * MINUTE)
  app.clock.set(e.deadline + 30_001)
  await e.device.sync()
  const input = { params: { ref: e.who.ref }, body: { minutes: 30 }, headers: await headersOf(e) }
  await must(app.send, 'postMinutes', input)
  app.clock.move(1_000)
  choose(e, 'mcq_save', true)
  await e.device.sync()
  expect((await decide(e, await inPause(e, false), 'rejected')).status).toBe(200)
  await finish(e.device)
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('a click in time gives way to the choice that staff accepts behind it, through the end of the time', async () => {
  const e = await clicked(false)
  await decide(e, await inPause(e, true), 'accepted')
  app.clock.set(e.deadline + 10 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('a click in time takes its place again where the choice that staff had accepted behind it is rejected', async () => {
  const e = await clicked(true)
  const late = await inPause(e, false)
  await decide(e, late, 'accepted')
  expect((await decide(e, late, 'rejected')).status).toBe(200)
  app.clock.set(e.deadline + 10 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test.each([
  ['both are rejected', true],
  ['the accepted one is rejected and the next one waits', false],
])(
  'a click in time takes its place again behind an accepted choice and another one that came late, where %s',
  async (_, isDecided) => {
    const e = await exam()
    choose(e, 'mcq_select', true)
    await e.device.sync()
    app.clock.move(1_000)
    const first = await inPause(e, false)
    await decide(e, first, 'accepted')
    app.clock.move(1_000)
    const next = await inPause(e, false)
    if (isDecided) await decide(e, next, 'rejected')
    await decide(e, first, 'rejected')
    app.clock.set(e.deadline + 20 * MINUTE)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  },
)

test('a click in time stays behind the choice that staff accepted over it, where another one is rejected', async () => {
  const e = await clicked(false)
  await decide(e, await inPause(e, true), 'accepted')
  app.clock.move(1_000)
  await decide(e, await inPause(e, false), 'rejected')
  app.clock.set(e.deadline + 20 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('a click in time is not taken from the log where a newer choice was saved in time behind it', async () => {
  const e = await exam()
  choose(e, 'mcq_select', true)
  choose(e, 'mcq_save', false)
  await e.device.sync()
  app.clock.move(1_000)
  const first = await inPause(e, true)
  await decide(e, first, 'accepted')
  app.clock.move(1_000)
  await inPause(e, true)
  await decide(e, first, 'rejected')
  app.clock.set(e.deadline + 20 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
})

test('a click from before its time was kept is verified under a claimed finish as any other', async () => {
  const e = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  choose(e, 'mcq_select', true)
  await e.device.sync()
  choose(e, 'mcq_select', false, e.deadline - 9 * MINUTE)
  e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 8 * MINUTE })
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync(e.device.tail.slice(0, 1))
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      'UPDATE answers SET verified_at = NULL, verified_click = NULL WHERE attempt_id = ?',
      e.who.attemptId,
    ),
  )
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 0 })
})

test('a click in time behind claimed work stays the newest, whatever is decided about an older piece', async () => {
  const e = await exam({ latePolicy: 'accept' })
  const older = await inPause(e, false)
  await decide(e, older, 'accepted')
  const deadline = await deadlineOf(e)
  app.clock.set(deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', false, deadline - 9 * MINUTE)
  app.clock.set(deadline + 30_001)
  await app.seal()
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  const headers = await headersOf(e)
  await must(app.send, 'postReopen', { params: { ref: e.who.ref }, body: { minutes: 10 }, headers })
  app.clock.move(MINUTE)
  choose(e, 'mcq_select', true)
  await e.device.sync()
  expect((await decide(e, older, 'rejected')).status).toBe(200)
  app.clock.move(11 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test.each(['as it is kept now', 'as it was kept before its time was'])(
  'a click in time, %s, outlives the rejection of a late save of the same choice',
  async (how) => {
    const e = await exam()
    choose(e, 'mcq_select', true)
    await e.device.sync()
    const late = await inPause(e, true)
    if (how.includes('before'))
      await app.ctx.db.write((tx) =>
        tx.raw.run(
          'UPDATE answers SET verified_at = NULL, verified_click = NULL WHERE attempt_id = ?',
          e.who.attemptId,
        ),
      )
    app.clock.move(2 * HOUR)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
    expect((await decide(e, late, 'rejected')).status).toBe(200)
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  },
)

test.each(['mcq_select', 'mcq_save'] as const)(
  'the evidence of a click in time that came with a late %s before it holds also where the test is opened again',
  async (type) => {
    const e = await exam()
    await pause(e)
    app.clock.move(5 * MINUTE)
    choose(e, type, false)
    app.clock.move(1_000)
    await resume(e)
    app.clock.move(1_000)
    choose(e, 'mcq_select', true)
    await e.device.sync()
    app.clock.set(e.deadline + 10 * MINUTE)
    await app.seal()
    const input = { params: { ref: e.who.ref }, body: { minutes: 10 }, headers: await headersOf(e) }
    await must(app.send, 'postReopen', input)
    app.clock.move(11 * MINUTE)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  },
)

describe('an older choice of a lost device and a newer one of a pause', () => {
  /** Both wait. */
  async function both() {
    const { e, other } = await two()
    choose(e, 'mcq_save', false)
    await other.takeOver()
    app.clock.move(1_000)
    await pause(e)
    app.clock.move(5 * MINUTE)
    choose(e, 'mcq_save', true, undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    await resume(e)
    app.clock.move(1_000)
    const { items } = await workOf(e)
    return {
      e,
      other,
      older: items.filter(({ source }) => source === 'aside'),
      newer: items.filter(({ source }) => source === 'log'),
    }
  }

  test.each(['older', 'newer'] as const)('count by their age, decided %s first', async (first) => {
    const { e, other, older, newer } = await both()
    const [one, two] = first === 'older' ? [older, newer] : [newer, older]
    expect((await decide(e, one, 'accepted')).status).toBe(200)
    expect((await stateOf(e)).map(([, state]) => state).toSorted()).toEqual(['accepted', 'waiting'])
    app.clock.move(1_000)
    expect((await decide(e, two, 'accepted')).status).toBe(200)
    await finish(other)
    expect((await scores(e))?.score).toBe(2)
  })
})

test('a claimed choice goes before one that came too late, also where an older piece is decided', async () => {
  const e = await exam()
  const older = await inPause(e, false)
  await decide(e, older, 'accepted')
  const deadline = await deadlineOf(e)
  app.clock.set(deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', true, deadline - 5 * MINUTE)
  choose(e, 'mcq_save', false, deadline + 60_000)
  app.clock.set(deadline + 2 * MINUTE)
  await app.seal()
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 2 })
  expect((await decide(e, older, 'rejected')).status).toBe(200)
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 2 })
})

test('a click that the finish dropped stays told, whatever is decided about an older piece', async () => {
  const e = await exam()
  const older = await inPause(e, false)
  await decide(e, older, 'rejected')
  await pause(e)
  app.clock.move(5 * MINUTE)
  choose(e, 'mcq_select', true)
  await e.device.sync()
  await finish(e.device)
  const [{ id, right }] = e.org.questions
  const unsaved = async () => {
    const input = { params: { token: e.who.ref }, headers: await headersOf(e) }
    const { mcqs_details } = await must(app.send, 'getReport', input)
    return mcqs_details.find(({ question_id }) => question_id === id)?.unsaved_options
  }
  expect(await unsaved()).toEqual(right)
  for (const decision of ['accepted', 'rejected'] as const) {
    expect((await decide(e, older, decision)).status).toBe(200)
    expect(await unsaved()).toEqual(right)
  }
})

test('a claimed choice that was rejected comes back as rejected where what came too late is taken back', async () => {
  const e = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  const claimed = choose(e, 'mcq_save', true, e.deadline - 5 * MINUTE)
  const late = choose(e, 'mcq_save', false, e.deadline + 60_000)
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  await decide(e, [late], 'accepted')
  await decide(e, [claimed], 'rejected')
  await decide(e, [late], 'rejected')
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
})

test('a click in time outlives a finish beside a late choice that says the same, made in the very millisecond it came', async () => {
  const e = await exam()
  app.clock.set(e.deadline - 1_000)
  await e.device.sync([])
  choose(e, 'mcq_select', true, e.deadline - 500)
  app.clock.set(e.deadline + 5_000)
  choose(e, 'mcq_save', true)
  await e.device.sync()
  expect(await rowsOf(e, 'SELECT verdict, made_at - received_at AS made FROM ops')).toContainEqual({
    verdict: 'late',
    made: 0,
  })
  const headers = await headersOf(e)
  const given = { params: { ref: e.who.ref }, body: { minutes: 30 }, headers }
  await must(app.send, 'postMinutes', given)
  await finish(e.device)
  await must(app.send, 'postReopen', given)
  app.clock.move(3 * HOUR)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('a click in time under a late save is told nobody as saved', async () => {
  const e = await clicked(true)
  await inPause(e, false)
  const [{ wrong }] = e.org.questions
  const { questions_submissions } = await must(app.send, 'getQuestionSubmissions', { token: e.who.token })
  expect(questions_submissions).toMatchObject([{ selected_options: wrong.slice(0, 1), verdict: 'late' }])
})

test('the same options clicked in another order are no other choice, and the report tells none as not saved', async () => {
  const e = await exam()
  const [, { id, right }] = e.org.questions
  expect(right.length).toBeGreaterThan(1)
  e.device.write('mcq_save', choiceKey(id), { question_id: id, selected_options: right })
  e.device.write('mcq_select', choiceKey(id), { question_id: id, selected_options: right.toReversed() })
  await finish(e.device)
  const headers = await headersOf(e)
  const { mcqs_details } = await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })
  expect(mcqs_details.find(({ question_id }) => question_id === id)).toMatchObject({
    is_accepted: true,
    unsaved_options: [],
  })
})

test.each([
  ['counts as claimed again where the finish drops the click over both', true],
  ['stays behind the click over both where the time ends the test', false],
])('a claimed save newer than an accepted choice %s', async (_, isFinished) => {
  const e = await exam()
  const older = await inPause(e, false)
  await decide(e, older, 'rejected')
  const deadline = await deadlineOf(e)
  app.clock.set(deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', true, deadline - 5 * MINUTE)
  app.clock.set(deadline + 30_001)
  await app.seal()
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  const given = { params: { ref: e.who.ref }, body: { minutes: 30 }, headers: await headersOf(e) }
  await must(app.send, 'postReopen', given)
  app.clock.move(1_000)
  choose(e, 'mcq_select', false)
  await e.device.sync()
  app.clock.move(1_000)
  await decide(e, older, 'accepted')
  if (isFinished) {
    choose(e, 'mcq_select', false)
    await e.device.sync()
    await finish(e.device)
  } else {
    app.clock.move(HOUR)
    await app.seal()
  }
  expect(await scores(e)).toEqual({ score: 0, score_claimed: isFinished ? 2 : 0 })
})

describe.each(['accept', 'hold'] as const)(
  'a late choice beside a newer claimed one, where the drive says %s',
  (latePolicy) => {
    test.each([
      ['accepted', 'accepted'],
      ['rejected', 'accepted'],
    ] as const)('and staff %s it before, and %s it after', async (before, after) => {
      const e = await exam({ latePolicy })
      const older = await inPause(e, false)
      await decide(e, older, before)
      const deadline = await deadlineOf(e)
      app.clock.set(deadline - 10 * MINUTE)
      await e.device.sync([])
      choose(e, 'mcq_save', true, deadline - 5 * MINUTE)
      app.clock.set(deadline + 30_001)
      await app.seal()
      app.clock.move(5 * MINUTE)
      await e.device.sync()
      expect((await decide(e, older, after)).status).toBe(200)
      expect(await scores(e)).toEqual({ score: latePolicy === 'accept' ? 2 : 0, score_claimed: 2 })
      const { mcqs_details } = await must(app.send, 'getReport', {
        params: { token: e.who.ref },
        headers: await headersOf(e),
      })
      const [{ id, right }] = e.org.questions
      const told = mcqs_details.find(({ question_id }) => question_id === id)
      expect([told?.unsaved_options, told?.held_options]).toEqual([[], latePolicy === 'accept' ? [] : right])
    })
  },
)

describe('a choice of a lost device', () => {
  const isAdopted = (e: Exam) => rowsOf(e, 'SELECT adopted_at IS NOT NULL AS adopted FROM quarantine')

  test('is newer than a click of the very moment of the takeover, which is its own', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_select', true)
    await e.device.sync()
    choose(e, 'mcq_save', true)
    await other.takeOver()
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect(await isAdopted(e)).toEqual([{ adopted: 1 }])
    expect(await savedOf(e)).toBe('right')
  })

  test('stays newer than that click where a late choice over both is accepted, and then rejected', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_select', false)
    await e.device.sync()
    choose(e, 'mcq_save', true)
    await other.takeOver()
    await e.device.post(e.device.request())
    app.clock.move(1_000)
    await pause(e)
    app.clock.move(5 * MINUTE)
    const { op_id } = choose(e, 'mcq_save', false, undefined, other)
    await other.sync()
    await resume(e)
    app.clock.move(1_000)
    await decide(e, [{ op_id }], 'accepted')
    await decide(e, [{ op_id }], 'rejected')
    app.clock.set(e.deadline + 20 * MINUTE)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  })

  test('waits where the device that went on has clicked since', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', true)
    await other.takeOver()
    app.clock.move(1_000)
    choose(e, 'mcq_select', false, undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    expect(await isAdopted(e)).toEqual([{ adopted: 0 }])
    expect(await stateOf(e)).toEqual([['aside', 'waiting']])
  })

  test('gives way to its newer one, which comes after it', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', false)
    const first = e.device.tail
    choose(e, 'mcq_save', true)
    await other.takeOver()
    await e.device.post(e.device.request(first))
    await e.device.post(e.device.request(e.device.tail.slice(1)))
    await finish(other)
    expect((await scores(e))?.score).toBe(2)
  })

  test('gives way to its newer click where both are accepted, also from a device whose clock is ahead', async () => {
    const { e, other } = await two()
    const ahead = app.clock.now() + 2 * HOUR
    choose(e, 'mcq_save', false, ahead)
    choose(e, 'mcq_select', true, ahead + 1_000)
    await other.takeOver()
    app.clock.move(1_000)
    const [{ id, wrong }] = e.org.questions
    other.write('mcq_save', choiceKey(id), { question_id: id, selected_options: wrong.slice(1, 2) })
    await other.sync()
    await e.device.post(e.device.request())
    expect((await decide(e, (await workOf(e)).items, 'accepted')).status).toBe(200)
    await finish(other)
    expect((await scores(e))?.score).toBe(2)
  })

  test('stays saved behind its click where a late choice over both is rejected', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', true)
    choose(e, 'mcq_select', false)
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    expect(await isAdopted(e)).toEqual([{ adopted: 1 }, { adopted: 1 }])
    const late = await inPause(e, false, { device: other })
    await decide(e, late, 'rejected')
    app.clock.move(1_000)
    await finish(other)
    expect((await scores(e))?.score).toBe(2)
  })

  test('stands as a click that counts where a late save over it is rejected', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_select', true)
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    const late = await inPause(e, false, { device: other })
    const told = async () =>
      (await workOf(e)).items.filter(({ source }) => source === 'aside').map(({ state, why }) => [state, why])
    expect(await told()).toEqual([['accepted', 'adopted']])
    await decide(e, late, 'rejected')
    expect(await told()).toEqual([['accepted', 'adopted']])
    app.clock.move(3 * HOUR)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  })

  test('is told as standing over what the other device sent, also where it was only clicked', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_select', true)
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    const { choices } = await must(app.send, 'getSavedAnswers', { token: e.who.token })
    const [{ id, right }] = e.org.questions
    expect(choices[id]).toMatchObject({ saved: null, selected: right, over_seq: expect.any(Number) })
  })
})

test('a click of a lost device that became the answer outlives two late saves, of which one was accepted for a while', async () => {
  const { e, other } = await two()
  choose(e, 'mcq_select', true)
  await other.takeOver()
  app.clock.move(1_000)
  await e.device.post(e.device.request())
  const first = await inPause(e, false, { device: other })
  await decide(e, first, 'accepted')
  app.clock.move(1_000)
  await inPause(e, false, { device: other })
  await decide(e, first, 'rejected')
  app.clock.move(3 * HOUR)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  expect((await workOf(e)).items.find(({ source }) => source === 'aside')).toMatchObject({ why: 'adopted' })
})

test('what is kept of a click cannot be folded into one column of its row: verify tells it', async () => {
  const { e, other } = await two()
  choose(e, 'mcq_save', true)
  await other.takeOver()
  app.clock.move(1_000)
  await e.device.post(e.device.request())
  await inPause(e, false, { device: other })
  const [stood] = await rowsOf<{ verified_at: number; verified_click: number; verified_from: string }>(
    e,
    'SELECT verified_at, verified_click, verified_from FROM answers',
  )
  expect(stood).toEqual({
    verified_at: expect.any(Number),
    verified_click: 0,
    verified_from: expect.any(String),
  })
  // Past the server, which seals what it writes itself.
  const outside = new Database(join(app.data, 'holdfast.db'))
  onTestFinished(() => {
    outside.close()
  })
  const set = (to: string) =>
    outside.prepare(`UPDATE answers SET ${to} WHERE attempt_id = ?`).run(e.who.attemptId)
  set("verified_from = 'another'")
  expect((await verifyAll(app.ctx)).findings).not.toEqual([])
  set(`verified_from = '${stood?.verified_from}'`)
  for (const [quote, gap] of [
    ['', ''],
    ['"', ''],
    ['"', ' '],
  ] as const) {
    set(
      `verified_at = verified_at || '${gap}verified_click ' || verified_click || '${gap}verified_from ' || '${quote}' || verified_from || '${quote}',
       verified_click = NULL, verified_from = NULL`,
    )
    expect((await verifyAll(app.ctx)).findings).not.toEqual([])
    set(`verified_at = ${stood?.verified_at}, verified_click = 0, verified_from = '${stood?.verified_from}'`)
  }
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})

// Each of them has an attempt of its own, which nothing changes afterwards.
test('the evidence of all these tests holds', async () => {
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})
