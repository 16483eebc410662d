import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { choiceKey } from '#contract/ops.ts'
import { type ReceiptFile, receiptCode, receiptTag, receiptText, refPrefixOf } from '#contract/receipt.ts'
import type { LeaseGrant, SyncAnswer } from '#contract/sync.ts'
import { call, type Exam, MINUTE, must, openApp, startExam, type TestApp } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** A receipt is something a person can check: by its file or its code, at the server, and at the end by the key alone. */

const app = await appForFile({ judging: true })

function save({ org, device }: Exam) {
  const [question] = org.questions
  device.write('mcq_save', choiceKey(question.id), {
    question_id: question.id,
    selected_options: question.right,
  })
}

/** The receipt a device keeps of an answer. */
const fileOf = ({ device, who }: Exam, answer: SyncAnswer | LeaseGrant): ReceiptFile => ({
  holdfast_receipt: 1,
  attempt_id: who.ref,
  lease_id: device.grant.lease_id,
  head_seq: answer.head_seq,
  head_hash: answer.head_hash,
  time: answer.receipt_at ?? '',
  server_epoch: answer.server_epoch,
  receipt: answer.receipt,
})
const codeOf = (file: ReceiptFile): string => receiptCode(sha256, file.attempt_id, file.receipt)
const check = (body: object, on: TestApp = app) => must(on.send, 'postReceiptCheck', { body })
/** By its file and by its code, which must say the same. */
async function both(file: ReceiptFile) {
  const [byFile, byCode] = [await check(file), await check({ code: codeOf(file) })]
  expect(byCode).toEqual(byFile)
  return byFile
}
/** Without the server: by the published key alone. */
async function holdsOffline(file: ReceiptFile): Promise<boolean> {
  const key = createPublicKey(await (await app.send('/api/v1/receipt_key')).text())
  return verify(null, Buffer.from(receiptText(file)), key, Buffer.from(file.receipt, 'base64url'))
}

describe('of a running test', () => {
  test('every head’s receipt is found and held, also behind later changes, and by the server alone', async () => {
    const e = await startExam(app)
    const files = [fileOf(e, e.device.grant)]
    for (let n = 1; n <= 3; n++) {
      app.clock.move(MINUTE)
      save(e)
      files.push(fileOf(e, await e.device.sync()))
    }
    expect(new Set(files.map(codeOf)).size).toBe(4)
    for (const [n, file] of files.entries()) {
      expect(await both(file)).toEqual({
        outcome: 'held',
        code: codeOf(file),
        checkable_by: 'server',
        time: file.time,
        changes: n,
        held: n,
        later: 3 - n,
        is_ended: false,
      })
      expect(await holdsOffline(file)).toBe(false)
    }
    expect(files[2]?.time).toBe(new Date(app.clock.now() - MINUTE).toISOString())
  })

  test('is the same however often it is asked for', async () => {
    const e = await startExam(app)
    save(e)
    const first = await e.device.sync()
    app.clock.move(MINUTE)
    const again = await e.device.sync([])
    expect([again.receipt, again.receipt_at]).toEqual([first.receipt, first.receipt_at])
    expect(again.server_time).not.toBe(first.server_time)
  })
})

describe('of a test that ended', () => {
  test('by its finish: anybody can check it by the key alone', async () => {
    const e = await startExam(app)
    save(e)
    e.device.write('finish', '', { reason: 'candidate' })
    const file = fileOf(e, await e.device.sync())
    expect(await both(file)).toMatchObject({
      outcome: 'held',
      checkable_by: 'anybody',
      changes: 2,
      is_ended: true,
    })
    expect(await holdsOffline(file)).toBe(true)
    expect(await holdsOffline({ ...file, head_seq: 3 })).toBe(false)
    expect(await holdsOffline({ ...file, time: new Date(Date.parse(file.time) - 1).toISOString() })).toBe(
      false,
    )
  })

  test('by the server’s seal, as soon as it stands', async () => {
    const e = await startExam(app)
    save(e)
    await e.device.sync()
    app.clock.set(e.deadline + MINUTE)
    await app.seal()
    const [row] = await app.rows<{ code: string }>(
      'SELECT code FROM receipts WHERE attempt_id = ?',
      e.who.attemptId,
    )
    const file = fileOf(e, await e.device.sync([]))
    expect(row?.code).toBe(codeOf(file))
    expect(await both(file)).toMatchObject({ outcome: 'held', checkable_by: 'anybody', changes: 1 })
    expect(await holdsOffline(file)).toBe(true)
  })

  test('by a plain client, and with what came behind the end', async () => {
    const e = await startExam(app)
    e.device.write('finish', '', { reason: 'candidate' })
    const first = fileOf(e, await e.device.sync())
    e.device.write('feedback', '', { rating: 4, comment: '' })
    const second = fileOf(e, await e.device.sync())
    expect(await both(first)).toMatchObject({ outcome: 'held', changes: 1, later: 1 })
    expect(await both(second)).toMatchObject({ outcome: 'held', changes: 2, later: 0 })
    const told = await must(app.send, 'putFinish', {
      params: { authToken: e.who.token },
      body: { is_finished: true },
    })
    expect([told.receipt, told.receipt_at]).toEqual([second.receipt, second.time])
  })
})

describe('does not hold', () => {
  async function ended() {
    const e = await startExam(app)
    save(e)
    await e.device.sync()
    e.device.write('finish', '', { reason: 'candidate' })
    return { e, file: fileOf(e, await e.device.sync()) }
  }

  test.each<[string, (file: ReceiptFile) => Partial<ReceiptFile>]>([
    ['its number of changes', () => ({ head_seq: 1 })],
    ['its hash', ({ head_hash }) => ({ head_hash: head_hash.replace(/^./, (c) => (c === '0' ? '1' : '0')) })],
    ['its time', ({ time }) => ({ time: new Date(Date.parse(time) - 1).toISOString() })],
    ['its lease', () => ({ lease_id: 'another' })],
    ['its test', () => ({ attempt_id: 'another' })],
    ['its epoch', () => ({ server_epoch: 2 })],
    ['its signature', ({ receipt }) => ({ receipt: receipt.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) })],
    ['the length of its signature', ({ receipt }) => ({ receipt: `${receipt}AAAA` })],
    ['the sign its signature is written in', ({ receipt }) => ({ receipt: `${receipt}=` })],
  ])('where somebody wrote another one into it: %s', async (_, change) => {
    const { file } = await ended()
    const forged = { ...file, ...change(file) }
    expect(await check(forged)).toMatchObject({ outcome: 'foreign', checkable_by: null, held: null })
  })

  test('where another installation made it', async () => {
    const other = await openApp()
    try {
      const e = await startExam(other)
      const file = fileOf(e, e.device.grant)
      expect(await check(file, other)).toMatchObject({ outcome: 'held' })
      expect(await check(file)).toMatchObject({ outcome: 'foreign' })
    } finally {
      await other.remove()
    }
  })

  test('once the log it speaks of is another one', async () => {
    const { e, file } = await ended()
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE ops SET wall_ms = wall_ms + 1 WHERE attempt_id = ? AND seq = 1', e.who.attemptId),
    )
    expect(await both(file)).toMatchObject({ outcome: 'altered', changes: 2, held: 0 })
  })

  test('once a verdict in it is another one, which no hash of the device tells', async () => {
    const { e, file } = await ended()
    await app.ctx.db.write((tx) =>
      tx.raw.run("UPDATE ops SET verdict = 'late' WHERE attempt_id = ? AND seq = 1", e.who.attemptId),
    )
    expect(await both(file)).toMatchObject({ outcome: 'altered', changes: 2 })
  })

  test('where the server no longer holds all of it: a copy from before', async () => {
    const { e, file } = await ended()
    const [first] = await app.rows<{ hash: string }>(
      'SELECT hash FROM ops WHERE attempt_id = ? AND seq = 1',
      e.who.attemptId,
    )
    const [seal] = await app.rows<{ head_seal: string }>(
      'SELECT head_seal FROM attempts WHERE id = ?',
      e.who.attemptId,
    )
    expect(seal).toBeDefined()
    await app.ctx.db.write(async (tx) => {
      await tx.raw.run('DELETE FROM ops WHERE attempt_id = ? AND seq = 2', e.who.attemptId)
      await tx.raw.run('DELETE FROM receipts WHERE attempt_id = ?', e.who.attemptId)
      await tx.raw.run(
        `UPDATE attempts SET head_seq = 1, head_hash = ?, head_seal = '', sealed_from = NULL, finish_seq = NULL WHERE id = ?`,
        first?.hash,
        e.who.attemptId,
      )
    })
    expect(await check(file)).toMatchObject({ outcome: 'missing', changes: 2, held: 1, later: 0 })
  })

  test('once its candidate was deleted', async () => {
    const { e, file } = await ended()
    await app.ctx.db.write((tx) => tx.raw.run('DELETE FROM attempts WHERE id = ?', e.who.attemptId))
    expect(await check(file)).toMatchObject({ outcome: 'missing', changes: 2, held: 0, is_ended: null })
    expect(await check({ code: codeOf(file) })).toMatchObject({ outcome: 'unknown' })
  })
})

describe('a code', () => {
  test('is taken as people type it, and refused in words where it is none', async () => {
    const e = await startExam(app)
    const code = codeOf(fileOf(e, e.device.grant))
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)} ${code.slice(8)} `
    expect(await check({ code: typed })).toMatchObject({ outcome: 'held', code })
    expect(await check({ code: 'AAAA-AAAA-AAAA' })).toMatchObject({ outcome: 'unknown' })
    expect(await check({ code: '1111-1111-1111' })).toMatchObject({ outcome: 'unknown' })
    expect(await call(app.send, 'postReceiptCheck', { body: { code: 'ABCD' } })).toMatchObject({
      status: 422,
    })
  })

  test('begins with what finds its log', () => {
    for (const ref of ['AAAAxyz', '____xyz', 'k3f-9', 'Zz09']) {
      const code = receiptCode(sha256, ref, 'anything')
      expect(code).toMatch(/^[A-Z2-7]{12}$/)
      expect(code.startsWith(receiptTag(ref))).toBe(true)
      expect(refPrefixOf(code)).toBe(ref.slice(0, 3))
    }
    expect(refPrefixOf('ABC')).toBeNull()
  })
})

test('nothing of who it is about is told, and whoever asks often has to wait', async () => {
  const listening = await openApp({ listen: true })
  try {
    const e = await startExam(listening)
    const file = fileOf(e, e.device.grant)
    const told = JSON.stringify(await check(file, listening))
    for (const [name, value] of Object.entries(e.who))
      if (typeof value === 'string') expect(told, name).not.toContain(value)
    const statuses: number[] = []
    for (let n = 0; n < 20; n++)
      statuses.push((await call(listening.send, 'postReceiptCheck', { body: file })).status)
    expect(statuses.filter((s) => s === 200)).toHaveLength(19)
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await listening.remove()
  }
})
