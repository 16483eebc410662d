import { beforeAll, expect, test } from 'vitest'
import { LATE_ITEMS_A_PAGE } from '#contract/constants.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { call, Device, MINUTE, must, signIn, startExam } from '../../factories/index.ts'
import { watchLoop } from '../../factories/loop.ts'
import { appForFile } from '../forFile.ts'

/**
 * A long log and many leases cost those who ask for one candidate no more than a short one: each ask is held against the
 * same ask before the log was long, in the same run.
 */

const TAKEOVERS = 40
const CHANGES = 10_000
/** Twice as long for what is the same work, and what a busy machine's clock ticks in. */
const atMost = (before: number): number => 2 * before + 8

let exam: Awaited<ReturnType<typeof startExam>>
let holder: Device
let headers: Record<string, string>
const draft = (device: Device, answer: string) => {
  const problem_id = exam.org.problems[0].id
  return device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer })
}

const asks = {
  'the first change again': () => holder.post(holder.request(holder.ops.slice(0, 1))),
  'where late work waits': () => call(app.send, 'getLateDrives', { headers }),
  'whose late work waits': () =>
    call(app.send, 'getLateCandidates', { params: { driveId: exam.org.driveId }, headers }),
  report: () => call(app.send, 'getReport', { params: { token: exam.who.ref }, headers }),
  'late work': () => call(app.send, 'getLateWork', { params: { ref: exam.who.ref }, headers }),
}
type Name = keyof typeof asks
const before = {} as Record<Name, number>

const ASKED_AT_MOST = 12

/** The shortest of many: what else the loop did meanwhile says nothing of the ask. None is asked once it was short enough. */
async function costOf(name: Name, enough = 0): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let n = 0; n < ASKED_AT_MOST && shortest >= enough; n++) {
    app.clock.move(1_000)
    const end = watchLoop()
    const { status } = await asks[name]()
    shortest = Math.min(shortest, end())
    expect(status).toBe(200)
  }
  return shortest
}

const app = await appForFile()
beforeAll(async () => {
  exam = await startExam(app)
  headers = await signIn(app.send, exam.org.admin.email, exam.org.admin.password)
  const pair = [exam.device, new Device(app.send, exam.who.token, app.clock.now, 'Red laptop')] as const
  for (let n = 0; n < TAKEOVERS; n++) {
    app.clock.move(2_000)
    const [from, to] = n % 2 === 0 ? pair : ([pair[1], pair[0]] as const)
    draft(from, `text ${n}`)
    const request = from.request()
    await to.takeOver()
    expect((await from.post(request)).status).toBe(403)
  }
  holder = TAKEOVERS % 2 === 0 ? pair[0] : pair[1]
  holder.write('sync_stall', '', {})
  await holder.sync()
  for (const name of Object.keys(asks) as Name[]) before[name] = await costOf(name)
  for (let sent = 0; sent < CHANGES; sent += 100) {
    for (let n = 0; n < 100; n++) holder.write('sync_stall', '', {})
    app.clock.move(1_000)
    await holder.sync()
  }
  draft(holder, 'written over all of it')
  await holder.sync()
}, 120_000)

test.each(Object.keys(asks) as Name[])('%s', async (name) => {
  const enough = atMost(before[name])
  expect(await costOf(name, enough)).toBeLessThan(enough)
})

test('and what was written over them is told of each lease', async () => {
  const { items } = await must(app.send, 'getLateWork', { params: { ref: exam.who.ref }, headers })
  expect(items).toHaveLength(LATE_ITEMS_A_PAGE)
  expect(new Set(items.map(({ why }) => why))).toEqual(new Set(['superseded']))
})

test('a finish that has to look for the choice before each unsaved one', async () => {
  const finish = async (changes: number): Promise<number> => {
    const e = await startExam(app, { latePolicy: 'hold' })
    const save = (n: number, est?: number) => {
      const { id, right } = e.org.questions[n % 3] as (typeof e.org.questions)[0]
      return e.device.write('mcq_save', choiceKey(id), { question_id: id, selected_options: right }, { est })
    }
    for (let sent = 0; sent < changes; sent += 100) {
      for (let n = 0; n < 100; n++) save(n)
      app.clock.move(1_000)
      await e.device.sync()
    }
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    for (let n = 0; n < 3; n++) save(n, e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    app.clock.set(e.deadline + MINUTE)
    await app.seal()
    const over = watchLoop()
    await e.device.sync()
    return over()
  }
  const short = Math.min(await finish(100), await finish(100))
  expect(await finish(CHANGES)).toBeLessThan(atMost(short))
})
