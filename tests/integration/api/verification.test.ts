import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import { snapshotKey } from '#api/storage/links.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { SEALED_TABLES } from '#db/sealedRows.ts'
import {
  behind,
  type Exam,
  jpeg,
  MINUTE,
  must,
  programs,
  seedSuperAdmin,
  signIn,
  startExam,
  waitFor,
  wholeTest,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/**
 * Nothing that is stored of a test can be changed or taken away unseen: every byte of its log, of the work kept beside it, of
 * what was made from both, of what was decided and judged, of its receipts and pictures. Each change is made behind the
 * server's back, found by name, and taken back.
 */

const app = await appForFile({ judging: true })
let exam: Exam

beforeAll(async () => {
  exam = await wholeTest(app)
  // Of a test that came from another server; no change of this one is of that one.
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      "INSERT INTO moved_logs (attempt_id, head_seq, moved_at, receipt_key, numbers) VALUES (?, 0, 0, 'none', '{}')",
      exam.who.attemptId,
    ),
  )
})

const findings = async () => (await verifyAll(app.ctx)).findings
const notSealed =
  'the records beside the log (marks, times, decisions, kept work) are not what the server sealed'
const attemptId = () => exam.who.attemptId

test('a whole test holds, and all of it was walked', async () => {
  expect(await verifyAll(app.ctx)).toMatchObject({
    state: 'done',
    attempts: 1,
    walked: { attempts: 1, changes: 10, receipts: 2, pictures: 1 },
    findings: [],
    more_findings: 0,
  })
})

/** Makes a change behind the server's back, looks, and takes it back. */
async function changed(table: string, change: string, ...values: unknown[]): Promise<string[]> {
  return looked(table, async () => {
    behind(app.data, change, ...values)
  })
}

async function looked(table: string, change: () => Promise<void>): Promise<string[]> {
  const before = await app.rows<Record<string, unknown>>(`SELECT rowid AS place, * FROM ${table}`)
  await change()
  const found = (await findings()).map(({ where, what }) => `${where}: ${what}`)
  for (const { place, ...row } of before) {
    const columns = Object.keys(row)
    const back = behind(
      app.data,
      `UPDATE ${table} SET ${columns.map((c) => `"${c}" = ?`).join()} WHERE rowid = ?`,
      ...Object.values(row),
      place,
    )
    if (back > 0) continue
    behind(
      app.data,
      `INSERT INTO ${table} (rowid, ${columns.map((c) => `"${c}"`).join()}) VALUES (?, ${columns.map(() => '?').join()})`,
      place,
      ...Object.values(row),
    )
  }
  return found
}

describe('each byte of an op', () => {
  // Every column there is but the one that says whose it is: a new one must be covered as well, or named here.
  const columns = [
    ['seq', '= 99'],
    ['op_id', "= 'another-op'"],
    ['lease_id', "= 'another-lease'"],
    ['type', "= type || 'x'"],
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

  test.each([1, 4, 10])('is missed where change %i was taken out', async (seq) => {
    const found = await changed('ops', `DELETE FROM ops WHERE seq = ${seq}`)
    expect(found.join('\n')).toMatch(seq === 10 ? /it ends with change 9/ : /missing/)
  })

  test('is missed where the end was cut off and the head moved back with it', async () => {
    const hashOf = async (seq: number) =>
      (await app.rows<{ hash: string }>('SELECT hash FROM ops WHERE seq = ?', seq))[0]?.hash
    behind(app.data, 'UPDATE attempts SET head_seq = 9, head_hash = ?', await hashOf(9))
    const found = await changed('ops', 'DELETE FROM ops WHERE seq = 10')
    expect(found).toEqual([
      `attempt ${exam.who.ref}: the log: times, verdicts or results are not those that the server sealed`,
      `attempt ${exam.who.ref}: change 10 is not the one that was signed`,
    ])
    behind(app.data, 'UPDATE attempts SET head_seq = 10, head_hash = ?', await hashOf(10))
    expect(await findings()).toEqual([])
  })

  test('is one of a body that is not the one that was hashed', async () => {
    const found = await changed(
      'ops',
      "UPDATE ops SET body = CAST('\"other\"' AS BLOB) WHERE reason = 'bad_body'",
    )
    expect(found).toEqual([`attempt ${exam.who.ref}: ${notSealed}`])
  })
})

describe('what stands beside a log', () => {
  const sealedAlone = /are not what the server sealed/
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
    ['answers that are gone', 'answers', 'DELETE FROM answers', /the answer code:\d+:1 is gone/],
    [
      'an older answer in the place of the newest',
      'answers',
      'UPDATE answers SET saved_seq = 1, made_at = (SELECT made_at FROM ops WHERE seq = 1) WHERE saved_seq = 7',
      /is not what the log says/,
    ],
    [
      'an answer that came from a lost device',
      'answers',
      "UPDATE answers SET saved = '[1,2]' WHERE saved_from IS NOT NULL",
      /is not what the log says/,
    ],
    [
      'a choice that is not saved',
      'answers',
      "UPDATE answers SET selected = '[1,2]' WHERE selected IS NOT NULL",
      /is not what the log says/,
    ],
    [
      'what counts of an answer',
      'answers',
      "UPDATE answers SET verified = '[1]'",
      /is not what the log says/,
    ],
    ['submissions that are gone', 'submissions', 'DELETE FROM submissions', /the submission \S+ is gone/],
    [
      'a submission in another language',
      'submissions',
      'UPDATE submissions SET language_id = 2',
      /submission \d+ is not what the log says/,
    ],
    ['pictures that are gone', 'snapshots', 'DELETE FROM snapshots', /picture that change 8 names is gone/],
    ['that a picture came', 'snapshots', 'UPDATE snapshots SET stored_at = NULL', sealedAlone],
    ['receipts that are gone', 'receipts', 'DELETE FROM receipts', sealedAlone],
    ['work of a lost device that is gone', 'quarantine', 'DELETE FROM quarantine', sealedAlone],
    [
      'what a lost device had written',
      'quarantine',
      "UPDATE quarantine SET op = json_set(op, '$.body', '{}')",
      sealedAlone,
    ],
    ['what was decided', 'late_decisions', "UPDATE late_decisions SET decision = 'accepted'", sealedAlone],
    ['that it was decided', 'late_decisions', 'DELETE FROM late_decisions', sealedAlone],
    [
      'which finish ended it',
      'attempts',
      'UPDATE attempts SET finish_seq = 8',
      /its end is not the one of the log/,
    ],
    ['that a finish ended it', 'attempts', 'UPDATE attempts SET finish_seq = NULL', /its end is not the one/],
    [
      'when it ended',
      'attempts',
      'UPDATE attempts SET finished_at = finished_at + 60000',
      /its end is not the one of the log/,
    ],
    ['that it had begun', 'attempts', 'UPDATE attempts SET started_at = NULL', sealedAlone],
    ['its score', 'attempts', 'UPDATE attempts SET score = score + 1', sealedAlone],
    ['the seal of all that', 'attempts', "UPDATE attempts SET rows_seal = ''", sealedAlone],
  ] as const)('%s', async (_, table, change, said, ...values) => {
    expect((await changed(table, change, ...values)).join('\n')).toMatch(said)
    expect(await findings()).toEqual([])
  })

  // Nobody is judged by these; the log, its seal and the tokens are looked at by themselves.
  const elsewhere: Record<string, string[]> = {
    attempts: [
      ...[
        'generation',
        'invitation_hash',
        'token_hash',
        'invited_at',
        'opened_at',
        'reminded_at',
        'revoked_at',
      ],
      ...[
        'profile_completed_at',
        'first_name',
        'last_name',
        'mobile_number',
        'link_expires_at',
        'search_key',
      ],
      ...[
        'head_seq',
        'head_hash',
        'head_seal',
        'sealed_from',
        'rows_seal',
        'log_bytes',
        'lease_id',
        'lease_epoch',
      ],
      ...[
        'last_contact_at',
        'reads_from',
        'reads_before',
        'read_at',
        'last_saved_at',
        'announced',
        'newest_notice',
        'runs',
        'created_at',
      ],
    ],
    submission_tests: ['cpu_ms', 'wall_ms', 'memory_bytes', 'engine'],
  }
  const tables = SEALED_TABLES.filter(({ only }) => only === undefined)

  test.each(tables)('every column of $name', async ({ name, columns, later = [] }) => {
    const there = await app.rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', name)
    expect(there.map((column) => column.name).toSorted()).toEqual(
      [...columns, ...later, ...(elsewhere[name] ?? [])].toSorted(),
    )
    const [rows] = await app.rows<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
    expect(rows?.n).toBeGreaterThan(0)
    // Rows are put back by their ids.
    for (const column of [...columns, ...later].filter((c) => c !== 'id')) {
      const other = `CASE typeof(${column}) WHEN 'text' THEN ${column} || 'x' WHEN 'null' THEN 1 ELSE ${column} + 1 END`
      const found = await changed(
        name,
        `UPDATE ${name} SET ${column} = ${other} WHERE rowid = (SELECT max(rowid) FROM ${name})`,
      )
      expect(found, column).not.toEqual([])
    }
    expect(await findings()).toEqual([])
  })

  test('every column of answers', async () => {
    const there = await app.rows<{ name: string }>("SELECT name FROM pragma_table_info('answers')")
    for (const { name } of there.filter((c) => c.name !== 'attempt_id')) {
      const other = `CASE typeof(${name}) WHEN 'text' THEN ${name} || 'x' WHEN 'null' THEN 'x' ELSE ${name} + 1 END`
      const keys = await app.rows<{ key: string }>('SELECT key FROM answers')
      for (const { key } of keys) {
        const found = await changed('answers', `UPDATE answers SET ${name} = ${other} WHERE key = ?`, key)
        expect(found, `${name} of ${key}`).not.toEqual([])
      }
    }
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

describe('what follows from the log, also where the seal beside it goes along', () => {
  let draft: Exam
  let sealed: Exam
  /** A draft that was judged at the end, and a test that the server ended. */
  beforeAll(async () => {
    draft = await startExam(app)
    const problem_id = draft.org.problems[1].id
    const code = { problem_id, language_id: 1 }
    draft.device.write('draft', codeKey(problem_id, 1), { ...code, answer: programs.right })
    draft.device.write('finish', '', { reason: 'candidate' })
    await draft.device.sync()
    sealed = await startExam(app)
    app.clock.set(sealed.deadline + 5 * MINUTE)
    await app.seal()
    await app.idle()
    expect(await findings()).toEqual([])
  })

  const ofWhole = 'attempt_id = @whole'
  const adopted = `${ofWhole} AND saved_from IS NOT NULL`
  test.each([
    ['answers', `saved_from = 'other' WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `saved_seq = saved_seq - 1 WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `verdict = 'late' WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `saved_at = saved_at + 1 WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `verified = '[9]' WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `selected = '[9]' WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `selected_at = 5 WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `selected_from = saved_from WHERE ${adopted}`, /mcq:\d+ is not what the log says/],
    ['answers', `verdict = 'late' WHERE ${ofWhole} AND saved_seq = 7`, /mcq:\d+ is not what the log says/],
    ['answers', `made_at = made_at - 1 WHERE ${ofWhole} AND saved_seq = 7`, /is not what the log says/],
    ['answers', `selected = NULL WHERE ${ofWhole} AND selected IS NOT NULL`, /is not what the log says/],
    ['submissions', `made_at = made_at - 1 WHERE ${ofWhole}`, /submission \d+ is not what the log says/],
    ['submissions', `verdict = 'late' WHERE ${ofWhole}`, /submission \d+ is not what the log says/],
    [
      'submissions',
      `op_id = 'other' WHERE ${ofWhole}`,
      /submission \d+ is not what.*\nattempt \S+: the submission \S+ is gone/,
    ],
    ['submissions', `problem_id = @other WHERE ${ofWhole}`, /submission \d+ is not what the log says/],
    ['submissions', "source = 'forged' WHERE attempt_id = @draft", /submission \d+ is not what the log says/],
    ['submissions', "op_id = 'draft-2' WHERE attempt_id = @draft", /submission \d+ is not what the log says/],
    ['snapshots', `logged_at = NULL WHERE ${ofWhole}`, /the picture that change 8 names is gone/],
    ['snapshots', `sha256 = 'other' WHERE ${ofWhole}`, /the picture that change 8 names is gone/],
    ['attempts', "finish_kind = 'timeout' WHERE id = @whole", /its end is not the one of the log/],
    ['attempts', 'finish_seq = 8 WHERE id = @whole', /its end is not the one of the log/],
    ['attempts', 'finish_seq = NULL WHERE id = @whole', /its end is not the one of the log/],
    ['attempts', 'finished_at = NULL WHERE id = @whole', /its end is not the one of the log/],
    ['attempts', 'finished_at = finished_at + 600000 WHERE id = @whole', /its end is not the one of the log/],
    ['attempts', "finish_kind = 'candidate' WHERE id = @sealed", /its end is not the one of the log/],
    ['attempts', 'finished_at = NULL WHERE id = @sealed', /its end is not the one of the log/],
    ['attempts', 'sealed_at = NULL WHERE id = @sealed', /its end is not the one of the log/],
  ] as const)('%s: %s', async (table, change, said) => {
    const ids = {
      whole: attemptId(),
      draft: draft.who.attemptId,
      sealed: sealed.who.attemptId,
      other: exam.org.problems[1].id,
    }
    const sql = change.replaceAll(/@(\w+)/g, (_, name: keyof typeof ids) => String(ids[name]))
    const seals = await app.rows<{ id: number; rows_seal: string }>('SELECT id, rows_seal FROM attempts')
    const found = await looked(table, () =>
      app.ctx.db.write(async (tx) => {
        expect(await tx.raw.run(`UPDATE ${table} SET ${sql}`)).toBeGreaterThan(0)
      }),
    )
    for (const { id, rows_seal } of seals)
      behind(app.data, 'UPDATE attempts SET rows_seal = ? WHERE id = ?', rows_seal, id)
    expect(found.join('\n')).toMatch(said)
    expect(found.join('\n')).not.toContain(notSealed)
    expect(await findings()).toEqual([])
  })
})

/** Each reads more than the one before. */
const WALKS = process.env.HOLDFAST_EXAMS_TIMES === undefined ? 8 : 20

test('nothing is found of a test that goes on while it is read', async () => {
  const { device, org } = await startExam(app)
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      app.clock.move(1_000)
      const [question] = org.questions
      device.write('mcq_save', choiceKey(question.id), { question_id: question.id, selected_options: [] })
      device.write('copy_attempt', '', {})
      await device.sync()
    }
  })()
  try {
    for (let walk = 0; walk < WALKS; walk++) expect(await findings()).toEqual([])
  } finally {
    isOver = true
    await writing
  }
  expect(device.acked).toBeGreaterThan(WALKS)
})

describe('the calls', () => {
  let headers: Record<string, string>
  beforeEach(async () => {
    const root = await seedSuperAdmin(app.ctx).catch(() => null)
    if (root) headers = await signIn(app.send, root.email, root.password)
  })

  test('begin one walk and tell how far it is', async () => {
    expect(await must(app.send, 'getVerification', { headers })).toEqual({
      verification: null,
      backups: null,
      receipt_key_sha256: app.ctx.keys.receiptKeyFingerprint,
    })
    const { verification } = await must(app.send, 'postVerification', { headers })
    expect(verification).toMatchObject({ state: 'running' })
    const again = await must(app.send, 'postVerification', { headers })
    expect(again.verification?.started_at).toBe(verification?.started_at)
    await waitFor('the walk to end', async () => {
      const told = await must(app.send, 'getVerification', { headers })
      return told.verification?.state === 'done' && told.verification.walked.changes >= 10
    })
  })
})
