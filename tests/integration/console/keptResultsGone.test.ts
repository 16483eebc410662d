import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { readErased } from '#api/backups/erased.ts'
import { retentionCommand } from '#api/commands/retention.ts'
import type { Config } from '#api/config.ts'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import { snapshotKey } from '#api/storage/links.ts'
import {
  DAY,
  HOUR,
  openApp,
  seedOrganization,
  seedSecondDrive,
  startDevice,
  startExam,
} from '../../factories/index.ts'
import { emailsIn, filesWith, restore, settingsOf } from './erased.ts'

/** Results whose time is over are in no file any more, and no copy brings them back; the operator is told of each. */

let folder: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-kept-'))
  backups = join(folder, 'backups')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const run = (config: Config, values: Record<string, unknown> = {}) =>
  retentionCommand.run({ config, values, positionals: [], progress: () => {} })

/** A drive of two who took its test, one of whom is invited to a second drive as well. */
async function twoDrives() {
  const app = await openApp({ judging: true })
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  const { org, who, device } = await startExam(app, { candidates: 2, lasts: 2 * HOUR })
  const [, other] = org.candidates
  if (!other) throw new Error('There is nobody else')
  const second = await startDevice(app, other)
  const problem_id = org.problems[0].id
  for (const [one, word] of [
    [device, 'quokka'],
    [second, 'wombat'],
  ] as const) {
    const body = { problem_id, language_id: 1, answer: `${word} `.repeat(700) }
    for (let n = 0; n < 5; n++) {
      one.write('draft', `code:${problem_id}:1`, { ...body, answer: `${body.answer}${n}` })
      await one.sync()
    }
    one.write('finish', '', { reason: 'candidate' })
    await one.sync()
    one.write('feedback', '', { rating: 2, comment: `${word} says so` })
    await one.sync()
  }
  await app.idle()
  await app.ctx.storage.put(snapshotKey(who.ref, 'a'.repeat(64)), Buffer.from('quokka in a picture'))
  return { app, org, who, other }
}

test('no byte of them is left in any file, the person stays who is invited elsewhere, and all evidence holds', async () => {
  const { app, org, who, other } = await twoDrives()
  const late = await seedSecondDrive(app.ctx, { ...org, candidates: [other] })
  const elsewhere = late[0]
  if (!elsewhere) throw new Error('Nobody was invited to the second drive')
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE drives SET results_retention_days = 30 WHERE id = ?', org.driveId),
  )
  const traces = [who.email, 'quokka', 'wombat', who.ref, other.ref]
  expect(filesWith(app.data, traces).length).toBeGreaterThan(1)
  const before = await verifyAll(app.ctx)
  expect(before.findings).toEqual([])
  await app.live(31 * DAY)
  await sweep(app.ctx)
  expect(await app.rows('SELECT * FROM removals')).toEqual([])
  expect(filesWith(app.data, traces)).toEqual([])
  expect(emailsIn(app.data)).toEqual([other.email])
  expect(await app.rows('SELECT ref FROM attempts')).toEqual([{ ref: elsewhere.ref }])
  const after = await verifyAll(app.ctx)
  expect(after.findings).toEqual([])
  expect(after.walked.attempts).toBe(before.walked.attempts - 2)
  await app.close()
})

test('no copy brings them back, and their person stays with what is kept of them', async () => {
  const { app, org, who, other } = await twoDrives()
  const [kept] = await seedSecondDrive(app.ctx, { ...org, candidates: [other] })
  await seedOrganization(app.ctx, 'beside', { candidates: 1 })
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE drives SET results_retention_days = 30 WHERE id = ?', org.driveId),
  )
  const { folder: copy } = await makeBackup(app.data, backups, app.clock.now())
  await app.live(31 * DAY)
  await sweep(app.ctx)
  await app.close()
  // Beside the backup, by one that is made later.
  await makeBackup(app.data, backups, app.clock.now())
  const again = join(folder, 'again')
  const told = await restore(copy, again)
  expect(told?.json).toMatchObject({ erased_again: 0, attempts_erased_again: 2 })
  expect(told?.text).toContain('2 invitations and tests whose time to be kept was over')
  expect(filesWith(again, [who.email, 'quokka', 'wombat'])).toEqual([])
  expect(emailsIn(again)).toEqual([other.email, expect.stringContaining('beside')])
  expect(await readErased(again)).toHaveLength(2)
  const opened = await openApp({ data: again })
  onTestFinished(() => opened.close())
  expect((await verifyAll(opened.ctx)).findings).toEqual([])
  expect(await opened.rows('SELECT ref FROM attempts WHERE drive_id <> ?', org.driveId)).toContainEqual({
    ref: kept?.ref,
  })
  const [drive] = await opened.rows(
    'SELECT invitation_sent, appeared, finished, results_erased_at FROM drives WHERE id = ?',
    org.driveId,
  )
  expect(drive).toEqual({ invitation_sent: 0, appeared: 0, finished: 0, results_erased_at: app.clock.now() })
})

test('the operator sets a time, is told what is due and what keeps it, and which copies hold what was erased', async () => {
  const { app, org } = await twoDrives()
  const { driveId } = org
  const config = settingsOf(app.data, { HOLDFAST_BACKUPS: backups })
  await makeBackup(app.data, backups, Date.now())
  const drive = String(driveId)
  // The clock of the commands is this machine's: the drive was over before it, and the server has not run since.
  const first = await run(config)
  expect(first?.text).toMatch(
    /Erasing is on hold, because the server’s clock went from 2026-01-15 .*\n.*for ever/,
  )
  const refused = run(config, { drive, days: '30' })
  await expect(refused).rejects.toThrow(/2 invitations and tests of .* will be erased within minutes/)
  await expect(refused).rejects.toThrow('Call it with --confirm.')
  await expect(run(config, { drive: '99', days: '30' })).rejects.toThrow('There is no drive 99.')
  const set = await run(config, { drive, days: '30', confirm: true })
  expect(set?.text).toBe(
    `The results of drive ${drive} are kept for 30 days after its end, until 2026-02-14.`,
  )
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      "INSERT INTO rejudges (drive_id, problem_id, version, status, user_id, created_at) VALUES (?, ?, 1, 'ready', ?, 0)",
      driveId,
      org.problems[0].id,
      org.admin.id,
    ),
  )
  const kept = await run(config, { run: true })
  expect(kept).toMatchObject({ ok: false, json: { on_hold: { why: 'clock' }, due: [{ due: 2 }] } })
  expect(kept?.text).toContain('Nothing was erased.')
  const goneOn = await run(config, { 'go-on': true })
  expect(goneOn?.text).toMatch(/^Erasing goes on\.\n.*\n.* 2 due\.$/m)
  expect((await run(config, { 'go-on': true }))?.text).toBe('Erasing is not on hold.')
  const due = { id: driveId, due: 2, held_up: expect.stringContaining('is neither applied nor discarded.') }
  const list = await run(config)
  expect(list).toMatchObject({ ok: true, json: { drives: [due] } })
  expect(list?.text).toContain('kept for 30 days, until 2026-02-14; 2 invitations and tests, 2 due.')
  expect(await run(config, { run: true, 'dry-run': true })).toMatchObject({ ok: false, json: { due: [due] } })
  expect(await run(config, { run: true })).toMatchObject({ ok: false, json: { erased: [{ attempts: 0 }] } })
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE rejudges SET status = 'discarded'"))
  const done = await run(config, { run: true })
  expect(done).toMatchObject({
    ok: true,
    json: {
      erased: [{ id: driveId, attempts: 2, candidates: 2 }],
      is_done: true,
      copies: [{ folder: expect.stringContaining('holdfast-') }],
    },
  })
  expect(done?.text).toMatch(/2 invitations and tests erased, and 2 candidates/)
  expect(done?.text).toMatch(/These copies may still hold them.*\n.*which goes on \d/)
  expect(await run(config, { run: true })).toMatchObject({ ok: true, text: 'Nothing is due.' })
  await makeBackup(app.data, backups, Date.now())
  const later = await run(config)
  expect(later?.text).toContain('Last erased on')
  // The one of before still holds them, the one of after does not.
  const [before] = (done?.json as { copies: { folder: string }[] } | undefined)?.copies ?? []
  expect(later?.json).toMatchObject({ copies: [{ folder: before?.folder }] })
  expect((await run(config, { drive, days: 'never' }))?.text).toBe(
    `The results of drive ${drive} are kept for ever.`,
  )
  await app.close()
})

test.each([
  [{ 'dry-run': true }, '--dry-run goes with --run'],
  [{ confirm: true }, '--confirm goes with'],
  [{ days: '30' }, 'Say which drive'],
  [{ drive: '3' }, 'Say which drive'],
  [{ drive: 'x', days: '30' }, '--drive takes'],
  [{ drive: '3', days: '29' }, '--days takes'],
  [{ drive: '3', days: '' }, '--days takes'],
  [{ drive: '3', days: '30', run: true }, 'Set the time first'],
  [{ run: true, 'go-on': true }, '--go-on stands alone'],
  [{ drive: '3', days: '30', 'go-on': true }, '--go-on stands alone'],
])('a call that says too little or too much is refused: %j', (values, words) => {
  expect(() => run(settingsOf(folder), values)).toThrow(words)
})
