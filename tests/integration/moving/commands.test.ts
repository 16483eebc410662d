import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WrongCall } from '#api/commands/command.ts'
import { exportCommand } from '#api/commands/export.ts'
import { importCommand } from '#api/commands/import.ts'
import { behind, startExam, type TestApp, wholeTest } from '../../factories/index.ts'
import { settingsOf } from '../console/erased.ts'
import { appForFile } from '../forFile.ts'

/** The two commands beside a server that runs: what they refuse, and what they tell. */

const app = await appForFile({ judging: true })
const other = await appForFile()
const { org, device } = await startExam(app)
const file = join(app.data, 'organization.zip')

const call = (
  command: typeof exportCommand,
  on: TestApp,
  positionals: string[],
  values: Record<string, unknown> = {},
) => command.run({ config: settingsOf(on.data), values, positionals, progress: () => {} })

const refusal = async (...given: Parameters<typeof call>): Promise<Error> => {
  try {
    await call(...given)
  } catch (error) {
    return error as Error
  }
  throw new Error('It was not refused')
}

test('a call that says too little is a wrong one', async () => {
  for (const wrong of [
    () => call(exportCommand, app, [org.name]),
    () => call(exportCommand, app, [], { to: file }),
    () => call(importCommand, app, []),
    () => call(importCommand, app, [file], { key: 'short' }),
    () => call(importCommand, app, [file], { as: ' ' }),
    () => call(importCommand, app, [file], { as: 'a'.repeat(101) }),
  ])
    await expect((async () => wrong())()).rejects.toBeInstanceOf(WrongCall)
})

test('nothing moves while tests run: neither out of a server nor, unless that is meant, into one', async () => {
  expect((await refusal(exportCommand, app, [org.name], { to: file })).message).toContain(
    '1 test not over yet',
  )
  expect(existsSync(file)).toBe(false)
  expect((await refusal(importCommand, app, [file])).message).toContain('1 test is running on this server')
  for (const values of [{ now: true }, { 'dry-run': true }])
    expect((await refusal(importCommand, app, [file], values)).message).toContain('cannot be read')
})

test('evidence that does not hold is exported by a second word alone, and what is written is told', async () => {
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  expect((await refusal(exportCommand, app, ['nobody'], { to: file })).message).toContain(
    'no organization nobody',
  )
  behind(app.data, 'UPDATE attempts SET is_fraud = 1')
  const { message } = await refusal(exportCommand, app, [org.name], { to: file })
  expect(message).toMatch(/Not all evidence of .* holds:\n {2}attempt [\s\S]*--with-findings/)
  expect(existsSync(file)).toBe(false)
  const wrote = await call(exportCommand, app, [String(org.id)], { to: file, 'with-findings': true })
  expect(wrote).toMatchObject({ ok: false, json: { counts: { attempts: 1, users: 1 } } })
  expect(
    await app.rows("SELECT organization_id, after FROM audit_log WHERE action = 'organization.export'"),
  ).toEqual([{ organization_id: org.id, after: '{"findings":1}' }])
  expect((await refusal(exportCommand, app, [org.name], { to: file })).message).toContain('is there already')
  const key = app.ctx.keys.receiptKeyFingerprint
  const tried = await call(importCommand, other, [file], { 'dry-run': true, key })
  expect(tried?.text).toMatch(
    /would be here[\s\S]*Does not hold:\n {2}on the source, attempt[\s\S]*Nothing was written/,
  )
  expect(await other.rows('SELECT 1 FROM organizations')).toEqual([])
  const done = await call(importCommand, other, [file], { as: 'Come over' })
  expect(done).toMatchObject({ ok: false, json: { organization: { name: 'Come over' }, conflicts: [] } })
  expect(done?.text).toContain('Links of candidates lead to the old server')
  const entry = await other.rows<{ user_id: null; after: string }>(
    "SELECT user_id, after FROM audit_log WHERE action = 'organization.import'",
  )
  expect(done?.text).not.toContain('make a backup now')
  expect(entry).toMatchObject([{ user_id: null, after: expect.stringContaining(key) }])
})

test('pictures that a shipped log does not have are told', async () => {
  const whole = await wholeTest(app)
  const archive = join(app.data, 'pictures.zip')
  await call(exportCommand, app, [String(whole.org.id)], { to: archive })
  const backups = mkdtempSync(join(tmpdir(), 'holdfast-backups-'))
  onTestFinished(() => rmSync(backups, { recursive: true, force: true }))
  const config = settingsOf(other.data, { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' })
  const done = await importCommand.run({ config, values: {}, positionals: [archive], progress: () => {} })
  expect(done?.json).toMatchObject({ pictures: 1 })
  expect(done?.text).toContain('make a backup now')
})
