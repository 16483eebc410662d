import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { listCopies } from '#api/backups/copies.ts'
import { addErased, readErased } from '#api/backups/erased.ts'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import { connect } from '#db/connect.ts'
import { DAY, must, openApp, signIn, startExam, type TestApp } from '../../factories/index.ts'
import { emailsIn, eraseAt, filesWith, restore, settingsOf } from './erased.ts'

/** Whoever is erased is in no file any more, and no copy brings them back. */

let folder: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-erased-'))
  backups = join(folder, 'backups')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

test('no byte of an erased candidate is left in any file of the data directory', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const { who, device, org } = await startExam(app, { candidates: 2 })
  const problem_id = org.problems[0].id
  const body = { problem_id, language_id: 1, answer: `quokka-${'wombat '.repeat(400)}` }
  for (let n = 0; n < 20; n++) {
    device.write('draft', `code:${problem_id}:1`, { ...body, answer: `${body.answer}${n}` })
    await device.sync()
  }
  await app.ctx.storage.put(`snapshots/${who.ref}/${'a'.repeat(64)}.jpg`, Buffer.from('quokka in a picture'))
  const traces = [who.email, 'quokka', 'wombat']
  expect(filesWith(app.data, traces).length).toBeGreaterThan(1)
  const reading = connect(join(app.data, 'holdfast.db'), { readonly: true })
  reading.exec('BEGIN')
  reading.prepare('SELECT count(*) FROM candidates').get()
  await must(app.send, 'deleteCandidate', {
    params: { id: who.candidateId },
    headers: await signIn(app.send, org.admin.email, org.admin.password),
  })
  // Somebody reads, as a backup does: what is not done at once is done later.
  expect(await app.rows('SELECT kind FROM removals')).toEqual([{ kind: 'pages' }])
  reading.close()
  await sweep(app.ctx)
  expect(await app.rows('SELECT kind FROM removals')).toEqual([])
  expect(filesWith(app.data, traces)).toEqual([])
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})

describe('a copy', () => {
  test('brings nobody back who was erased after it, whoever erased them, and leaves the others', async () => {
    const app = await openApp()
    onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
    const { who, org } = await startExam(app, { candidates: 4 })
    const [, second, third, fourth] = org.candidates
    app.clock.move(1_000)
    const { folder: copy } = await makeBackup(app.data, backups, app.clock.now())
    app.clock.move(1_000)
    await must(app.send, 'deleteCandidate', {
      params: { id: who.candidateId },
      headers: await signIn(app.send, org.admin.email, org.admin.password),
    })
    await app.close()
    const config = settingsOf(app.data)
    const asked = await eraseAt(config, second?.email ?? '', false)
    expect(asked?.json).toMatchObject({ erased: false, organizations: 1, attempts: 1, running: 0 })
    expect(emailsIn(app.data)).toContain(second?.email)
    const erased = await eraseAt(config, ` ${second?.email.toUpperCase()}`)
    expect(erased?.json).toMatchObject({ erased: true, attempts: 1, organizations: 1, is_done: true })
    await expect(eraseAt(config, second?.email ?? '')).rejects.toThrow('Nobody was invited at')
    // Beside a backup that is made later, for all that lie there.
    await makeBackup(app.data, backups, app.clock.now() + DAY)
    const again = join(folder, 'again')
    expect((await restore(copy, again))?.json).toMatchObject({ erased_again: 2 })
    expect(emailsIn(again)).toEqual([third?.email, fourth?.email])
    expect(filesWith(again, [who.email, second?.email ?? ''])).toEqual([])
    const opened = await openApp({ data: again })
    onTestFinished(() => opened.close())
    expect((await verifyAll(opened.ctx)).findings).toEqual([])
    expect(await opened.rows(`SELECT action, user_id FROM audit_log ORDER BY id DESC LIMIT 2`)).toEqual([
      { action: 'candidate.delete', user_id: null },
      { action: 'candidate.delete', user_id: null },
    ])
    // Both people, and the test of each.
    expect(await readErased(again)).toHaveLength(4)
  })

  test('keeps whoever was invited anew after they had been erased', async () => {
    const app = await openApp()
    onTestFinished(() => app.remove())
    const { who } = await startExam(app)
    const mark = app.ctx.keys.signature('erased', (await rowOf(app)).organization_id, who.email)
    const { folder: copy } = await makeBackup(app.data, backups, app.clock.now())
    const { created_at } = await rowOf(app)
    await addErased(backups, [{ person: mark, erased_at: created_at }])
    expect((await restore(copy, join(folder, 'kept')))?.json).toMatchObject({ erased_again: 0 })
    await addErased(backups, [{ person: mark, erased_at: created_at + 1 }])
    expect((await restore(copy, join(folder, 'gone')))?.json).toMatchObject({ erased_again: 1 })
  })

  const rowOf = async (app: TestApp) => {
    const [row] = await app.rows<{ organization_id: number; created_at: number }>(
      'SELECT organization_id, created_at FROM candidates',
    )
    if (!row) throw new Error('There is nobody')
    return row
  }
})

test('by the operator beside somebody who reads is done all the same, and says what is left to the server', async () => {
  const app = await openApp({ listen: true })
  onTestFinished(() => app.remove())
  const { who } = await startExam(app)
  const reading = connect(join(app.data, 'holdfast.db'), { readonly: true })
  reading.exec('BEGIN')
  reading.prepare('SELECT count(*) FROM candidates').get()
  const erased = await eraseAt(settingsOf(app.data), who.email)
  reading.close()
  expect(erased).toMatchObject({ ok: true, json: { erased: true, is_done: false } })
  expect(erased?.text).toContain('the running server does it within ten minutes')
  await sweep(app.ctx)
  expect(filesWith(app.data, [who.email])).toEqual([])
})

test('the list outlives a writing that was cut off, and has nobody twice', async () => {
  mkdirSync(backups)
  const [one, two] = [
    { person: 'a', erased_at: 1 },
    { person: 'b', erased_at: 2 },
  ]
  await addErased(backups, [one])
  appendFileSync(join(backups, 'erased.jsonl'), '{"person":"b","era')
  await addErased(backups, [one, two])
  await addErased(backups, [two])
  expect(await readErased(backups)).toEqual([one, two])
  expect(await readErased(folder)).toEqual([])
})

test('the copies that hold somebody are named with the day on which the rule removes each', async () => {
  const now = Date.parse('2026-11-29T12:00:00Z')
  const made = (day: string) => {
    const name = join(backups, `holdfast-${day.replaceAll('-', '')}T100000000Z`)
    mkdirSync(name, { recursive: true })
    const manifest = { holdfast_backup: 1, made_at: `${day}T10:00:00.000Z`, server_epoch: 1, parts: [] }
    writeFileSync(join(name, 'manifest.json'), JSON.stringify(manifest))
  }
  for (const day of ['2026-11-29', '2026-11-28', '2026-11-24']) made(day)
  const plan = { place: backups, everyHours: 24, keep: '3 daily', shipsLog: false }
  expect(
    (await listCopies(plan, now)).map(({ made_at, goes_on }) => [made_at.slice(0, 10), goes_on]),
  ).toEqual([
    ['2026-11-29', '2026-12-02'],
    ['2026-11-28', '2026-12-01'],
    ['2026-11-24', '2026-11-30'],
  ])
  const monthly = await listCopies({ ...plan, keep: '2 monthly' }, now)
  expect(monthly.map(({ goes_on }) => goes_on)).toEqual(['2026-11-30', '2026-11-30', '2026-11-30'])
  // The last of a month stays for that month and the next.
  made('2026-11-30')
  const later = await listCopies({ ...plan, keep: '2 monthly' }, now + DAY)
  expect(later[0]).toMatchObject({ made_at: '2026-11-30T10:00:00.000Z', goes_on: '2027-01-01' })
  const weekly = await listCopies({ ...plan, everyHours: 168, keep: '1 daily' }, now + DAY)
  expect(weekly.map(({ goes_on }) => goes_on)).toEqual(Array(4).fill('2026-12-07'))
  await expect(listCopies({ ...plan, place: join(folder, 'none') }, now)).rejects.toThrow(
    'There is no folder',
  )
})
