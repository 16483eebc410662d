import { renameSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Serving } from '#api/attempts/downtime.ts'
import { DatabaseHealth } from '#api/health/database.ts'
import { codeKey } from '#contract/ops.ts'
import { CommitFailed } from '#db/writer.ts'
import { openApp, startExam, type TestApp } from '../../factories/index.ts'

/** The answer to a monitor while the disk takes nothing, and once it takes something again. */

let app: TestApp

beforeEach(async () => {
  app = await openApp()
})
afterEach(() => app.remove())

async function ready(): Promise<{ status: number; ok: boolean; database: string }> {
  const answer = await app.send('/readyz')
  const { data } = (await answer.json()) as { data: { ok: boolean; database: string } }
  return { status: answer.status, ok: data.ok, database: data.database }
}

test('a database that takes no writes is not ready, says why, and is ready again by itself', async () => {
  const { ctx } = app
  await ctx.database.note()
  expect(await ready()).toEqual({ status: 200, ok: true, database: 'takes writes' })

  const { write } = ctx.db
  ctx.db.write = () => Promise.reject(new Error('database or disk is full'))
  await expect(ctx.database.note()).rejects.toThrow('full')
  expect(await ready()).toEqual({
    status: 503,
    ok: false,
    database: 'takes no writes: database or disk is full',
  })
  // A restart would not help: reads go on, and what comes is refused until there is room.
  expect((await app.send('/healthz')).status).toBe(200)

  ctx.db.write = write
  await ctx.database.note()
  expect(await ready()).toEqual({ status: 200, ok: true, database: 'takes writes' })
})

test('a data directory that is removed under its server acknowledges nothing more, and is told in words', async () => {
  const { device } = await startExam(app)
  const write = () =>
    device.write('draft', codeKey(1, 1), { problem_id: 1, language_id: 1, answer: `text ${device.head.seq}` })
  write()
  await device.sync()
  const { acked } = device
  renameSync(app.data, `${app.data}.away`)
  write()
  expect((await device.post(device.request())).status).toBe(503)
  await expect(app.ctx.database.note()).rejects.toThrow(CommitFailed)
  const { status, database } = await ready()
  expect({ status, database }).toEqual({
    status: 503,
    database: expect.stringMatching(
      /^takes no writes: The commit failed: \S+holdfast\.db was removed or replaced while Holdfast was using it; stop/,
    ),
  })
  renameSync(`${app.data}.away`, app.data)
  await device.sync()
  expect(device.acked).toBe(acked + 1)
})

test('a database that cannot be read is not ready', async () => {
  const { read } = app.ctx.db
  app.ctx.db.read = {} as typeof read
  expect(await ready()).toMatchObject({ status: 503, ok: false })
  app.ctx.db.read = read
  expect((await ready()).status).toBe(200)
})

test('a note that never comes to an end is no write', async () => {
  let wall = 1_000
  const health = new DatabaseHealth(
    new Serving([], app.ctx.now, { wall: () => wall, awake: () => wall }),
    app.ctx.db,
    app.ctx.log,
  )
  await health.note()
  wall += 15_000
  expect((await health.look()).ok).toBe(true)
  wall += 1
  expect(await health.look()).toEqual({ ok: false, detail: 'has taken no write for 15 seconds' })
})
