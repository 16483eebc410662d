import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readErased } from '#api/backups/erased.ts'
import { eraseDueResults } from '#api/services/retention/erasing.ts'
import { sweep } from '#api/services/sweep.ts'
import { snapshotKey } from '#api/storage/links.ts'
import { deleteMeta } from '#db/queries/meta.ts'
import {
  type AppOptions,
  DAY,
  giveAssessment,
  HOUR,
  must,
  openApp,
  signIn,
  startExam,
} from '../../factories/index.ts'

/** Nothing is erased by time while it is in doubt whether the rules, or the clock, are right. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-hold-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** A drive of two whose one test is over, with a picture in it; its results are kept for 30 days. */
async function open(options: AppOptions = {}) {
  const app = await openApp({ data: join(folder, 'data'), ...options })
  const exam = await startExam(app, { candidates: 2, lasts: 2 * HOUR })
  exam.device.write('finish', '', { reason: 'candidate' })
  await exam.device.sync()
  const sha = 'a'.repeat(64)
  await app.ctx.storage.put(snapshotKey(exam.who.ref, sha), Buffer.from('a picture'))
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE drives SET results_retention_days = 30, webcam_retention_days = 30')
    await tx.raw.run(
      'INSERT INTO snapshots (attempt_id, sha256, logged_at, stored_at, bytes, taken_at) VALUES (?, ?, 1, 1, 9, 1)',
      exam.who.attemptId,
      sha,
    )
  })
  const headers = () => signIn(app.send, exam.org.admin.email, exam.org.admin.password)
  return {
    ...exam,
    app,
    tile: async () => (await must(app.send, 'getDrives', { headers: await headers() })).drives[0],
    cards: async () => (await must(app.send, 'getAssessments', { headers: await headers() })).assessments,
  }
}

/** Swept once: the tests that are left, and the pictures. */
async function swept({ ctx, rows }: Awaited<ReturnType<typeof openApp>>) {
  await sweep(ctx)
  return [
    (await rows('SELECT 1 FROM attempts')).length,
    (await rows('SELECT 1 FROM snapshots WHERE swept_at IS NULL')).length,
  ]
}

test('a clock that is years ahead erases nothing, neither then nor once it is right again; one that stays is believed after a day', async () => {
  const { app, tile } = await open()
  onTestFinished(() => app.close())
  app.clock.move(11 * 365 * DAY)
  expect(await swept(app)).toEqual([2, 1])
  expect((await tile())?.results_held_up).toContain(
    'clock went from 2026-01-15 09:00 UTC to 2037-01-12 09:00 UTC',
  )
  app.clock.move(HOUR)
  expect(await swept(app)).toEqual([2, 1])
  app.clock.move(-11 * 365 * DAY)
  expect(await swept(app)).toEqual([2, 1])
  expect(await readErased(app.data)).toEqual([])
  await app.live(2 * DAY)
  expect(await swept(app)).toEqual([2, 1])
  app.clock.move(40 * DAY)
  expect(await swept(app)).toEqual([2, 1])
  await app.live(DAY)
  expect(await swept(app)).toEqual([0, 0])
})

test('a clock that jumps between two parts of a drive erases no further part', async () => {
  const { app } = await open()
  onTestFinished(() => app.close())
  await app.live(31 * DAY)
  const { write } = app.ctx.db
  Object.assign(app.ctx.db, {
    write: (job: Parameters<typeof write>[0]) => {
      app.clock.move(2 * DAY)
      return write(job)
    },
  })
  const erased = await eraseDueResults(app.ctx)
  expect(erased).toMatchObject([{ attempts: 0, heldUp: expect.stringContaining('Erasing is on hold') }])
})

test.each([
  ['', async () => {}],
  [
    ', also one of before there was such a note',
    async ({ ctx }: Awaited<ReturnType<typeof openApp>>) => ctx.db.write((tx) => deleteMeta(tx, 'erasing')),
  ],
])('a server that starts after a long pause erases nothing for a day%s', async (_, before) => {
  const { app } = await open()
  await before(app)
  await app.close()
  app.clock.move(40 * DAY)
  const later = await openApp({ data: app.data, clock: app.clock })
  onTestFinished(() => later.close())
  expect(await swept(later)).toEqual([2, 1])
  await later.live(DAY)
  expect(await swept(later)).toEqual([0, 0])
})

test('an assessment says on its tile too that erasing is on hold', async () => {
  const e = await open()
  onTestFinished(() => e.app.close())
  await giveAssessment(e.app, e)
  await e.app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE drives SET results_retention_days = 30 WHERE is_assessment')
    await tx.raw.run('UPDATE attempts SET link_expires_at = 1 WHERE drive_id = ?', e.org.assessment?.id)
  })
  await e.app.live(100 * DAY)
  expect((await e.cards())[0]?.results_held_up).toBeFalsy()
  e.app.clock.move(2 * DAY)
  const [card] = await e.cards()
  expect(card?.results_held_up).toContain('Erasing is on hold')
})
