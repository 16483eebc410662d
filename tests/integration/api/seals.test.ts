import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditHashOf } from '#api/services/audit.ts'
import { sealEverything } from '#api/services/sealing.ts'
import { AUDIT_SEAL, sealAudit } from '#api/services/seals.ts'
import { verifyAll } from '#api/services/verification.ts'
import { choiceKey } from '#contract/ops.ts'
import { listAuditRows } from '#db/queries/evidence.ts'
import {
  behind,
  type Exam,
  MINUTE,
  must,
  openApp,
  signIn,
  startExam,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/**
 * A person who has the database alone can take no seal off: a missing seal is a break, nothing is sealed over one, and
 * a restart does not mend it. Rows from before seals were kept so are sealed once.
 */

let app: TestApp
let exam: Exam

/** A late choice that staff refused: in the log, beside it and in the audit log. */
beforeEach(async () => {
  app = await openApp()
  exam = await startExam(app)
  const { who, org, device, deadline } = exam
  const [question] = org.questions
  device.write('mcq_save', choiceKey(question.id), { question_id: question.id, selected_options: [] })
  await device.sync()
  app.clock.set(deadline + 5 * MINUTE)
  await app.seal()
  device.write('mcq_save', choiceKey(question.id), {
    question_id: question.id,
    selected_options: question.right,
  })
  await device.sync()
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const of = { params: { ref: who.ref }, headers }
  const { items } = await must(app.send, 'getLateWork', of)
  const op_ids = items.map(({ op_id }) => op_id)
  expect(op_ids).toHaveLength(1)
  await must(app.send, 'postLateDecision', { ...of, body: { op_ids, decision: 'rejected', note: 'copied' } })
  await sealAudit(app.ctx)
  expect(await findings()).toEqual([])
})
afterEach(async () => {
  await app.close().catch(() => {})
  rmSync(app.data, { recursive: true, force: true })
})

const findings = async () => (await verifyAll(app.ctx)).findings.map(({ where, what }) => `${where}: ${what}`)
const forge = (sql: string, ...values: unknown[]) => behind(app.data, sql, ...values)
const keyFile = () => join(app.data, 'keys.json')
const readKeys = (): Record<string, unknown> => JSON.parse(readFileSync(keyFile(), 'utf8'))
/** The file says so a moment before the server knows it. */
const isSealed = () => waitFor('everything to be sealed', async () => app.ctx.keys.sealedSince !== null)

/** The audit log says that staff took the work, and its chain is made anew. */
async function forgeAudit(): Promise<void> {
  let prev_hash = ''
  for (const row of await listAuditRows(app.ctx.db.read, 0, 100)) {
    const action = row.action.replace('late_rejected', 'late_accepted')
    const read = (json: string | null) => (json === null ? null : JSON.parse(json))
    const entry = { ...row, action, prev_hash, before: read(row.before), after: read(row.after) }
    const hash = auditHashOf(entry)
    forge(
      'UPDATE audit_log SET action = ?, prev_hash = ?, hash = ? WHERE id = ?',
      action,
      prev_hash,
      hash,
      row.id,
    )
    prev_hash = hash
  }
}

/** Makes the late choice one that came in time, and counts. */
async function forgeLog(): Promise<void> {
  forge("UPDATE ops SET verdict = 'on_time', result = 'applied', received_at = received_at - 600000")
  forge('UPDATE attempts SET score = 2')
  forge("UPDATE answers SET verdict = 'on_time', verified = NULL")
  forge('DELETE FROM late_decisions')
}

async function restart(): Promise<void> {
  const { data, clock } = app
  await app.close()
  app = await openApp({ data, clock, listen: true })
}

describe('a seal that is taken off is found, also after the server went on writing and after its next start', () => {
  const audit = /^audit (log|entry \d+): /
  const attempt = /^attempt \S+: /
  test.each([
    ['the audit log’s is deleted', forgeAudit, [`DELETE FROM meta WHERE name = '${AUDIT_SEAL}'`], audit],
    [
      'the audit log’s is empty',
      forgeAudit,
      [`UPDATE meta SET value = '' WHERE name = '${AUDIT_SEAL}'`],
      audit,
    ],
    [
      'the audit log’s begins anew',
      forgeAudit,
      [`UPDATE meta SET value = '0|' WHERE name = '${AUDIT_SEAL}'`],
      audit,
    ],
    [
      'the audit log’s is one of their own',
      forgeAudit,
      [`UPDATE meta SET value = (SELECT max(id) FROM audit_log) || '|forged' WHERE name = '${AUDIT_SEAL}'`],
      audit,
    ],
    [
      'a log’s is deleted, and the note that it had one',
      forgeLog,
      ["UPDATE attempts SET sealed_from = NULL, head_seal = '', rows_seal = ''", 'DELETE FROM meta'],
      attempt,
    ],
    [
      'a log’s begins behind what it held',
      forgeLog,
      ["UPDATE attempts SET sealed_from = 3, head_seal = ''"],
      attempt,
    ],
    ['a log’s begins before its first change', forgeLog, ['UPDATE attempts SET sealed_from = 0'], attempt],
    ['a log’s is one of their own', forgeLog, ["UPDATE attempts SET head_seal = 'forged'"], attempt],
    [
      'what stands beside a log loses its',
      async () => {
        forge('UPDATE attempts SET score = 2')
      },
      ["UPDATE attempts SET rows_seal = ''"],
      attempt,
    ],
    [
      'what stands beside a log begins anew',
      async () => {
        forge('DELETE FROM late_decisions')
      },
      ["UPDATE attempts SET rows_seal = '0.'"],
      attempt,
    ],
  ] as const)('%s', async (_, change, take, where) => {
    await change()
    for (const sql of take) forge(sql)
    const found = async () => (await findings()).filter((text) => where.test(text))
    expect(await found()).not.toEqual([])
    await goOn()
    expect(await found()).not.toEqual([])
    await restart()
    await goOn()
    expect(await found()).not.toEqual([])
  })
})

/** Whatever makes the server write into the log, beside it and into the audit log. */
async function goOn(): Promise<void> {
  const { who, org, device } = exam
  const [, question] = org.questions
  const body = { question_id: question.id, selected_options: question.right }
  device.write('mcq_save', choiceKey(question.id), body)
  await device.post(device.request())
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postReopen', { params: { ref: who.ref }, headers, body: { minutes: 1 } }).catch(
    () => null,
  )
  await sealAudit(app.ctx)
}

test('a write that is rolled back leaves the seal as it was, and the others of its commit theirs', async () => {
  const { db } = app.ctx
  const set = (score: number, fails: boolean) =>
    db.write(async (tx) => {
      await tx.raw.run('UPDATE attempts SET score_claimed = ?', score)
      if (fails) throw new Error('it fails')
    })
  const done = await Promise.allSettled([set(1, false), set(2, true), set(3, false), set(4, true)])
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(await app.rows('SELECT score_claimed FROM attempts WHERE id = ?', exam.who.attemptId)).toEqual([
    { score_claimed: 3 },
  ])
  expect(await findings()).toEqual([])
})

test('the server’s own writes are no breaks: rows that come, change and go', async () => {
  for (const sql of [
    "INSERT INTO notices (attempt_id, kind, created_at) SELECT id, 'adopted', 1 FROM attempts",
    'UPDATE notices SET created_at = 2',
    'DELETE FROM notices',
  ]) {
    await app.ctx.db.write((tx) => tx.raw.run(sql))
    expect(await findings()).toEqual([])
  }
})

test('a sum of another time is none with the MAC of this one, and is not gone on with', async () => {
  const seal = async () =>
    (
      await app.rows<{ rows_seal: string }>('SELECT rows_seal FROM attempts WHERE id = ?', exam.who.attemptId)
    )[0]?.rows_seal.split('.') ?? []
  const [sum] = await seal()
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      "INSERT INTO notices (attempt_id, kind, created_at) VALUES (?, 'adopted', 1)",
      exam.who.attemptId,
    ),
  )
  const [, mac] = await seal()
  forge('DELETE FROM notices')
  forge('UPDATE attempts SET rows_seal = ? WHERE id = ?', `${sum}.${mac}`, exam.who.attemptId)
  expect(await findings()).not.toEqual([])
  await goOn()
  expect(await findings()).not.toEqual([])
})

describe('the mark beside the keys', () => {
  test('is there from the birth of an installation', () => {
    expect(readKeys().sealed_since).toBe(Date.UTC(2026, 0, 15, 9))
  })

  /** As an older version left it: seals of logs begin with the first change under it, and rows beside them have none. */
  async function older(): Promise<void> {
    const { keys, db } = app.ctx
    let seal = ''
    const rows = await listAuditRows(db.read, 0, 100)
    for (const row of rows) seal = keys.seal('audit', seal, [row.id, row.hash])
    forge('UPDATE meta SET value = ? WHERE name = ?', `${rows.at(-1)?.id}|${seal}`, AUDIT_SEAL)
    forge("UPDATE attempts SET rows_seal = '', sealed_from = NULL, head_seal = ''")
    const { sealed_since: _, ...file } = readKeys()
    writeFileSync(keyFile(), JSON.stringify(file))
    chmodSync(keyFile(), 0o640)
  }

  test('comes with the first start of this version, once everything is sealed as it stands', async () => {
    await older()
    await restart()
    await isSealed()
    expect(statSync(keyFile()).mode & 0o777).toBe(0o640)
    expect(
      await app.rows(
        "SELECT ref FROM attempts WHERE rows_seal = '' OR (head_seq > 0 AND sealed_from IS NOT 1)",
      ),
    ).toEqual([])
    expect(await findings()).toEqual([])
    await goOn()
    expect(await findings()).toEqual([])
    forge('UPDATE attempts SET score = 2')
    expect(await findings()).not.toEqual([])
  })

  test.each([
    ['of the audit log', "UPDATE meta SET value = value || 'x' WHERE name = 'audit_seal'", /^audit entry/],
    [
      'of the audit log that is no seal',
      "UPDATE meta SET value = '' WHERE name = 'audit_seal'",
      /^audit log/,
    ],
    [
      'of a log',
      "UPDATE attempts SET sealed_from = 2, head_seal = 'forged'",
      /^attempt .*without the server’s seal/m,
    ],
  ])('seals over no seal %s that was broken before', async (_, sql, said) => {
    await older()
    forge(sql)
    await restart()
    await isSealed()
    expect((await findings()).join('\n')).toMatch(said)
    await restart()
    await goOn()
    expect((await findings()).join('\n')).toMatch(said)
  })

  test('seals over no log of which an older version noted that it was sealed from its first change', async () => {
    const { keys } = app.ctx
    await older()
    const since = 1
    forge(
      "INSERT INTO meta (name, value) VALUES ('logs_sealed_since', ?)",
      `${since}|${keys.signature('sealed since', since)}`,
    )
    await restart()
    await isSealed()
    expect((await findings()).join('\n')).toMatch(/^attempt .*without the server’s seal/m)
  })

  describe('goes with rows as they stand when it is written', () => {
    const notice = () =>
      app.ctx.db.write((tx) =>
        tx.raw.run(
          "INSERT INTO notices (attempt_id, kind, created_at) VALUES (?, 'adopted', 1)",
          exam.who.attemptId,
        ),
      )
    /** Seals everything, and tells when the first row is weighed. */
    function sealing(weighed: () => void) {
      const { db, keys, now } = app.ctx
      let isFirst = true
      const heard = new Proxy(keys, {
        get(target, name) {
          const value = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            if (name === 'rowWeight' && isFirst) {
              isFirst = false
              weighed()
            }
            return value.apply(target, args)
          }
        },
      })
      return sealEverything({ db, keys: heard, now, rowSeals: app.rowSeals })
    }

    beforeEach(async () => {
      await older()
      const { data, clock } = app
      await app.close()
      // Opened for a command, nothing is sealed by itself.
      app = await openApp({ data, clock })
    })

    test('where one comes while they are read', async () => {
      let coming: Promise<unknown> | undefined
      await sealing(() => {
        coming = notice()
      })
      expect(coming).toBeDefined()
      await coming
      expect(await findings()).toEqual([])
    })
  })

  test('does not come while something is left to be sealed', async () => {
    await older()
    const { data, clock } = app
    await app.close()
    // Opened for a command, nothing is sealed.
    app = await openApp({ data, clock })
    expect(readKeys()).not.toHaveProperty('sealed_since')
    expect((await verifyAll(app.ctx)).sealed_since).toBeNull()
  })
})
