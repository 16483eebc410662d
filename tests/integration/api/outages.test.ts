import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteReturn, Serving } from '#api/attempts/outages.ts'
import { deleteMeta } from '#db/queries/meta.ts'
import { type Clock, MINUTE, movableClock, openApp, type TestApp } from '../../factories/index.ts'

/** When the server did not serve, by what it could write down of it. */

let app: TestApp
let clock: Clock
/** The machine's own clock, which no test of deadlines moves. */
let wall: number
let serving: Serving

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())
beforeEach(async () => {
  await app.ctx.db.write((tx) => deleteMeta(tx, 'outages'))
  clock = movableClock()
  wall = 1_000
  serving = new Serving([], clock.now, () => wall)
  await serving.note(app.ctx.db)
})

const pass = (ms: number): void => {
  clock.move(ms)
  wall += ms
}
const none = { write: () => Promise.reject(new Error('the disk is full')) }

test('notes that follow each other are no outage, nor is a clock that was set', async () => {
  for (let n = 0; n < 5; n++) {
    pass(5_000)
    await serving.note(app.ctx.db)
  }
  clock.move(60 * MINUTE)
  expect(serving.outages).toEqual([])
  await serving.note(app.ctx.db)
  expect(serving.outages).toEqual([])
})

test('a machine that stood still was away, before anything is noted of it and after', async () => {
  const from = clock.now()
  pass(3 * MINUTE)
  expect(serving.outages).toEqual([{ from, to: clock.now() }])
  await serving.note(app.ctx.db)
  const away = [{ from, to: clock.now() }]
  pass(5_000)
  await serving.note(app.ctx.db)
  expect(serving.outages).toEqual(away)
  // The next start knows of it too.
  expect((await app.ctx.db.write((tx) => noteReturn(tx, clock.now())))[0]).toEqual(away[0])
})

test('a disk that took nothing: away from the last note until it took one again', async () => {
  const from = clock.now()
  for (let n = 0; n < 6; n++) {
    pass(5_000)
    await expect(serving.note(none as never)).rejects.toThrow('full')
  }
  expect(serving.outages).toEqual([{ from, to: clock.now() }])
  await serving.note(app.ctx.db)
  expect(serving.outages).toEqual([{ from, to: clock.now() }])
})

test('a command beside a server, which notes nothing, is never away', () => {
  const beside = new Serving([], clock.now, () => wall)
  pass(60 * MINUTE)
  expect(beside.outages).toEqual([])
})
