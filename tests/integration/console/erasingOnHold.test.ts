import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { readErased } from '#api/backups/erased.ts'
import { examineErasing } from '#api/doctor/erasing.ts'
import { eraseDueResults } from '#api/services/retention/erasing.ts'
import { sweep } from '#api/services/sweep.ts'
import { snapshotKey } from '#api/storage/links.ts'
import { deleteMeta } from '#db/queries/meta.ts'
import {
  type AppOptions,
  call,
  DAY,
  giveAssessment,
  HOUR,
  must,
  openApp,
  PASSWORD,
  seedSuperAdmin,
  signIn,
  startExam,
} from '../../factories/index.ts'
import { restore } from './erased.ts'

/** Nothing is erased by time while it is in doubt whether the rules, or the clock, are right. */

let folder: string
let backups: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-hold-'))
  backups = join(folder, 'backups')
  mkdirSync(backups)
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
    keepForEver: async () =>
      must(app.send, 'putRetention', {
        params: { id: exam.org.driveId },
        body: { days: null },
        headers: await headers(),
      }),
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

test('a restore brings an older rule back, and nothing goes by it before a super admin has seen the rules', async () => {
  const { app, org, keepForEver } = await open()
  await app.live(29 * DAY)
  const { folder: copy } = await makeBackup(app.data, backups, app.clock.now())
  await keepForEver()
  await app.close()
  const again = join(folder, 'again')
  const told = await restore(copy, again)
  expect(told?.text).toContain('Nothing is erased because its time is over until you let it go on')
  expect(told?.text).toMatch(/kept for 30 days, until 2026-02-14; 2 invitations and tests, 2 due\./)
  expect(told?.json).toMatchObject({ rules: [{ id: org.driveId, days: 30, due: 2 }] })
  const back = await openApp({ data: again, clock: app.clock })
  onTestFinished(() => back.close())
  await back.live(90 * DAY)
  expect(await swept(back)).toEqual([2, 1])
  const look = { read: back.ctx.db.read, now: back.clock.now } as Parameters<typeof examineErasing>[0]
  expect(await examineErasing(look)).toMatchObject({
    ok: false,
    says: expect.stringMatching(/restored from a backup.*2 invitations and tests, pictures of the camera\.$/),
  })
  const { email } = await seedSuperAdmin(back.ctx)
  const headers = await signIn(back.send, email, PASSWORD)
  const view = await must(back.send, 'getErasing', { headers })
  expect(view).toMatchObject({
    on_hold: { why: 'restore', waiting: expect.stringContaining('2 invitations and tests') },
    rules: [{ id: org.driveId, days: 30, attempts: 2, due: 2, held_up: null }],
    more_rules: 0,
  })
  const other = await call(back.send, 'postErasingGoOn', {
    body: { why: 'clock', before: '2026-01-15T09:00:00.000Z' },
    headers,
  })
  expect([other.status, other.failure.message]).toEqual([409, expect.stringContaining('for another reason')])
  expect(await swept(back)).toEqual([2, 1])
  const gone = await must(back.send, 'postErasingGoOn', { body: { why: 'restore', before: null }, headers })
  expect(gone.on_hold).toBeNull()
  expect(await swept(back)).toEqual([0, 0])
  expect(await back.rows("SELECT 1 FROM audit_log WHERE action = 'erasing.go_on'")).toHaveLength(1)
})

test('a copy that is restored beside the server for a drill marks nothing as erased in the list they share', async () => {
  const settings = { HOLDFAST_BACKUPS: backups }
  const { app, keepForEver } = await open({ settings })
  await app.live(20 * DAY)
  const { folder: old } = await makeBackup(app.data, backups, app.clock.now())
  await keepForEver()
  await app.live(11 * DAY)
  const drill = join(folder, 'drill')
  await restore(old, drill)
  const second = await openApp({ data: drill, clock: app.clock, settings })
  expect(await swept(second)).toEqual([2, 1])
  await second.close()
  await app.close()
  expect(await readErased(backups)).toEqual([])
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
