import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addErased } from '#api/backups/erased.ts'
import { inviteCandidate } from '#api/services/invitations.ts'
import { markOfAttempt } from '#api/services/retention/erasing.ts'
import { verifyAll } from '#api/services/verification.ts'
import { recountDrives } from '#db/queries/drives.ts'
import {
  type Exam,
  must,
  type Organization,
  openApp,
  seedOrganization,
  seedSecondDrive,
  signIn,
  startDevice,
  type TestApp,
  wholeTest,
} from '../../factories/index.ts'
import { eraseAt, settingsOf } from '../console/erased.ts'
import { appForFile } from '../forFile.ts'
import { exported, imported, refusalOf, set } from './support.ts'

/** A newer archive of an organization that has come before: what is new comes, what was changed here is not lost. */

const source = await appForFile({ judging: true })
let exam: Exam
let org: Organization
let file: string
let target: TestApp

beforeAll(async () => {
  exam = await wholeTest(source)
  org = exam.org
  file = await exported(source, org.id)
})

beforeEach(async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  target = app
  await seedOrganization(app.ctx, 'other')
})

const one = async <T>(app: TestApp, sql: string, ...params: unknown[]): Promise<T | undefined> =>
  (await app.rows<T>(sql, ...params))[0]

const invite = (app: TestApp, organizationId: number, driveId: number, email: string) =>
  app.ctx.db.write((tx) => inviteCandidate(app.ctx, tx, { organizationId, driveId, email }, app.clock.now()))

async function uninvite(app: TestApp, email: string): Promise<void> {
  const person = '(SELECT id FROM candidates WHERE email = ?)'
  await set(app, `DELETE FROM attempts WHERE candidate_id IN ${person}`, email)
  await set(app, 'DELETE FROM candidates WHERE email = ?', email)
  await app.ctx.db.write((tx) => recountDrives(tx, org.id))
}

/** The drive that came first, by its number on the target. */
const driveHere = async (): Promise<number> =>
  (await one<{ id: number }>(target, 'SELECT id FROM drives WHERE name = ?', `Drive ${org.name.slice(13)}`))
    ?.id ?? 0

const TITLE = 'UPDATE problems SET title = ?, version = version + 1 WHERE title LIKE ?'
const titles = async (app: TestApp) =>
  (await app.rows<{ title: string }>('SELECT title FROM problems ORDER BY id')).map(({ title }) => title)

describe('a newer archive', () => {
  test('brings what is new and what was changed there, and nothing twice', async () => {
    await imported(target, file)
    await set(source, TITLE, 'Renamed there', '%titlea%')
    await set(source, 'DELETE FROM drives_contacts')
    const [invited] = await seedSecondDrive(source.ctx, org)
    const device = await startDevice(source, invited)
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    await source.idle()
    const [piece] = await source.rows<{ op_id: string }>('SELECT op_id FROM late_decisions')
    await must(source.send, 'postLateDecision', {
      params: { ref: exam.who.ref },
      headers: await signIn(source.send, org.admin.email, org.admin.password),
      body: { op_ids: [piece?.op_id ?? ''], decision: 'accepted', note: 'after all' },
    })
    const newer = await exported(source, org.id)
    const done = await imported(target, newer)
    expect(done).toMatchObject({ conflicts: [], kept: [], findings: [], goneHere: 0 })
    expect(await titles(target)).toContain('Renamed there')
    expect(await target.rows('SELECT 1 FROM drives WHERE name = ?', 'The second drive')).toHaveLength(1)
    expect(await one(target, 'SELECT decision FROM late_decisions')).toEqual({ decision: 'accepted' })
    const count = (app: TestApp, name: string) =>
      app.rows<{ n: number }>(
        `SELECT count(*) AS n FROM ${name} WHERE organization_id = (SELECT id FROM organizations WHERE name = ?)`,
        org.name,
      )
    for (const name of ['drives', 'candidates', 'problems', 'questions', 'tags', 'users'])
      expect(await count(target, name), name).toEqual(await count(source, name))
    expect(
      await target.rows(
        'SELECT 1 FROM attempts a JOIN drives d ON d.id = a.drive_id JOIN organizations o ON o.id = d.organization_id WHERE o.name = ?',
        org.name,
      ),
    ).toHaveLength(2)
    expect(
      await target.rows(
        'SELECT 1 FROM drives_contacts c JOIN drives d ON d.id = c.drive_id WHERE d.name = ?',
        `Drive ${org.name.slice(13)}`,
      ),
    ).toEqual([])
    expect((await verifyAll(target.ctx)).findings).toEqual([])
    const before = await target.fingerprint()
    expect(await imported(target, newer)).toMatchObject({ added: 0, changed: 0 })
    expect(await target.fingerprint()).toBe(before)
    // The older one again takes nothing back that was never here otherwise.
    file = newer
  })

  test('counts its tests in the drives that were here already: one with results cannot be deleted', async () => {
    const [invited] = await seedSecondDrive(source.ctx, org)
    const counters = (app: TestApp) =>
      app.rows(
        `SELECT name, invitation_sent, appeared, finished FROM drives
         WHERE organization_id = (SELECT id FROM organizations WHERE name = ?) ORDER BY id`,
        org.name,
      )
    await imported(target, await exported(source, org.id))
    const before = await counters(target)
    const device = await startDevice(source, invited)
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    await source.idle()
    await imported(target, await exported(source, org.id))
    expect(await counters(target)).toEqual(await counters(source))
    expect(await counters(target)).not.toEqual(before)
  })

  test('keeps the details that a person invited on both servers has here, and says so', async () => {
    const email = 'on-both@people.example'
    const named = 'UPDATE candidates SET first_name = ?, last_name = ? WHERE email = ?'
    const here = await imported(target, await exported(source, org.id))
    await invite(target, here.organization.id, await driveHere(), email)
    await set(target, 'DELETE FROM attempts WHERE candidate_id = (SELECT max(id) FROM candidates)')
    await set(target, named, 'Here', null, email)
    await invite(source, org.id, org.driveId, email)
    await set(source, named, 'There', null, email)
    onTestFinished(() => uninvite(source, email))
    expect((await imported(target, await exported(source, org.id))).kept).toEqual([`candidates: “${email}”`])
    await set(source, named, 'There', 'Too', email)
    const newer = await exported(source, org.id)
    expect(await refusalOf(target, newer)).toContain(`candidates: “${email}” was changed here`)
    await imported(target, newer, { keepsOurs: true })
    expect(await one(target, 'SELECT first_name, last_name FROM candidates WHERE email = ?', email)).toEqual({
      first_name: 'Here',
      last_name: null,
    })
  })

  test('does not bring whoever was erased here before they ever came', async () => {
    const email = 'erased-first@people.example'
    await invite(source, org.id, org.driveId, email)
    onTestFinished(() => uninvite(source, email))
    const newer = await exported(source, org.id)
    const here = await imported(target, file)
    await invite(target, here.organization.id, await driveHere(), email)
    await target.close()
    await eraseAt(settingsOf(target.data), email)
    const again = await openApp({ data: target.data, clock: target.clock })
    onTestFinished(() => again.close())
    expect(await imported(again, newer)).toMatchObject({ goneHere: 2 })
    expect(await again.rows('SELECT 1 FROM candidates WHERE email = ?', email)).toEqual([])
  })

  test('does not bring a test whose time to be kept was over here', async () => {
    await addErased(target.data, [{ attempt: markOfAttempt(target.ctx, exam.who.ref), erased_at: 1 }])
    await imported(target, file)
    expect(await target.rows('SELECT 1 FROM attempts WHERE ref = ?', exam.who.ref)).toEqual([])
    expect((await target.ctx.storage.list('snapshots')).length).toBe(0)
  })

  test('does not touch what was changed here alone', async () => {
    await imported(target, file)
    await set(target, TITLE, 'Renamed here', 'Problem %titleb%')
    expect(await imported(target, file)).toMatchObject({ changed: 0, kept: [] })
    expect(await titles(target)).toContain('Renamed here')
  })

  test('is refused where both changed the same, and with the wish to keep it stays as here', async () => {
    await imported(target, file)
    await set(target, TITLE, 'Renamed here', 'Problem %titleb%')
    await set(target, 'UPDATE attempts SET is_selected = 1 WHERE ref = ?', exam.who.ref)
    await set(source, TITLE, 'Another name there', 'Problem %titleb%')
    await set(source, 'UPDATE attempts SET is_fraud = 1 WHERE ref = ?', exam.who.ref)
    onTestFinished(async () => {
      await set(source, TITLE, 'Problem titleb', 'Another name there')
      await set(source, 'UPDATE attempts SET is_fraud = 0 WHERE ref = ?', exam.who.ref)
    })
    const newer = await exported(source, org.id)
    const before = await target.fingerprint()
    const words = await refusalOf(target, newer)
    expect(words).toContain('problems: “Renamed here” was changed here and on the other server since it came')
    expect(words).toContain(`the test ${exam.who.ref} was changed here`)
    expect(words).toContain('--keep')
    expect(await target.fingerprint()).toBe(before)
    const kept = await imported(target, newer, { keepsOurs: true })
    expect(kept.kept).toHaveLength(2)
    expect(await titles(target)).toContain('Renamed here')
    expect(
      await one(target, 'SELECT is_fraud, is_selected FROM attempts WHERE ref = ?', exam.who.ref),
    ).toEqual({
      is_fraud: 0,
      is_selected: 1,
    })
  })

  test('keeps a picture that is whole here, where the other server has spoilt its own', async () => {
    await imported(target, await exported(source, org.id))
    const [picture = ''] = readdirSync(join(target.data, 'files/snapshots', exam.who.ref))
    const [there, here] = [source, target].map(({ data }) =>
      join(data, 'files/snapshots', exam.who.ref, picture),
    ) as [string, string]
    const whole = readFileSync(here)
    writeFileSync(there, 'spoilt')
    onTestFinished(() => writeFileSync(there, whole))
    const turn = () =>
      set(source, 'UPDATE attempts SET is_selected = 1 - is_selected WHERE ref = ?', exam.who.ref)
    await turn()
    onTestFinished(async () => void (await turn()))
    const done = await imported(target, await exported(source, org.id))
    expect(done).toMatchObject({ changed: 1, findings: [expect.stringMatching(/^on the source, .*picture/)] })
    expect(readFileSync(here).equals(whole)).toBe(true)
  })

  test('leaves out what names something that was removed here', async () => {
    await imported(target, await exported(source, org.id))
    await set(target, 'DELETE FROM problem_tags')
    await set(target, 'DELETE FROM question_tags')
    await set(target, 'DELETE FROM tags')
    await set(
      source,
      'INSERT OR IGNORE INTO problem_tags (problem_id, tag_id) SELECT p.id, t.id FROM problems p, tags t',
    )
    const done = await imported(target, await exported(source, org.id))
    expect(done).toMatchObject({ conflicts: [], added: 0 })
    expect(done.goneHere).toBeGreaterThan(0)
    expect(await target.rows('SELECT 1 FROM problem_tags')).toEqual([])
  })

  test('takes nothing away that was removed there, where it was changed here', async () => {
    await set(source, "INSERT INTO templates (organization_id, language_id, code) VALUES (?, 2, 'x')", org.id)
    await imported(target, await exported(source, org.id))
    await set(target, "UPDATE templates SET code = 'changed here' WHERE code = 'x'")
    await set(source, "DELETE FROM templates WHERE code = 'x'")
    const newer = await exported(source, org.id)
    expect(await refusalOf(target, newer)).toContain('a row of templates was changed here')
    await imported(target, newer, { keepsOurs: true })
    expect(await target.rows("SELECT 1 FROM templates WHERE code = 'changed here'")).toHaveLength(1)
  })

  test('brings nobody back who was erased here, nor a picture of them', async () => {
    await imported(target, await exported(source, org.id))
    await target.close()
    await eraseAt(settingsOf(target.data), exam.who.email)
    const again = await openApp({ data: target.data, clock: target.clock })
    onTestFinished(() => again.close())
    await set(source, 'UPDATE attempts SET is_selected = 1 WHERE ref = ?', exam.who.ref)
    await set(source, "UPDATE candidates SET last_name = 'Berghe' WHERE email = ?", exam.who.email)
    const done = await imported(again, await exported(source, org.id))
    expect(done).toMatchObject({ changed: 0, goneHere: 2 })
    expect(await again.rows('SELECT 1 FROM candidates WHERE email = ?', exam.who.email)).toEqual([])
    expect(await again.rows('SELECT 1 FROM attempts WHERE ref = ?', exam.who.ref)).toEqual([])
    expect(existsSync(join(again.data, 'files/snapshots', exam.who.ref))).toBe(false)
  })

  test('brings no test back that was removed here, while its candidate stays', async () => {
    await imported(target, await exported(source, org.id))
    await set(target, 'DELETE FROM attempts WHERE ref = ?', exam.who.ref)
    await set(source, 'UPDATE attempts SET is_fraud = 1 - is_fraud WHERE ref = ?', exam.who.ref)
    expect(await imported(target, await exported(source, org.id))).toMatchObject({ changed: 0, goneHere: 1 })
    expect(await target.rows('SELECT 1 FROM attempts WHERE ref = ?', exam.who.ref)).toEqual([])
  })
})

describe('what another one has here already', () => {
  test('an organization of the same name: it comes by another', async () => {
    await seedOrganization(target.ctx, org.name.slice(13).replace('exam', 'x'))
    await set(
      target,
      'UPDATE organizations SET name = ? WHERE name = ?',
      org.name.toUpperCase(),
      `Organization ${org.name.slice(13).replace('exam', 'x')}`,
    )
    expect(await refusalOf(target, file)).toContain(`There is an organization called ${org.name} here`)
    expect((await imported(target, file, { name: 'Come over' })).organization.name).toBe('Come over')
    expect(await imported(target, file, { name: 'Come over' })).toMatchObject({
      added: 0,
      changed: 0,
      organization: { name: 'Come over' },
    })
    expect(await refusalOf(target, file, { name: 'Come again' })).toContain('is called Come over here')
  })

  test('an account with the same address', async () => {
    await set(
      target,
      "UPDATE users SET email = ?, email_key = ? WHERE email LIKE '%other%'",
      org.admin.email,
      org.admin.email,
    )
    expect(await refusalOf(target, file)).toContain(
      `${org.admin.email} has an account here already, in Organization other`,
    )
    expect(await target.rows('SELECT 1 FROM organizations')).toHaveLength(1)
  })

  test('the same tests, that came by way of a third server', async () => {
    const between = await openApp()
    onTestFinished(() => between.remove())
    const there = await imported(between, file)
    await imported(target, file)
    await set(between, 'UPDATE users SET email_key = email_key || id')
    const words = await refusalOf(target, await exported(between, there.organization.id), { name: 'Twice' })
    expect(words).toContain(
      `drives: “Drive ${org.name.slice(13)}” is here already, from another server or another way`,
    )
  })

  test('all of it: the archive is of this very server', async () => {
    expect(await refusalOf(source, file)).toContain('made by this very server')
  })
})

test('two that were made on both servers meanwhile, and can be there once', async () => {
  const here = await imported(target, file)
  const email = 'invited-twice@people.example'
  const template = 'INSERT INTO templates (organization_id, language_id, code) VALUES (?, 1, ?)'
  await set(target, template, here.organization.id, 'here')
  await set(source, template, org.id, 'there')
  await invite(target, here.organization.id, await driveHere(), email)
  await invite(source, org.id, org.driveId, email)
  onTestFinished(async () => {
    await set(source, "DELETE FROM templates WHERE code = 'there'")
    await uninvite(source, email)
  })
  const words = await refusalOf(target, await exported(source, org.id), { keepsOurs: true })
  expect(words).toContain('the starter code of a problem was written on both servers')
  expect(words).toMatch(/the candidate of the test [\w-]{22} was invited to the same drive here, too/)
})
