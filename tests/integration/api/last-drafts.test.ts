import { describe, expect, test } from 'vitest'
import { lateWorkIn, MINUTE, programs } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Which of the programs that were written and not submitted are judged at the end, and which take the place of none. */

const app = await appForFile({ judging: true })

const { exam, two, draft, submit, workOf, decide, pause, resume, end, settle, scores, rowsOf } =
  lateWorkIn(app)
const OTHER = 2
/** Something in another language, then what is right. */
async function wrongThenRight(options = {}) {
  const e = await exam(options)
  draft(e, OTHER, 'nonsense, begun in another language')
  await e.device.sync()
  app.clock.move(MINUTE)
  draft(e, 1, programs.right)
  await e.device.sync()
  return e
}

describe('the newest draft in time is judged', () => {
  test('whatever comes too late in another language', async () => {
    const e = await wrongThenRight()
    await end(e)
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
    draft(e, OTHER, 'nonsense, and a word more', e.deadline + 5_000)
    await e.device.sync()
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })

  test('whatever is written in a pause in another language', async () => {
    const e = await wrongThenRight()
    await pause(e)
    app.clock.move(5 * MINUTE)
    draft(e, OTHER, 'nonsense, and a word more')
    await e.device.sync()
    await resume(e)
    e.device.write('finish', '', { reason: 'candidate' })
    await e.device.sync()
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })

  test('whatever a device claims to have written in another language after it', async () => {
    const e = await wrongThenRight({ latePolicy: 'hold' })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    draft(e, OTHER, 'nonsense, and a word more', e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(5 * MINUTE)
    await settle(e)
    await e.device.sync()
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
    expect(await rowsOf(e, 'SELECT op_id, verdict FROM submissions')).toEqual([
      { op_id: 'draft-2', verdict: 'on_time' },
      { op_id: 'draft-3', verdict: 'on_time_claimed' },
    ])
  })

  test('and not one before it that is chosen after the end', async () => {
    const e = await exam()
    draft(e, 1, programs.right)
    await e.device.sync()
    app.clock.move(MINUTE)
    draft(e, OTHER, 'the newest in time, and wrong')
    await e.device.sync()
    await end(e)
    await settle(e)
    draft(e, 1, '// anything', e.deadline + 60_000)
    await e.device.sync()
    await settle(e)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })

  test.each([
    ['by when it was made, and not by when it was received', 1, 'draft-1'],
    ['of two of one moment the later in the log', 0, 'draft-2'],
  ])('%s', async (_, earlier, judged) => {
    const e = await exam()
    const at = app.clock.now() + 1_000
    app.clock.move(MINUTE)
    draft(e, 1, programs.wrong, at)
    draft(e, OTHER, 'in another language', at - earlier)
    await e.device.sync()
    await end(e)
    expect(await rowsOf(e, 'SELECT op_id FROM submissions')).toEqual([{ op_id: judged }])
  })
})

describe('a submission beyond the limit is as good as a draft', () => {
  test('where a lost device had spent them', async () => {
    const { e, other } = await two()
    for (let n = 0; n < 3; n++) submit(e, OTHER, `of the lost device ${n}`)
    await other.takeOver()
    expect((await e.device.post(e.device.request())).status).toBe(403)
    submit(e, 1, programs.right, undefined, other)
    other.write('finish', '', { reason: 'candidate' })
    const { results } = await other.sync()
    expect(results[0]).toMatchObject({ result: 'rejected', reason: 'no_submissions_left' })
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })

  test('where staff had accepted another one meanwhile', async () => {
    const e = await exam()
    for (let n = 0; n < 2; n++) submit(e, 1, `${programs.wrong}// ${n}`)
    await e.device.sync()
    await pause(e)
    app.clock.move(5 * MINUTE)
    submit(e, 1, `${programs.wrong}// in the pause`)
    await e.device.sync()
    await resume(e)
    submit(e, 1, programs.right)
    e.device.write('finish', '', { reason: 'candidate' })
    await decide(e, (await workOf(e)).items, 'accepted')
    await e.device.sync()
    await settle(e)
    expect((await scores(e))?.score).toBe(10)
  })

  test('and waits for staff where it is only claimed', async () => {
    const e = await exam({ latePolicy: 'hold' })
    for (let n = 0; n < 3; n++) submit(e, 1, `${programs.wrong}// ${n}`)
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync()
    submit(e, 1, programs.right, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(5 * MINUTE)
    await e.device.sync()
    await settle(e)
    const { items } = await workOf(e)
    expect(items).toMatchObject([{ verdict: 'on_time_claimed', state: 'waiting', value: programs.right }])
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 10 })
    await decide(e, items, 'accepted')
    await settle(e)
    expect((await scores(e))?.score).toBe(10)
  })
})

describe('what staff accepts is judged beside the others', () => {
  test('a draft of a lost device in a language that is not the newest', async () => {
    const { e, other } = await two()
    draft(e, 1, programs.right)
    app.clock.move(MINUTE)
    await other.takeOver()
    draft(e, 1, 'x', undefined, other)
    draft(e, OTHER, 'y', undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    other.write('finish', '', { reason: 'candidate' })
    await other.sync()
    await settle(e)
    await decide(e, (await workOf(e)).items, 'accepted')
    await settle(e)
    expect(await scores(e)).toEqual({ score: 10, score_claimed: 10 })
  })

  test('a draft of a lost device in a running test, told to its page, and kept where that writes on', async () => {
    const { e, other } = await two()
    draft(e, 1, programs.right)
    await other.takeOver()
    app.clock.move(1_000)
    draft(e, 1, programs.wrong, undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    await decide(e, (await workOf(e)).items, 'accepted')
    const { notices } = (
      await rowsOf<{ notices: number }>(e, "SELECT sum(kind = 'adopted') AS notices FROM notices")
    )[0] ?? { notices: 0 }
    expect(notices).toBe(1)
    app.clock.move(MINUTE)
    draft(e, 1, `${programs.wrong}// a key`, undefined, other)
    other.write('finish', '', { reason: 'candidate' })
    await other.sync()
    await settle(e)
    expect((await scores(e))?.score).toBe(10)
  })

  test('as made at the deadline at the latest', async () => {
    const e = await exam()
    await end(e)
    draft(e, 1, programs.right, e.deadline + 5_000)
    await e.device.sync()
    await decide(e, (await workOf(e)).items, 'accepted')
    expect(await rowsOf(e, 'SELECT made_at FROM submissions')).toEqual([{ made_at: e.deadline }])
  })
})
