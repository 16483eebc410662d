import { beforeAll, expect, test } from 'vitest'
import { SHED_ORDER, type ShedClass, shedClass } from '#api/pressure/classes.ts'
import { eventLoopLag } from '#api/pressure/lag.ts'
import { type CallName, paths } from '#contract/paths.ts'
import {
  bearer,
  call,
  inputOf,
  jpeg,
  type Organization,
  openApp,
  type Subject,
  seedOrganization,
  signIn,
  startDevice,
  subjectOf,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The calls that are put off while the event loop is late, in which order, and those that never are. */

let org: Organization
let subject: Subject
let admin: Record<string, string>
let lag = 0

const app = await appForFile({ lag: () => ({ read: () => lag, close: () => {} }) })
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'pressure', { candidates: 2 })
  subject = await subjectOf(app, org)
  admin = await signIn(app.send, org.admin.email, org.admin.password)
})

function look(times: number, ms: number): void {
  lag = ms
  for (let i = 0; i < times; i++) app.ctx.pressure.look()
}
/** As if it had just been started. */
const calm = () => look(2 * SHED_ORDER.length, 0)

const names = Object.keys(shedClass) as CallName[]
/** One call of each class that is not put off otherwise, in the order of the classes. */
const examples: [ShedClass, CallName][] = [
  ['lists', 'getResults'],
  ['snapshots', 'postSnapshotUrl'],
  ['runs', 'postExecution'],
  ['reads', 'getDriveProblems'],
]

async function ask(name: CallName) {
  const headers = ['lists'].includes(shedClass[name] ?? '') ? admin : bearer(subject.who.token)
  return call(app.send, name, { ...inputOf(name, subject), headers })
}
const putOff = async (): Promise<ShedClass[]> => {
  const off: ShedClass[] = []
  for (const [what, name] of examples) if ((await ask(name)).status === 503) off.push(what)
  return off
}

test('a loop that stays late puts off one class after the other, and lets them in again the other way round', async () => {
  calm()
  expect(await putOff()).toEqual([])
  look(1, 201)
  // A single long step is no pressure.
  expect(await putOff()).toEqual([])
  for (let level = 1; level <= SHED_ORDER.length; level++) {
    look(1, 201)
    expect(await putOff()).toEqual(SHED_ORDER.slice(0, level))
  }
  look(10, 5_000)
  for (let level = SHED_ORDER.length - 1; level >= 0; level--) {
    look(1, 200)
    expect(await putOff()).toEqual(SHED_ORDER.slice(0, level))
  }
})

test('late steps with others between them put nothing off', async () => {
  calm()
  for (let i = 0; i < 10; i++) {
    look(1, 400)
    look(1, 10)
  }
  look(1, 400)
  expect(await putOff()).toEqual([])
})

test('whoever is put off is told when to come again, and not all at the same time', async () => {
  calm()
  look(2, 300)
  const waits = new Set<number>()
  for (let i = 0; i < 60; i++) {
    const answer = await ask('getOngoingDrives')
    expect(answer.status).toBe(503)
    expect(answer.failure.code).toBe('unavailable')
    waits.add(Number(answer.headers.get('retry-after')))
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5)
  expect(Math.max(...waits)).toBeLessThanOrEqual(20)
  expect(waits.size).toBeGreaterThan(5)
})

/** Calls that write by their method, and yet carry nothing that would be lost: they are asked for again. */
const mayWait: readonly CallName[] = [
  'postExecution',
  'postSnapshotUrl',
  'postReceiptCheck',
  'postVerification',
  'postCheck',
  'postRejudge',
  'postProblemsImportPreview',
  'postQuestionsImportPreview',
  'postCandidateLinks',
]
/** A candidate's work, an action of staff, or what lets somebody in: by what each call is, not by the table of classes. */
const neverWaits = names.filter(
  (name) => name === 'getSyncToken' || (paths[name][0] !== 'GET' && !mayWait.includes(name)),
)

test('under the greatest pressure every call of the table answers as it is declared: work is never put off', async () => {
  calm()
  look(10, 1_000)
  expect(neverWaits).toEqual(
    expect.arrayContaining([
      'postSync',
      'postSubmission',
      'postCode',
      'putFinish',
      'signIn',
      'postSyncLease',
    ]),
  )
  // Who is not put off goes on to be asked for credentials, or is answered.
  for (const name of names) {
    const answer = await call(app.send, name, inputOf(name, subject))
    const why = `${name}: ${answer.text}`
    if (neverWaits.includes(name)) expect(answer.status, why).not.toBe(503)
    else expect(answer.status, why).toBe(503)
  }
  const [, other] = org.candidates
  const device = await startDevice(app, other)
  const problem_id = org.problems[0].id
  device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: 'kept' })
  device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: 'kept' })
  device.write('finish', '', { reason: 'candidate' })
  const { results } = await device.sync()
  expect(results.map(({ result }) => result)).toEqual(['applied', 'applied', 'applied'])
  expect((await app.send('/healthz')).status).toBe(200)
})

test('pictures are put off with their addresses, and are taken again', async () => {
  calm()
  const { json } = await ask('postSnapshotUrl')
  const { url } = (json as { data: { url: string } }).data
  const put = () => app.send(url, { method: 'PUT', body: jpeg(), headers: { 'content-type': 'image/jpeg' } })
  look(3, 300)
  expect((await put()).status).toBe(503)
  calm()
  expect((await put()).status).toBe(200)
})

test('the gauge of the process tells how long the loop stood still, once', async () => {
  const gauge = eventLoopLag()
  const until = performance.now() + 300
  while (performance.now() < until);
  expect(await waitFor('a late tick', () => gauge.read() || null)).toBeGreaterThan(200)
  // Asked again at once, nothing has passed.
  expect(gauge.read()).toBe(0)
  gauge.close()
})

test('a server that was really started looks by itself: it puts lists off while its loop is late, and lets them in again', async () => {
  const own = await openApp({ listen: true, lag: eventLoopLag })
  try {
    const { admin: person } = await seedOrganization(own.ctx, 'late')
    const headers = await signIn(own.send, person.email, person.password)
    const list = async () => (await call(own.send, 'getOngoingDrives', { headers })).status
    expect(await list()).toBe(200)
    const isLate = async (): Promise<boolean> => {
      const until = performance.now() + 300
      while (performance.now() < until);
      return (await list()) === 503
    }
    let rounds = 0
    while (!(await isLate())) expect(++rounds).toBeLessThan(30)
    await waitFor('the loop to be in time', async () => (await list()) === 200)
  } finally {
    await own.remove()
  }
})
