import { expect, onTestFinished, test } from 'vitest'
import { AlertWatch } from '#api/alerts/watch.ts'
import type { Executor } from '#api/execution/port.ts'
import type { DiskRoom } from '#api/kit/diskRoom.ts'
import { insertUser } from '#db/queries/users.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  movableClock,
  openApp,
  scriptedExecutor,
  seedOrganization,
  seedSuperAdmin,
  startExam,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { type MailServer, startMailServer } from './mailServer.ts'

/** Mails to super admins about what an operator has to repair, as they arrive at a real mail server. */

const GB = 1_000_000_000
const plenty: DiskRoom = { free: 50 * GB, size: 100 * GB }

async function mailServer(): Promise<MailServer> {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return server
}

/** Whom the mails went to since the last look, with what they are about. */
async function taken(app: TestApp, server: MailServer): Promise<string[]> {
  app.ctx.mail.wake()
  await waitFor('the mails to be sent', async () => {
    const rows = await app.rows("SELECT 1 FROM mails WHERE kind = 'alert' AND status <> 'sent'")
    return rows.length === 0
  })
  return server.delivered.splice(0).map(({ to, mail }) => `${to}: ${mail.subject}`)
}

async function open(settings: Record<string, string> = {}) {
  const server = await mailServer()
  const now = { room: plenty as DiskRoom | null, answers: true, seems: false }
  const executor: Executor = {
    ...scriptedExecutor(),
    health: async () => ({ ok: now.answers, detail: now.answers ? 'answers' : 'the node is away' }),
  }
  const app = await openApp({ mailing: true, executor, settings: { SMTP_URL: server.url, ...settings } })
  onTestFinished(() => app.remove())
  const { email } = await seedSuperAdmin(app.ctx)
  const watch = () =>
    new AlertWatch({
      db: app.ctx.db,
      now: app.clock.now,
      log: app.ctx.log,
      backups: app.ctx.backups,
      executor,
      engine: {
        get answers() {
          return now.answers || now.seems
        },
      },
      room: () => (now.room ? Promise.resolve(now.room) : Promise.reject(new Error('away'))),
    })
  const told = () => taken(app, server)
  return { app, server, now, watch, told, email }
}

test('a disk is told when it is nearly full, again a day later, and when it has room; to super admins alone', async () => {
  const { app, server, now, watch, told, email } = await open()
  await seedOrganization(app.ctx, 'alerts')
  const left = { role: 'SuperAdmin', is_active: false, invitation_accepted: true } as const
  const at = { created_at: app.clock.now(), updated_at: app.clock.now() }
  await app.ctx.db.write((tx) =>
    insertUser(tx, { ...left, ...at, email: 'left@holdfast.example', email_key: 'left@holdfast.example' }),
  )
  const alerts = watch()
  await alerts.look()
  expect(await told()).toEqual([])
  now.room = { free: 9.9 * GB, size: 100 * GB }
  await alerts.look()
  await alerts.look()
  app.ctx.mail.wake()
  await waitFor('the mail', () => server.delivered.length === 1)
  const { mail } = server.delivered[0] as (typeof server.delivered)[0]
  for (const body of [mail.text, mail.html])
    for (const words of ['9.9 GB free of 100 GB', 'Thursday 15 January 2026 at 09:00 UTC', 'http://app'])
      expect(body).toContain(words)
  expect(await told()).toEqual([`${email}: Holdfast: The disk is nearly full`])
  app.clock.move(DAY - 1)
  await alerts.look()
  expect(await told()).toEqual([])
  app.clock.move(1)
  await alerts.look()
  expect(await told()).toEqual([`${email}: Holdfast: The disk is still nearly full`])
  // It cannot be seen for a while: that is no news.
  now.room = null
  await alerts.look()
  now.room = plenty
  await alerts.look()
  app.clock.move(5 * MINUTE)
  await alerts.look()
  expect(await told()).toEqual([`${email}: Holdfast: The disk has room again`])
  // However large the disk: less than a gigabyte is little.
  now.room = { free: 0.9 * GB, size: 2 * GB }
  await alerts.look()
  expect(await told()).toEqual([`${email}: Holdfast: The disk is nearly full`])
})

test('a restart neither tells a trouble again nor forgets that it was told', async () => {
  const { app, now, watch, told, email } = await open()
  now.room = { free: 1, size: 100 * GB }
  await watch().look()
  expect(await told()).toHaveLength(1)
  app.clock.move(HOUR)
  const next = watch()
  await next.look()
  expect(await told()).toEqual([])
  now.room = plenty
  await next.look()
  app.clock.move(5 * MINUTE)
  await next.look()
  expect(await told()).toEqual([`${email}: Holdfast: The disk has room again`])
})

test('an engine that is away for five minutes is told, with its reason, and a shorter absence is not', async () => {
  const { app, server, now, watch, told, email } = await open()
  const alerts = watch()
  now.answers = false
  await alerts.look()
  app.clock.move(4 * MINUTE)
  await alerts.look()
  now.answers = true
  await alerts.look()
  now.answers = false
  await alerts.look()
  app.clock.move(4 * MINUTE)
  await alerts.look()
  expect(await told()).toEqual([])
  app.clock.move(MINUTE)
  await alerts.look()
  app.ctx.mail.wake()
  await waitFor('the mail', () => server.delivered.length === 1)
  expect(server.delivered[0]?.mail.text).toContain('the node is away')
  expect(await told()).toEqual([`${email}: Holdfast: No engine answers`])
})

test('an engine that only seems to be there is told while programs wait for it', async () => {
  const { app, now, watch, told, email } = await open()
  const { device, org } = await startExam(app)
  const problem_id = org.problems[0].id
  const alerts = watch()
  now.answers = false
  now.seems = true
  await alerts.look()
  app.clock.move(5 * MINUTE)
  await alerts.look()
  // Nobody needs it so far, so nobody has looked.
  expect(await told()).toEqual([])
  device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: 'x' })
  await device.sync()
  await alerts.look()
  app.clock.move(5 * MINUTE)
  await alerts.look()
  expect(await told()).toEqual([`${email}: Holdfast: No engine answers`])
})

test('backups are told once the newest has been too old for half an hour, and only where the server makes them', async () => {
  const none = await open()
  const quiet = none.watch()
  await quiet.look()
  none.app.clock.move(HOUR)
  await quiet.look()
  expect(await none.told()).toEqual([])
  const { app, watch, told, email } = await open({ HOLDFAST_BACKUPS: `${none.app.data}-backups` })
  const alerts = watch()
  await alerts.look()
  expect(await told()).toEqual([])
  app.clock.move(30 * MINUTE)
  await alerts.look()
  expect(await told()).toEqual([`${email}: Holdfast: The newest backup is too old`])
})

test('a log that is not shipped is told after five minutes', async () => {
  const other = await open()
  const { app, watch, told, email } = await open({
    HOLDFAST_BACKUPS: `${other.app.data}-backups`,
    HOLDFAST_BACKUPS_LOG: 'on',
  })
  const alerts = watch()
  await alerts.look()
  app.clock.move(5 * MINUTE - 1)
  await alerts.look()
  expect(await told()).toEqual([])
  app.clock.move(1)
  await alerts.look()
  expect(await told()).toEqual([`${email}: Holdfast: The log is not shipped`])
})

test('what cannot be written is told by the next look', async () => {
  const { app, now, watch, told } = await open()
  const alerts = watch()
  now.room = { free: 1, size: 100 * GB }
  const { write } = app.ctx.db
  app.ctx.db.write = () => Promise.reject(new Error('database or disk is full'))
  await alerts.look()
  app.ctx.db.write = write
  expect(await told()).toEqual([])
  await alerts.look()
  expect(await told()).toHaveLength(1)
})

test('a server looks by itself from its start on', async () => {
  const server = await mailServer()
  const first = await openApp()
  const { email } = await seedSuperAdmin(first.ctx)
  await first.close()
  const app = await openApp({
    data: first.data,
    listen: true,
    clock: movableClock(),
    settings: { SMTP_URL: server.url },
    room: async () => ({ free: 1, size: 100 * GB }),
  })
  onTestFinished(() => app.remove())
  await waitFor('the mail', () => server.delivered.length === 1)
  expect(await taken(app, server)).toEqual([`${email}: Holdfast: The disk is nearly full`])
})

test('erasing on hold is told once something waits for it, and when it goes on', async () => {
  const { app, watch, told, email } = await open()
  await startExam(app, { lasts: 2 * HOUR })
  const alerts = watch()
  app.clock.move(31 * DAY)
  const look = async () => {
    await alerts.look()
    app.clock.move(6 * MINUTE)
    await alerts.look()
    return told()
  }
  expect(await look()).toEqual([])
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET results_retention_days = 30'))
  expect(await look()).toEqual([`${email}: Holdfast: Erasing is on hold`])
  await app.live(DAY)
  expect(await look()).toEqual([`${email}: Holdfast: Erasing is no longer on hold`])
})
