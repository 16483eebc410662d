import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '#api/keys.ts'
import { noteSealing } from '#api/services/seals.ts'
import { verifyAll } from '#api/services/verification.ts'
import { snapshotKey } from '#api/storage/links.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import {
  Device,
  type Exam,
  jpeg,
  must,
  openApp,
  programs,
  seedSuperAdmin,
  signIn,
  startExam,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/**
 * Nothing that is stored can be changed or taken away unseen: every byte of a log, of what was made from it, of its
 * receipts and pictures. Each change is made behind the server's back, found by name, and taken back.
 */

let app: TestApp
let exam: Exam

beforeAll(async () => {
  app = await openApp()
  await noteSealing(app.ctx)
  exam = await wholeTest()
})
afterAll(() => app.remove())

/** Two devices, all kinds of work, a refused op, work beside the log, a picture, and an end. */
async function wholeTest(): Promise<Exam> {
  const e = await startExam(app)
  const [question, second] = e.org.questions
  const problem_id = e.org.problems[0].id
  const choose = (device: Device, of: typeof question) =>
    device.write('mcq_save', choiceKey(of.id), { question_id: of.id, selected_options: of.right })
  const code = { problem_id, language_id: 1 }
  choose(e.device, question)
  // Long enough to be deflated.
  e.device.write('draft', codeKey(problem_id, 1), { ...code, answer: programs.right.repeat(3) })
  e.device.write('draft', codeKey(999, 1), { problem_id: 999, language_id: 1, answer: 'no such problem' })
  e.device.write('submit', codeKey(problem_id, 1), { ...code, source_code: programs.right })
  await e.device.sync()
  const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
  await other.takeOver()
  choose(e.device, second)
  expect((await e.device.post(e.device.request())).status).toBe(403)
  const picture = jpeg()
  const name = sha256(picture)
  const { url } = await must(app.send, 'postSnapshotUrl', { token: e.who.token, body: { sha256: name } })
  await app.send(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: picture })
  other.write('snapshot_taken', '', { sha256: name, bytes: picture.length })
  await other.sync()
  other.write('finish', '', { reason: 'candidate' })
  await other.sync()
  other.write('feedback', '', { rating: 5, comment: 'Fine.' })
  await other.sync()
  return e
}

const findings = async () => (await verifyAll(app.ctx)).findings
const attemptId = () => exam.who.attemptId

test('a whole test holds, and all of it was walked', async () => {
  expect(await verifyAll(app.ctx)).toMatchObject({
    state: 'done',
    attempts: 1,
    walked: { attempts: 1, changes: 7, receipts: 2, pictures: 1 },
    findings: [],
    more_findings: 0,
  })
})

/** Makes a change behind the server's back, looks, and takes it back. */
async function changed(table: string, change: string, ...values: unknown[]): Promise<string[]> {
  const before = await app.rows<Record<string, unknown>>(`SELECT rowid AS place, * FROM ${table}`)
  await app.ctx.db.write((tx) => tx.raw.run(change, ...values))
  const found = (await findings()).map(({ where, what }) => `${where}: ${what}`)
  await app.ctx.db.write(async (tx) => {
    for (const { place, ...row } of before) {
      const columns = Object.keys(row)
      const back = await tx.raw.run(
        `UPDATE ${table} SET ${columns.map((c) => `"${c}" = ?`).join()} WHERE rowid = ?`,
        ...Object.values(row),
        place,
      )
      if (back > 0) continue
      await tx.raw.run(
        `INSERT INTO ${table} (rowid, ${columns.map((c) => `"${c}"`).join()}) VALUES (?, ${columns.map(() => '?').join()})`,
        place,
        ...Object.values(row),
      )
    }
  })
  return found
}

describe('each byte of an op', () => {
  // Every column there is but the one that says whose it is: a new one must be covered as well, or named here.
  const columns = [
    ['seq', '= 99'],
    ['op_id', "= 'another-op'"],
    ['lease_id', "= 'another-lease'"],
    ['type', "= 'mcq_select'"],
    ['key', "= 'mcq:999'"],
    ['body', "= CAST('{}' AS BLOB)"],
    ['body_deflated', '= 1 - body_deflated'],
    ['body_hash', "= replace(body_hash, substr(body_hash, 1, 1), 'x')"],
    ['prev_hash', "= 'x' || substr(prev_hash, 2)"],
    ['hash', "= 'x' || substr(hash, 2)"],
    ['boot_id', "= boot_id || 'x'"],
    ['mono_ms', '= mono_ms + 1'],
    ['wall_ms', '= wall_ms + 1'],
    ['anchor_id', "= anchor_id || 'x'"],
    ['est_server_ms', '= est_server_ms + 1'],
    ['made_at', '= made_at - 1'],
    ['received_at', '= received_at - 1'],
    ['announced_at', '= announced_at - 1'],
    ['result', "= 'applied_late'"],
    ['reason', "= 'window_closed'"],
    ['verdict', "= 'late'"],
  ] as const

  test('is one of these columns', async () => {
    const there = await app.rows<{ name: string }>("SELECT name FROM pragma_table_info('ops')")
    expect(there.map(({ name }) => name).toSorted()).toEqual(
      ['attempt_id', ...columns.map(([c]) => c)].toSorted(),
    )
  })

  test.each(columns)('is missed where it was changed: %s', async (column, to) => {
    const rows = await app.rows<{ seq: number }>(
      'SELECT seq FROM ops WHERE attempt_id = ? ORDER BY seq',
      attemptId(),
    )
    for (const { seq } of rows) {
      const found = await changed(
        'ops',
        `UPDATE ops SET ${column} ${to} WHERE attempt_id = ${attemptId()} AND seq = ${seq}`,
      )
      expect(found, `change ${seq}`).not.toEqual([])
      expect(found.every((text) => text.startsWith(`attempt ${exam.who.ref}: `))).toBe(true)
    }
    expect(await findings()).toEqual([])
  })

  test.each([1, 4, 7])('is missed where change %i was taken out', async (seq) => {
    const found = await changed('ops', `DELETE FROM ops WHERE seq = ${seq}`)
    expect(found.join('\n')).toMatch(seq === 7 ? /it ends with change 6/ : /missing/)
  })

  test('is missed where the end was cut off and the head moved back with it', async () => {
    const [sixth] = await app.rows<{ hash: string }>('SELECT hash FROM ops WHERE seq = 6')
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE attempts SET head_seq = 6, head_hash = ?', sixth?.hash))
    const found = await changed('ops', 'DELETE FROM ops WHERE seq = 7')
    expect(found).toEqual([
      `attempt ${exam.who.ref}: the log: times, verdicts or results are not those that the server sealed`,
      `attempt ${exam.who.ref}: change 7 is not the one that was signed`,
    ])
    const [seventh] = await app.rows<{ hash: string }>('SELECT hash FROM ops WHERE seq = 7')
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE attempts SET head_seq = 7, head_hash = ?', seventh?.hash),
    )
    expect(await findings()).toEqual([])
  })
})

describe('what stands beside a log', () => {
  test.each([
    ['its head', 'attempts', "UPDATE attempts SET head_hash = 'x'", /its head names/],
    ['its seal', 'attempts', "UPDATE attempts SET head_seal = 'x'", /the server sealed/],
    ['where its seal begins', 'attempts', 'UPDATE attempts SET sealed_from = 2', /seal/],
    [
      'that it has a seal',
      'attempts',
      "UPDATE attempts SET sealed_from = NULL, head_seal = ''",
      /without the server’s seal/,
    ],
    ['a lease’s nonce', 'leases', "UPDATE leases SET nonce = 'x'", /does not follow/],
    [
      'the head a lease was granted on',
      'leases',
      'UPDATE leases SET granted_head_hash = ?',
      /granted on another/,
      'x',
    ],
    [
      'an answer',
      'answers',
      "UPDATE answers SET saved = '[1,2]' WHERE key LIKE 'mcq:%'",
      /is not what the log says/,
    ],
    [
      'a program that answers',
      'answers',
      "UPDATE answers SET saved = 'forged' WHERE key LIKE 'code:%'",
      /is not what the log says/,
    ],
    [
      'a submission',
      'submissions',
      "UPDATE submissions SET source = 'forged'",
      /submission \d+ is not what the log says/,
    ],
    [
      'what is kept of a lost device',
      'quarantine',
      `UPDATE quarantine SET op = replace(op, 'mcq_save', 'mcq_sand')`,
      /beside the log was changed/,
    ],
    [
      'a receipt',
      'receipts',
      'UPDATE receipts SET receipt = replace(receipt, substr(receipt, 1, 1), ?)',
      /receipt of change \d was changed/,
      '-',
    ],
    [
      'what a receipt speaks of',
      'receipts',
      'UPDATE receipts SET at = at - 1',
      /receipt of change \d was changed/,
    ],
  ] as const)('%s', async (_, table, change, said, ...values) => {
    expect((await changed(table, change, ...values)).join('\n')).toMatch(said)
    expect(await findings()).toEqual([])
  })

  test('a picture that is another one, or is gone', async () => {
    const [row] = await app.rows<{ sha256: string }>(
      'SELECT sha256 FROM snapshots WHERE stored_at IS NOT NULL',
    )
    const key = snapshotKey(exam.who.ref, row?.sha256 ?? '')
    const file = join(app.data, 'files', key)
    const right = jpeg()
    writeFileSync(file, 'another one')
    expect((await findings()).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^picture .* was changed$/),
    ])
    rmSync(file)
    expect((await findings()).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^picture .* is missing$/),
    ])
    writeFileSync(file, right)
    expect(await findings()).toEqual([])
  })
})

describe('the calls', () => {
  let headers: Record<string, string>
  beforeEach(async () => {
    const root = await seedSuperAdmin(app.ctx).catch(() => null)
    if (root) headers = await signIn(app.send, root.email, root.password)
  })

  test('begin one walk and tell how far it is', async () => {
    expect(await must(app.send, 'getVerification', { headers })).toEqual({ verification: null })
    const { verification } = await must(app.send, 'postVerification', { headers })
    expect(verification).toMatchObject({ state: 'running' })
    const again = await must(app.send, 'postVerification', { headers })
    expect(again.verification?.started_at).toBe(verification?.started_at)
    await waitFor('the walk to end', async () => {
      const told = await must(app.send, 'getVerification', { headers })
      return told.verification?.state === 'done' && told.verification.walked.changes === 7
    })
  })
})
