import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotKey } from '#api/storage/links.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import {
  behind,
  call,
  type Exam,
  must,
  seedOrganization,
  signIn,
  startDevice,
  startExam,
  wholeTest,
} from '../../factories/index.ts'
import { archiveOf, driveArchiveOf, textIn } from '../../foreign/archives.ts'
import { checkArchive, checkArchives } from '../../foreign/checkArchive.ts'
import { appForFile } from '../forFile.ts'

/** An archive of evidence as it is downloaded, checked by a program in another language that knows only the page about it. */

const app = await appForFile({ judging: true })
let exam: Exam
let whole: Uint8Array
let key: string

beforeAll(async () => {
  exam = await wholeTest(app)
  key = await (await app.send('/api/v1/receipt_key')).text()
  whole = await archiveOf(app, exam)
})

const signedReceipt = (): ReceiptFile =>
  JSON.parse(textIn(unzipSync(whole), `attempts/${exam.who.ref}/receipts.jsonl`).split('\n')[0] ?? '')

describe('of one test', () => {
  test('it holds, and all of it was looked at', () => {
    const { wrong, output } = checkArchive({ archive: whole, key, receipts: [signedReceipt()] })
    expect(wrong).toEqual([])
    expect(output).toContain(
      'Checked 9 files, 10 changes, 3 receipts, 2 changes beside the log, 1 submissions, 1 pictures, 1 tests',
    )
    expect(output).toContain(`Key ${app.ctx.keys.receiptKeyFingerprint}\n`)
    // Without a key from elsewhere it says what that is worth.
    expect(checkArchive({ archive: whole }).output).toContain('(from the archive itself: compare it)')
  })

  test('it has every file of the page, and no way to anything that is not in it', () => {
    const files = unzipSync(whole)
    expect(Object.keys(files).map((name) => name.replace(`attempts/${exam.who.ref}`, 'x'))).toEqual([
      'README.txt',
      'receipt_key.pem',
      'x/attempt.json',
      'x/ops.jsonl',
      'x/verdicts.json',
      'x/receipts.jsonl',
      'x/quarantine.jsonl',
      'x/report.json',
      expect.stringMatching(/^x\/pictures\/[0-9a-f]{64}\.jpg$/),
      'manifest.json',
      'manifest.sig',
    ])
    const text = Object.keys(files)
      .map((path) => textIn(files, path))
      .join('\n')
    expect(text).toContain('/files/snapshots/')
    expect(text).not.toMatch(/[?&]s=/)
    for (const secret of [exam.who.token, exam.who.invitation]) expect(text).not.toContain(secret)
    const { decisions } = JSON.parse(textIn(files, `attempts/${exam.who.ref}/verdicts.json`))
    expect(decisions).toMatchObject([{ decision: 'rejected', note: 'copied' }])
  })

  test('it can be taken while the test runs, and has what had come by then', async () => {
    const running = await startExam(app)
    const [{ id, right }] = running.org.questions
    running.device.write('mcq_select', `mcq:${id}`, { question_id: id, selected_options: right })
    await running.device.sync()
    const archive = await archiveOf(app, running)
    const { wrong, output } = checkArchive({ archive, key, receipts: [running.device.proof.newest] })
    expect(wrong).toEqual([])
    expect(output).toContain('was given while the test ran: only its server can tell whether it is genuine')
  })

  test('that it was taken is noted, and is no act on the test in its report', async () => {
    const headers = await signIn(app.send, exam.org.admin.email, exam.org.admin.password)
    const { entries } = await must(app.send, 'getAuditLog', { headers })
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'evidence.download', subject: `attempt ${exam.who.ref}` }),
    )
    const report = await must(app.send, 'getReport', { params: { token: exam.who.ref }, headers })
    expect(report.interventions.map(({ action }) => action)).toEqual(['candidate.late_rejected'])
  })

  test('it says what the server itself finds wrong, and leaves nothing out for it', async () => {
    const e = await wholeTest(app)
    behind(app.data, "UPDATE ops SET verdict = 'late' WHERE attempt_id = ? AND seq = 1", e.who.attemptId)
    await app.ctx.storage.removeAll(`snapshots/${e.who.ref}`)
    const words = checkArchive({ archive: await archiveOf(app, e), key }).wrong.join('\n')
    expect(words).toContain(
      'the server itself says: the log: times, verdicts or results are not those that the server sealed',
    )
    expect(words).toMatch(/pictures\/[0-9a-f]{64}\.jpg: it is missing/)
  })

  test('a picture whose time to be kept is over is said to be deleted, and that is no fault', async () => {
    const e = await wholeTest(app)
    const [row] = await app.rows<{ sha256: string }>(
      'SELECT sha256 FROM snapshots WHERE attempt_id = ?',
      e.who.attemptId,
    )
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE snapshots SET swept_at = ? WHERE attempt_id = ?', app.clock.now(), e.who.attemptId),
    )
    await app.ctx.storage.remove(snapshotKey(e.who.ref, row?.sha256 ?? ''))
    const archive = await archiveOf(app, e)
    expect(Object.keys(unzipSync(archive)).some((path) => path.endsWith('.jpg'))).toBe(false)
    expect(checkArchive({ archive, key }).wrong).toEqual([])
  })
})

test('a candidate’s receipt that does not fit the archive is told, by what does not fit', () => {
  const receipt = signedReceipt()
  const unsigned = 'is not signed by that key'
  const unheld = 'proves a change that the log does not hold'
  const cases: [Partial<ReceiptFile>, string[]][] = [
    [{ attempt_id: 'another' }, [unsigned, 'is of a test that is not here']],
    [{ head_seq: 99 }, [unsigned, unheld]],
    [{ head_hash: 'f'.repeat(64) }, [unsigned, unheld]],
    [{ time: '2026-01-01T00:00:00.000Z' }, [unsigned]],
  ]
  const told = checkArchives(
    cases.map(([change]) => ({ archive: whole, key, receipts: [{ ...receipt, ...change }] })),
  )
  expect(told.map(({ wrong }) => wrong)).toEqual(
    cases.map(([, words]) => words.map((word) => expect.stringContaining(word))),
  )
})

describe('of a drive', () => {
  test('it has every test that was begun, what candidates have of it fits, and taking it is noted', async () => {
    const org = await seedOrganization(app.ctx, 'evidence', { candidates: 4 })
    const receipts: object[] = []
    for (const who of org.candidates.slice(0, 3)) {
      const device = await startDevice(app, who)
      const { id, right } = org.questions[0]
      device.write('mcq_save', `mcq:${id}`, { question_id: id, selected_options: right })
      device.write('finish', '', { reason: 'candidate' })
      await device.sync()
      receipts.push(device.proof.newest)
    }
    const archive = await driveArchiveOf(app, org)
    const { wrong, output } = checkArchive({ archive, key, receipts })
    expect(wrong).toEqual([])
    expect(output).toContain('6 changes, 6 receipts, 3 tests')
    expect(JSON.parse(textIn(unzipSync(archive), 'manifest.json'))).toMatchObject({
      holdfast_evidence: 1,
      drive: { id: org.driveId },
      is_whole_drive: true,
      attempts: org.candidates.slice(0, 3).map(({ ref }) => ({ ref, head_seq: 2 })),
    })
    const headers = await signIn(app.send, org.admin.email, org.admin.password)
    const { entries } = await must(app.send, 'getAuditLog', { headers })
    expect(entries[0]).toMatchObject({
      action: 'evidence.download',
      subject: `drive ${org.driveId}`,
      after: { candidates: 3 },
    })
  })

  test('there is none where nobody has begun, and that is said in words', async () => {
    const org = await seedOrganization(app.ctx, 'nobody', { candidates: 1 })
    const headers = await signIn(app.send, org.admin.email, org.admin.password)
    for (const answer of [
      await call(app.send, 'getDriveEvidence', { params: { id: org.driveId }, headers }),
      await call(app.send, 'getAttemptEvidence', { params: { ref: org.candidates[0]?.ref ?? '' }, headers }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.failure.message).toContain('so there is no evidence yet')
    }
  })

  test('it is nothing that another organization has', async () => {
    const { admin } = (await startExam(app)).org
    const headers = await signIn(app.send, admin.email, admin.password)
    const before = await app.fingerprint()
    const ofTest = await call(app.send, 'getAttemptEvidence', { params: { ref: exam.who.ref }, headers })
    const ofDrive = await call(app.send, 'getDriveEvidence', { params: { id: exam.org.driveId }, headers })
    expect([ofTest.status, ofDrive.status]).toEqual([404, 404])
    expect(await app.fingerprint()).toBe(before)
  })
})
