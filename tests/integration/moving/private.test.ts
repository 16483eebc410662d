import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { lockDirectory } from '#api/kit/lock.ts'
import { inviteCandidate } from '#api/services/invitations.ts'
import { digestOf } from '#api/services/moving/format.ts'
import { type MovedTable, ORGANIZATION_TABLES } from '#db/movedTables.ts'
import type { Row } from '#db/queries/moving.ts'
import { type Exam, openApp, seedSuperAdmin, signIn, type TestApp, wholeTest } from '../../factories/index.ts'
import { relined, resigned } from '../../foreign/archives.ts'
import { appForFile } from '../forFile.ts'
import { exported, imported, refusalOf } from './support.ts'

/** What an import does not bring, does not tell, and does not leave. */

const source = await appForFile({ judging: true })
let exam: Exam
let file: string

beforeAll(async () => {
  exam = await wholeTest(source)
  await seedSuperAdmin(source.ctx)
  await source.ctx.db.write((tx) =>
    tx.raw.run("UPDATE users SET param_key_hash = 'a hash', param_key_made_at = 1 WHERE role = 'Admin'"),
  )
  const invited = {
    organizationId: exam.org.id,
    driveId: exam.org.driveId,
    email: 'not-begun@people.example',
  }
  await source.ctx.db.write((tx) => inviteCandidate(source.ctx, tx, invited, source.clock.now()))
  file = await exported(source, exam.org.id)
})

async function fresh() {
  const app = await openApp()
  onTestFinished(() => app.remove())
  return app
}

test('rows are known by marks that nobody makes without the keys: who has the database cannot try names', async () => {
  const target = await fresh()
  await imported(target, file)
  const table = ORGANIZATION_TABLES.find(({ name }) => name === 'candidates') as MovedTable
  const [row = {}] = await source.rows<Row>('SELECT * FROM candidates WHERE email = ?', exam.who.email)
  const digest = digestOf(table, row)
  const known = (mark: string) => target.rows('SELECT 1 FROM moved_rows WHERE digest = ?', mark)
  expect(await known(target.ctx.keys.signature('moved row', digest))).toHaveLength(1)
  expect(await known(digest)).toEqual([])
})

test('a test that has not begun names no former server: nobody has written or signed anything of it there', async () => {
  const target = await fresh()
  await imported(target, file)
  expect(await target.rows('SELECT 1 FROM attempts')).toHaveLength(2)
  expect(await target.rows('SELECT attempt_id FROM moved_logs')).toEqual(
    await target.rows('SELECT id AS attempt_id FROM attempts WHERE ref = ?', exam.who.ref),
  )
})

test('neither links nor super admins of the former server work, and staff has the password it had', async () => {
  const target = await fresh()
  await imported(target, file)
  const token = (app: TestApp) => sha256(app.ctx.keys.attemptToken(exam.who.ref, 1))
  expect(await target.rows('SELECT token_hash FROM attempts WHERE ref = ?', exam.who.ref)).toEqual([
    { token_hash: token(target) },
  ])
  expect(token(target)).not.toBe(token(source))
  expect(await target.rows("SELECT 1 FROM users WHERE role = 'SuperAdmin'")).toEqual([])
  expect(await signIn(target.send, exam.org.admin.email, exam.org.admin.password)).toBeTruthy()
})

test('two imports at once: the second waits for the first', async () => {
  const target = await fresh()
  const place = join(target.data, 'importing')
  mkdirSync(place)
  const free = lockDirectory(place, 0)
  expect(await refusalOf(target, file)).toContain('Another import is under way')
  free?.()
  await imported(target, file)
})

test('keys to the interface of the former server open nothing here', async () => {
  const target = await fresh()
  await imported(target, file)
  expect(await target.rows("SELECT param_key_hash FROM users WHERE role = 'Admin'")).toEqual([
    { param_key_hash: null },
  ])
})

test('a test whose rows do not fit one another leaves nothing, and no picture that came before them', async () => {
  const target = await fresh()
  const twice = resigned(
    source.ctx.keys,
    readFileSync(file),
    relined(`attempts/${exam.who.ref}.jsonl`, (lines) => {
      const op = lines.find((line) => line.startsWith('["ops"')) ?? ''
      return [...lines, op]
    }),
  )
  const archive = join(target.data, 'twice.zip')
  writeFileSync(archive, twice)
  const before = await target.fingerprint()
  // A trial does not write what belongs to tests, so this is found once the pictures are there.
  expect((await imported(target, archive, { isTrial: true })).conflicts).toEqual([])
  expect(await refusalOf(target, archive)).toContain(
    `the test ${exam.who.ref} cannot stand beside what is here`,
  )
  expect(await target.fingerprint()).toBe(before)
  const folder = join(target.data, 'files/snapshots', exam.who.ref)
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})
