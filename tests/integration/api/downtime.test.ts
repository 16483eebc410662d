import { beforeEach, expect, test } from 'vitest'
import { AWAY_MS, noteReturn, Serving } from '#api/attempts/downtime.ts'
import { deleteMeta } from '#db/queries/meta.ts'
import type { Downtime } from '#machines/attempt/verdict.ts'
import { type Clock, HOUR, MINUTE, movableClock, openApp, startExam } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** When the server did not serve, by what it could write down of it. */

const app = await appForFile()
let clock: Clock
/** The machine's own clocks, which no test of deadlines moves. */
let wall: number
let awake: number
let serving: Serving

beforeEach(async () => {
  await app.ctx.db.write((tx) => deleteMeta(tx, 'outages'))
  clock = movableClock()
  wall = awake = 1_000
  serving = new Serving([], clock.now, clocks)
  await serving.note(app.ctx.db)
})

const clocks = { wall: () => wall, awake: () => awake }
const sleep = (ms: number): void => {
  clock.move(ms)
  wall += ms
}
const pass = (ms: number): void => {
  sleep(ms)
  awake += ms
}
/** All that is known when nothing is added. */
const noted = () => app.ctx.db.write((tx) => noteReturn(tx, clock.now(), clock.now()))
const none = { write: () => Promise.reject(new Error('the disk is full')) }

test('notes that follow each other are no outage, nor is a clock that was set', async () => {
  for (let n = 0; n < 5; n++) {
    pass(5_000)
    await serving.note(app.ctx.db)
  }
  clock.move(60 * MINUTE)
  expect(serving.downtime).toEqual([])
  await serving.note(app.ctx.db)
  expect(serving.downtime).toEqual([])
})

test('a machine that slept was away, before anything is noted of it and after', async () => {
  const from = clock.now()
  sleep(3 * MINUTE)
  expect(serving.downtime).toEqual([{ from, to: clock.now() }])
  await serving.note(app.ctx.db)
  const away = [{ from, to: clock.now() }]
  pass(5_000)
  await serving.note(app.ctx.db)
  expect(serving.downtime).toEqual(away)
  // The next start knows of it too.
  expect((await app.ctx.db.write((tx) => noteReturn(tx, clock.now())))[0]).toEqual(away[0])
})

test('what is older than any work that can still come is forgotten, and nothing younger', async () => {
  const away = async (): Promise<Downtime> => {
    const from = clock.now()
    clock.move(MINUTE)
    await app.ctx.db.write((tx) => noteReturn(tx, clock.now(), from))
    return { from, to: clock.now() }
  }
  const first = await away()
  clock.move(23 * HOUR)
  const second = await away()
  // A deadline at the first one's end is a day old, and its grace another's.
  clock.set(first.to + 48 * HOUR - 1)
  expect(await noted()).toEqual([first, second])
  clock.move(1)
  expect(await noted()).toEqual([second])
})

test('a disk that took nothing: away from the last note until it took one again', async () => {
  const from = clock.now()
  for (let n = 0; n < 6; n++) {
    pass(5_000)
    await expect(serving.note(none as never)).rejects.toThrow('full')
  }
  expect(serving.downtime).toEqual([{ from, to: clock.now() }])
  await serving.note(app.ctx.db)
  expect(serving.downtime).toEqual([{ from, to: clock.now() }])
})

test('a command beside a server, which notes nothing, is never away', () => {
  const beside = new Serving([], clock.now, clocks)
  pass(60 * MINUTE)
  expect(beside.downtime).toEqual([])
})

test('a process that was busy for as long was not away, neither before it is noted nor after', async () => {
  pass(3 * MINUTE)
  expect(serving.downtime).toEqual([])
  expect(serving.isSilent).toBe(true)
  await serving.note(app.ctx.db)
  expect(serving.downtime).toEqual([])
  expect(serving.isSilent).toBe(false)
})

test('a busy process whose one note is refused was not away; the disk counts from its first refusal', async () => {
  pass(3 * MINUTE)
  await expect(serving.note(none as never)).rejects.toThrow('full')
  pass(AWAY_MS + 1)
  expect(serving.downtime).toEqual([])
  const from = clock.now() - AWAY_MS - 1
  await expect(serving.note(none as never)).rejects.toThrow('full')
  expect(serving.downtime).toEqual([{ from, to: clock.now() }])
})

/** A test over whose end the server stands still for 35 s; a submission comes 50 s after it, with a made-up time. */
async function submittedAfter(
  standstill: (ms: number) => void,
): Promise<{ verdict: string; is_running: number }> {
  const own = await openApp({ clock, limits: { clocks } })
  try {
    const exam = await startExam(own)
    const forged = exam.deadline - 1_000
    clock.set(exam.deadline - 5_000)
    await own.ctx.database.note()
    await exam.device.sync([])
    standstill(35_000)
    await own.ctx.database.note()
    pass(20_000)
    const problem_id = exam.org.problems[0].id
    const program = { problem_id, language_id: 1, source_code: 'late' }
    exam.device.write('submit', `code:${problem_id}:1`, program, { est: forged })
    await own.seal()
    await exam.device.sync()
    const [row] = await own.rows<{ verdict: string; is_running: number }>(
      "SELECT ops.verdict, attempts.finished_at IS NULL AS is_running FROM ops JOIN attempts ON attempts.id = ops.attempt_id WHERE ops.type = 'submit'",
    )
    if (!row) throw new Error('Nothing was stored')
    return row
  } finally {
    await own.remove()
  }
}

test('keeping the server busy over the end of a test gives nobody time', async () => {
  const { verdict, is_running } = await submittedAfter(pass)
  expect(verdict).not.toBe('on_time')
  expect(is_running).toBe(0)
})

test('a machine that slept over it does', async () => {
  expect(await submittedAfter(sleep)).toEqual({ verdict: 'on_time', is_running: 1 })
})
