import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { checkReceipt } from '#api/services/receiptCheck.ts'
import { verifyAll } from '#api/services/verification.ts'
import { snapshotKey } from '#api/storage/links.ts'
import { soundPicture } from '#api/storage/pictures.ts'
import { storedBytes } from '#api/storage/storage.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import {
  behind,
  Device,
  type Exam,
  must,
  openApp,
  seedOrganization,
  signIn,
  type TestApp,
  wholeTest,
} from '../../factories/index.ts'
import { archiveOf } from '../../foreign/archives.ts'
import { checkArchive } from '../../foreign/checkArchive.ts'
import { appForFile } from '../forFile.ts'
import { exported, fillRest, imported, rowCounts } from './support.ts'

/** An organization with a whole test goes to another server, on which its numbers are others' already. */

const source = await appForFile({ judging: true })
const target = await appForFile({ judging: true })
let exam: Exam
let file: string
let before: Map<string, number>
let first: Awaited<ReturnType<typeof imported>>

beforeAll(async () => {
  exam = await wholeTest(source)
  await source.ctx.storage.put(`images/${exam.org.id}-abc.jpg`, Buffer.from('a picture'))
  const image = `images/${exam.org.id}-abc.jpg`
  await source.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE questions SET image_key = ?', image)
    await tx.raw.run(
      `UPDATE item_versions SET content = replace(content, '"image_key":null', ?)`,
      `"image_key":"${image}"`,
    )
  })
  source.ctx.content.forget()
  await fillRest(source, exam)
  await source.ctx.db.write((tx) =>
    tx.raw.run("UPDATE problems SET description = description || ' ![](/files/' || ? || ')'", image),
  )
  // Languages have other numbers here, and one is not offered.
  await target.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE languages SET id = id + 50')
    await tx.raw.run("DELETE FROM languages WHERE code_id = 'python'")
    // Here the numbers mean something that a candidate has written who meant nothing by them.
    await tx.raw.run("INSERT INTO languages (id, code_id, name, code) VALUES (1, 'ruby', 'Ruby', '')")
  })
  for (const tag of ['one', 'two']) await seedOrganization(target.ctx, tag)
  await target.ctx.db.write((tx) =>
    tx.raw.run("UPDATE sqlite_sequence SET seq = 998 WHERE name = 'problems'"),
  )
  before = await rowCounts(target)
  file = await exported(source, exam.org.id)
  first = await imported(target, file)
})

const asStaff = (app: TestApp) => signIn(app.send, exam.org.admin.email, exam.org.admin.password)

/** What is told of a test, without the numbers that things have on one server. */
const withoutNumbers = (told: unknown): unknown =>
  JSON.parse(
    JSON.stringify(told, (key, value: unknown) =>
      typeof value === 'number' && /(^|_)id$/.test(key)
        ? 'number'
        : key.endsWith('_options') && Array.isArray(value)
          ? value.length
          : key === 'image_url' && typeof value === 'string'
            ? value.replace(/^\/files\/images\/.*/, 'picture').replace(/\?.*/, '')
            : value,
    ),
  )

const idOf = async (app: TestApp, sql: string, ...params: unknown[]): Promise<number> =>
  (await app.rows<{ id: number }>(sql, ...params))[0]?.id ?? 0

const attemptOn = (app: TestApp) => idOf(app, 'SELECT id FROM attempts WHERE ref = ?', exam.who.ref)

describe('on the other server', () => {
  test('all evidence holds, with the seals of that one', async () => {
    expect(first.findings).toEqual([])
    expect(
      await target.rows("SELECT 1 FROM ops JOIN problems p ON p.id = 999 WHERE key = 'code:999:1'"),
    ).toHaveLength(1)
    const found = await verifyAll(target.ctx)
    expect(found.findings).toEqual([])
    expect(found.walked).toMatchObject({ attempts: 1, changes: 10, receipts: 2, pictures: 2 })
    const [row] = await target.rows<{ sealed_from: number; rows_seal: string }>(
      'SELECT sealed_from, rows_seal FROM attempts WHERE ref = ?',
      exam.who.ref,
    )
    expect(row?.sealed_from).toBe(1)
    expect(row?.rows_seal).not.toBe('')
  })

  test('each row of each table is there, once, and names what is there', async () => {
    const [there, here] = [await rowCounts(source), await rowCounts(target)]
    for (const [name, n] of there) {
      // The super admin stays, and somebody stands for them; each test that has begun says where it came from.
      const expected = name === 'moved_logs' ? 1 : n
      expect((here.get(name) ?? 0) - (before.get(name) ?? 0), name).toBe(expected)
      expect(expected, name).toBeGreaterThan(0)
    }
    expect(await target.rows('PRAGMA foreign_key_check')).toEqual([])
    // One that never came names nothing here, and not whatever has its number.
    const [rejudged] = await target.rows<{ named: number; newest: number }>(
      `SELECT r.tests ->> '$[0].test_case_id' = (SELECT min(t.id) FROM test_cases t WHERE t.problem_id = s.problem_id)
           AND r.tests ->> '$[1].test_case_id' = -998 AS named,
         a.newest_notice = (SELECT max(id) FROM notices WHERE attempt_id = a.id) AS newest
       FROM rejudge_results r JOIN submissions s ON s.id = r.submission_id JOIN attempts a ON a.id = s.attempt_id`,
    )
    expect(rejudged).toEqual({ named: 1, newest: 1 })
    expect(
      await target.rows(
        'SELECT u.email, u.is_active, u.password_hash FROM rejudges r JOIN users u ON u.id = r.user_id',
      ),
    ).toEqual([{ email: expect.stringMatching(/@moved\.invalid$/), is_active: 0, password_hash: null }])
    expect(
      await target.rows(
        'SELECT l.code_id, l.is_active FROM templates t JOIN languages l ON l.id = t.language_id WHERE t.code = ?',
        '# begin',
      ),
    ).toEqual([{ code_id: 'python', is_active: 0 }])
  })

  test('results and report say the same', async () => {
    const told = await Promise.all(
      [source, target].map(async (app) => {
        const headers = await asStaff(app)
        const id = await idOf(app, 'SELECT id FROM drives WHERE name = ?', `Drive ${exam.org.name.slice(13)}`)
        const { results } = await must(app.send, 'getResults', { params: { id }, headers })
        const report = await must(app.send, 'getReport', { params: { token: exam.who.ref }, headers })
        return { results: withoutNumbers(results), report: withoutNumbers(report) }
      }),
    )
    expect(told[1]).toEqual(told[0])
    expect(JSON.stringify(told[0])).toContain('"score":15')
    expect(JSON.stringify(told[0])).toContain('"image_url":"picture"')
  })

  test('numbers are others, and each answer stands under the question it was given to', async () => {
    const asked = (app: TestApp) =>
      app.rows<{ key: string; saved: string; id: number; description: string }>(
        `SELECT a.key, a.saved, q.id, q.description FROM answers a JOIN questions q ON a.key = 'mcq:' || q.id
         JOIN attempts t ON t.id = a.attempt_id WHERE t.ref = ? ORDER BY q.id`,
        exam.who.ref,
      )
    const [there, here] = [await asked(source), await asked(target)]
    expect(here.map(({ description }) => description)).toEqual(there.map(({ description }) => description))
    expect(here.map(({ id }) => id)).not.toEqual(there.map(({ id }) => id))
    expect(here.map(({ saved }) => saved)).not.toEqual(there.map(({ saved }) => saved))
  })

  test('pictures of questions and of the camera are there', async () => {
    const [picture] = await target.rows<{ sha256: string }>('SELECT sha256 FROM snapshots')
    expect(
      await storedBytes(target.ctx.storage, snapshotKey(exam.who.ref, picture?.sha256 ?? '')),
    ).not.toBeNull()
    const [image] = await target.rows<{ image_key: string }>(
      'SELECT image_key FROM questions WHERE image_key IS NOT NULL',
    )
    expect(String(await storedBytes(target.ctx.storage, image?.image_key ?? ''))).toBe('a picture')
    // Statements name it by its key of this server as well.
    const statements = await target.rows<{ description: string }>(
      'SELECT description FROM problems WHERE organization_id = ?',
      first.organization.id,
    )
    for (const { description } of statements) expect(description).toContain(`![](/files/${image?.image_key})`)
  })

  test('a receipt of the former server is checked, by its code and as a file', async () => {
    const rows = await source.rows<ReceiptFile & { at: number; code: string }>(
      'SELECT lease_id, head_seq, head_hash, at, server_epoch, receipt, code FROM receipts ORDER BY head_seq',
    )
    const [{ code, at, ...row }] = rows as [(typeof rows)[number]]
    const body = {
      ...row,
      holdfast_receipt: 1,
      attempt_id: exam.who.ref,
      time: new Date(at).toISOString(),
    } as const
    const check = (asked: object) => must(target.send, 'postReceiptCheck', { body: asked })
    const held = { outcome: 'held', checkable_by: 'anybody', changes: row.head_seq }
    expect(await check(body)).toMatchObject(held)
    expect(await check({ code })).toMatchObject(held)
    expect(await check({ ...body, head_hash: 'f'.repeat(64) })).toMatchObject({ outcome: 'foreign' })
    // Signed there, and the log is another one: whatever this server's own backups lacked, they are no reason for it.
    const other = { ...body, head_hash: 'f'.repeat(64), receipt: '' }
    const receipt = source.ctx.keys.endReceipt(other)
    const restored = Object.create(target.ctx, { serverEpoch: { value: 9 } }) as typeof target.ctx
    expect(await checkReceipt(restored, { ...other, receipt }, '127.0.0.1')).toMatchObject({
      outcome: 'altered',
    })
    expect(await target.rows('SELECT 1 FROM shown_receipts')).toEqual([])
  })

  test('an archive of evidence is checked by a stranger, who is told of the former key', async () => {
    const { wrong, output } = checkArchive({
      archive: await archiveOf(target, exam),
      key: await (await target.send('/api/v1/receipt_key')).text(),
    })
    expect(wrong).toEqual([])
    expect(output).toContain(
      `changes up to 10 are of the key ${source.ctx.keys.receiptKeyFingerprint}: compare it`,
    )
  })

  test('the audit log goes on, tells of the import, and names things by the numbers of here', async () => {
    const { entries } = await must(target.send, 'getAuditLog', { headers: await asStaff(target) })
    const late = entries.find(({ action }) => action === 'candidate.late_rejected')
    expect(late).toMatchObject({ user: 'Ida Storm', subject: `attempt ${exam.who.ref}` })
    expect(entries.find(({ action }) => action === 'organization.import')).toMatchObject({
      user: 'Operator of the server',
    })
    const [problem, user] = [
      await idOf(target, "SELECT max(id) AS id FROM problems WHERE title LIKE '%exam%titlea%'"),
      await idOf(target, 'SELECT id FROM users WHERE email = ?', exam.org.admin.email),
    ]
    // Places in a list that is another one here are left out; ends of an import are problems of here, or of nowhere.
    const said = (of: string) =>
      entries.find(({ action, subject }) => action === of && subject === 'two rows')?.after
    expect(said('candidate.invite')).toEqual({ drive: 'named' })
    expect(said('problem.import')).toEqual({ first: problem, last: -997 })
    expect(entries.find(({ action }) => action === 'test_case.update')).toMatchObject({
      subject: `test case (formerly 999) of problem ${problem}`,
      after: { problem, contacts: [user, -998], marks: 7 },
    })
  })

  test('nothing is left of the rows that were laid out', () => {
    expect(existsSync(join(target.data, 'importing/rows'))).toBe(false)
  })
})

describe('the same again', () => {
  test('changes nothing', async () => {
    const before = await target.fingerprint()
    const again = await imported(target, file)
    expect(again).toMatchObject({ added: 0, changed: 0, conflicts: [], organization: first.organization })
    expect(await target.fingerprint()).toBe(before)
  })
})

describe('work goes on there', () => {
  test('staff decides about late work, and all holds', async () => {
    const app = await openApp({ judging: true })
    try {
      await imported(app, file)
      const [aside] = await app.rows<{ op_id: string }>(
        `SELECT q.op_id FROM quarantine q JOIN late_decisions d ON d.op_id = q.op_id`,
      )
      await must(app.send, 'postLateDecision', {
        params: { ref: exam.who.ref },
        headers: await asStaff(app),
        body: { op_ids: [aside?.op_id ?? ''], decision: 'accepted', note: 'looked at again' },
      })
      expect((await verifyAll(app.ctx)).findings).toEqual([])
    } finally {
      await app.remove()
    }
  })

  test('a new link lets a reopened test be written on, by the numbers of here', async () => {
    const app = await openApp({ judging: true })
    try {
      app.clock.move(source.clock.now() - app.clock.now())
      await seedOrganization(app.ctx, 'other')
      await imported(app, file)
      const headers = await asStaff(app)
      await must(app.send, 'postReopen', {
        params: { ref: exam.who.ref },
        headers,
        body: { minutes: 20 },
      })
      const [{ generation } = { generation: 0 }] = await app.rows<{ generation: number }>(
        'SELECT generation FROM attempts WHERE ref = ?',
        exam.who.ref,
      )
      const token = app.ctx.keys.attemptToken(exam.who.ref, generation)
      const device = new Device(app.send, token, app.clock.now)
      await device.takeOver()
      const [question] = await app.rows<{ id: number; option: number }>(
        `SELECT q.id, o.id AS option FROM questions q JOIN options o ON o.question_id = q.id
         JOIN organizations g ON g.id = q.organization_id WHERE g.name = ? ORDER BY q.id, o.id`,
        exam.org.name,
      )
      const { id = 0, option = 0 } = question ?? {}
      device.write('mcq_save', `mcq:${id}`, { question_id: id, selected_options: [option] })
      await device.sync()
      expect((await verifyAll(app.ctx)).findings).toEqual([])
      const [answer] = await app.rows<{ saved: string }>(
        'SELECT saved FROM answers WHERE key = ?',
        `mcq:${id}`,
      )
      expect(answer?.saved).toBe(`[${option}]`)
    } finally {
      await app.remove()
    }
  })

  test('whoever has only the database cannot let an op speak of something else, or change how it is read', async () => {
    const id = await attemptOn(target)
    const words = async () => (await verifyAll(target.ctx)).findings.map(({ what }) => what).join('\n')
    const [op] = await target.rows<{ seq: number; key: string; body: Buffer }>(
      "SELECT seq, key, body FROM ops WHERE attempt_id = ? AND type = 'mcq_save' AND result <> 'rejected'",
      id,
    )
    const [was] = await source.rows<{ key: string; body: Buffer }>(
      "SELECT key, body FROM ops WHERE type = 'mcq_save' AND seq = ?",
      op?.seq,
    )
    const put = (key: unknown, body: unknown) =>
      behind(
        target.data,
        'UPDATE ops SET key = ?, body = ? WHERE attempt_id = ? AND seq = ?',
        key,
        body,
        id,
        op?.seq,
      )
    put(was?.key, was?.body)
    expect(await words()).toContain('its header is not the one that was hashed')
    put(op?.key, op?.body)
    const [{ numbers } = { numbers: '' }] = await target.rows<{ numbers: string }>(
      'SELECT numbers FROM moved_logs',
    )
    behind(target.data, "UPDATE moved_logs SET numbers = replace(numbers, ',', ', ')")
    expect(await words()).toContain('are not what the server sealed')
    behind(target.data, 'UPDATE moved_logs SET numbers = ?', numbers)
    expect(await words()).toBe('')
  })
})

test('it goes on to a third server, where all of it still holds', async () => {
  const third = await openApp({ judging: true })
  try {
    for (const tag of ['a', 'b', 'c']) await seedOrganization(third.ctx, tag)
    const done = await imported(third, await exported(target, first.organization.id))
    expect(done.findings).toEqual([])
    expect((await verifyAll(third.ctx)).findings).toEqual([])
    const { wrong, output } = checkArchive({ archive: await archiveOf(third, exam) })
    expect(wrong).toEqual([])
    for (const { ctx } of [source, target]) expect(output).toContain(ctx.keys.receiptKeyFingerprint)
  } finally {
    await third.remove()
  }
})

test('a picture of the bank that was spoilt here, and noted so, comes anew', async () => {
  const [image] = await target.rows<{ image_key: string }>(
    'SELECT image_key FROM questions WHERE image_key IS NOT NULL',
  )
  const key = image?.image_key ?? ''
  await target.ctx.storage.put(key, Buffer.from('spoilt'))
  behind(target.data, 'UPDATE pictures SET sha256 = ? WHERE key = ?', sha256('spoilt'), key)
  await imported(target, file)
  expect(String(await soundPicture(target.ctx, key))).toBe('a picture')
})

test('a picture that the disk has altered does not come, and is named', async () => {
  const image = `images/${exam.org.id}-abc.jpg`
  behind(source.data, "INSERT INTO pictures (key, sha256) VALUES (?, 'of what was stored')", image)
  const { findings } = await imported(target, await exported(source, exam.org.id), { isTrial: true })
  expect(findings).toContain(`on the source, picture ${image} is missing, or was changed`)
})
