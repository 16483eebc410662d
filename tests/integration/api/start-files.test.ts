import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '#api/auth/password.ts'
import { loadKeys, newKeyFile } from '#api/kit/keys.ts'
import { writeWhole } from '#api/kit/wholeFile.ts'
import { refreshDemo, seedDemo } from '#api/seed/demo.ts'
import { type DemoFile, formatSignIn } from '#api/seed/demoFile.ts'
import { setPassword } from '#db/queries/users.ts'
import { call, DAY, must, openApp, seedOrganization, signIn, type TestApp } from '../../factories/index.ts'

/** The files a start reads: written whole or not at all, and what a start does with one that is not whole. */

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-files-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('a file is replaced and never written in place; a failure leaves nothing behind', async () => {
  const data = folder()
  const path = join(data, 'a.json')
  await writeWhole(path, 'the old one')
  const reader = await open(path)
  onTestFinished(() => reader.close())
  await writeWhole(path, 'the new')
  expect(await reader.readFile('utf8')).toBe('the old one')
  expect(readFileSync(path, 'utf8')).toBe('the new')
  expect(modeOf(path)).toBe('600')
  await mkdir(join(data, 'taken', 'full'), { recursive: true })
  await expect(writeWhole(join(data, 'taken'), 'x')).rejects.toThrow()
  expect(readdirSync(data).toSorted()).toEqual(['a.json', 'taken'])
})

test('keys are made once, for this account alone, and stay', async () => {
  const data = folder()
  const keys = await loadKeys(data, true)
  const text = readFileSync(join(data, 'keys.json'), 'utf8')
  expect(modeOf(join(data, 'keys.json'))).toBe('600')
  expect(readdirSync(data)).toEqual(['keys.json'])
  expect((await loadKeys(data, true)).invitationToken('a', 1)).toBe(keys.invitationToken('a', 1))
  expect(readFileSync(join(data, 'keys.json'), 'utf8')).toBe(text)
})

test('keys that are gone are not made anew where somebody was invited', async () => {
  const app = await openApp()
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  await seedOrganization(app.ctx, 'keys')
  await app.close()
  const path = join(app.data, 'keys.json')
  unlinkSync(path)
  await expect(openApp({ data: app.data })).rejects.toThrow(path)
  expect(readdirSync(app.data)).not.toContain('keys.json')
})

test('keys take their place as a whole file: nothing is written through what stands there', async () => {
  const data = folder()
  const path = join(data, 'keys.json')
  symlinkSync(join(data, 'nowhere.json'), path)
  await loadKeys(data, true)
  expect(lstatSync(path).isFile()).toBe(true)
  expect(readdirSync(data)).toEqual(['keys.json'])
})

test('beside a server that has the directory no keys are made', async () => {
  const data = folder()
  await expect(loadKeys(data, false)).rejects.toThrow(join(data, 'keys.json'))
  expect(readdirSync(data)).toEqual([])
})

const whole = newKeyFile()
test.each([
  ['empty', ''],
  ['blanks', '\n'],
  ['half written', JSON.stringify(whole).slice(0, 60)],
  ['another form', '[]'],
  ['without its second key', JSON.stringify({ secret: whole.secret })],
  ['with a short secret', JSON.stringify({ ...whole, secret: whole.secret.slice(0, 20) })],
  ['with a cut key', JSON.stringify({ ...whole, receipt_private: whole.receipt_private.slice(0, 60) })],
])('keys.json that is %s ends the start with a sentence and is left as it is', async (_what, text) => {
  const app = await openApp()
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  await app.close()
  const path = join(app.data, 'keys.json')
  writeFileSync(path, text)
  const fault = await openApp({ data: app.data }).then(
    () => null,
    (thrown: Error) => thrown,
  )
  expect(fault?.message).toContain(`The keys in ${path} cannot be used: it `)
  expect(fault?.message).not.toMatch(/JSON|Syntax|Zod|\n/)
  expect(fault?.message).not.toContain(whole.secret.slice(0, 20))
  expect(readFileSync(path, 'utf8')).toBe(text)
  // The directory is free again: with the right file the next start goes through.
  writeFileSync(path, JSON.stringify(whole))
  await (await openApp({ data: app.data })).close()
})

const base = 'http://demo.test'
const refreshed = async (app: TestApp): Promise<DemoFile> => {
  const file = await refreshDemo(app.ctx, base)
  if (!file) throw new Error('no demo')
  return file
}

test('demo.json that is gone or not whole is made anew: accounts get new passwords, links stay', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const path = join(app.data, 'demo.json')
  expect(await refreshDemo(app.ctx, base)).toBeNull()
  await seedDemo(app.ctx)
  let known = await refreshed(app)
  expect(known.candidate_links).toHaveLength(12)
  // A later start changes no password.
  expect(await refreshed(app)).toEqual(known)
  const enter = (who: { email: string; password: string }) => signIn(app.send, who.email, who.password)
  const damages = [
    () => unlinkSync(path),
    () => writeFileSync(path, ''),
    () => writeFileSync(path, JSON.stringify(known).slice(0, 80)),
    () => writeFileSync(path, '{"base_url":""}'),
  ]
  for (const damage of damages) {
    damage()
    const file = await refreshed(app)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(file)
    expect(modeOf(path)).toBe('600')
    expect(file.candidate_links).toEqual(known.candidate_links)
    await enter(file.admin)
    await enter(file.super_admin)
    expect((await call(app.send, 'signIn', { body: known.admin })).status).toBe(401)
    known = file
  }
  const token = known.candidate_links[0]?.split('/').at(-1) ?? ''
  expect((await must(app.send, 'getDrive', { params: { token } })).drive.name).toBe('Graduate Engineer Drive')
  expect(readdirSync(app.data).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test("with new passwords the demo's sessions end, and nobody else's", async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  const known = await refreshed(app)
  const other = await seedOrganization(app.ctx, 'elsewhere')
  const open = (who: { email: string; password: string }) => signIn(app.send, who.email, who.password)
  const [admin, root, stranger] = [
    await open(known.admin),
    await open(known.super_admin),
    await open(other.admin),
  ]
  const statusOf = async (headers: Record<string, string>) =>
    (await call(app.send, 'getSession', { headers })).status
  // A start that finds its file ends no session.
  await refreshed(app)
  expect([await statusOf(admin), await statusOf(root), await statusOf(stranger)]).toEqual([200, 200, 200])
  unlinkSync(join(app.data, 'demo.json'))
  const renewed = await refreshed(app)
  expect([await statusOf(admin), await statusOf(root), await statusOf(stranger)]).toEqual([401, 401, 200])
  expect(await statusOf(await open(renewed.admin))).toBe(200)
})

test('a start prints a password only while it opens its account', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  const { admin, super_admin } = await refreshed(app)
  expect(await formatSignIn(app.ctx, admin)).toBe(`${admin.email}   ${admin.password}`)
  const hash = await hashPassword('another one')
  await app.ctx.db.write((tx) => setPassword(tx, admin.email, hash, app.ctx.now()))
  expect(await formatSignIn(app.ctx, admin)).toBe(`${admin.email}   (its password has been changed)`)
  const headers = await signIn(app.send, super_admin.email, super_admin.password)
  const user = await must(app.send, 'getSession', { headers })
  await must(app.send, 'putUser', {
    params: { id: user.id },
    headers,
    body: {
      id: user.id,
      first_name: 'Ada',
      last_name: 'Moved',
      email: 'moved@holdfast.example',
      current_password: super_admin.password,
      mobile_number: '9876543210',
    },
  })
  expect(await formatSignIn(app.ctx, super_admin)).toBe(
    `${super_admin.email}   (its address has been changed)`,
  )
})

test('demo.json is replaced, not written in place', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  await refreshed(app)
  const reader = await open(join(app.data, 'demo.json'))
  onTestFinished(() => reader.close())
  await refreshDemo(app.ctx, 'http://other.test')
  expect((JSON.parse(await reader.readFile('utf8')) as DemoFile).base_url).toBe(base)
})

const links = async (app: TestApp) => (await refreshed(app)).candidate_links
/** Changes attempts of the ongoing drive behind the calls. */
const change = (app: TestApp, sql: string) =>
  app.ctx.db.write(({ raw }) =>
    raw.run(
      `UPDATE attempts SET ${sql} AND drive_id = (SELECT id FROM drives WHERE name = 'Graduate Engineer Drive')`,
    ),
  )
const opened = (app: TestApp, link = '') =>
  must(app.send, 'getDrive', { params: { token: link.split('/').at(-1) ?? '' } })

test('a demo never runs dry: each start has ten links or more of people who have not begun', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  const seen = new Set<string>()
  // Twelve first names and twelve last ones are 144 people; then they are counted.
  for (let start = 0; start < 16; start++) {
    const now = await links(app)
    expect(now.length).toBeGreaterThanOrEqual(10)
    expect(now.filter((link) => seen.has(link))).toEqual([])
    expect(await links(app), 'where nobody began meanwhile').toEqual(now)
    for (const link of now) seen.add(link)
    await change(app, 'started_at = 1 WHERE started_at IS NULL')
  }
  const people = await app.rows<{ n: number; distinct_n: number }>(
    `SELECT count(*) AS n, count(DISTINCT c.email) AS distinct_n FROM attempts a JOIN candidates c ON c.id = a.candidate_id
     JOIN drives d ON d.id = a.drive_id WHERE d.name = 'Graduate Engineer Drive'`,
  )
  expect(people).toEqual([{ n: seen.size, distinct_n: seen.size }])
  expect((await opened(app, (await links(app)).at(-1))).drive.name).toBe('Graduate Engineer Drive')
})

test('a revoked link is not printed', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  const first = await links(app)
  await change(app, 'revoked_at = 1 WHERE id % 4 = 0')
  const now = await links(app)
  expect(first.filter((link) => !now.includes(link))).toHaveLength(3)
  expect(now.length).toBeGreaterThanOrEqual(10)
})

test("the demo's ongoing drive goes on where somebody began and its end has passed", async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  const [link] = await links(app)
  const before = await opened(app, link)
  await app.ctx.db.write(({ raw }) => raw.run("UPDATE drives SET appeared = 1 WHERE name LIKE 'Graduate%'"))
  app.clock.move(10 * DAY)
  expect((await links(app))[0]).toBe(link)
  expect((await opened(app, link)).drive_end_time).toBe(before.drive_end_time)
  app.clock.move(30 * DAY)
  await links(app)
  const after = await opened(app, link)
  expect(after.drive_start_time).toBe(before.drive_start_time)
  expect(Date.parse(after.drive_end_time)).toBeGreaterThan(app.clock.now() + 30 * DAY)
})

test('a demo whose ongoing drive was deleted has no links', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await seedDemo(app.ctx)
  await app.ctx.db.write(({ raw }) => raw.run('UPDATE drives SET deleted_at = 1'))
  expect(await links(app)).toEqual([])
})
