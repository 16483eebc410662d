import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { candidateDataCommand } from '#api/commands/candidateData.ts'
import { inviteCandidate } from '#api/services/invitations.ts'
import { tableColumns, tableNames } from '#db/movedTables.ts'
import { must, seedOrganization, signIn, wholeTest } from '../../factories/index.ts'
import { textIn } from '../../foreign/archives.ts'
import { appForFile } from '../forFile.ts'
import { settingsOf } from './erased.ts'

/** Everything that is kept of one person, in a file. */

const app = await appForFile({ judging: true })

const write = (email: string, file: string) =>
  candidateDataCommand.run({
    config: settingsOf(app.data),
    values: {},
    positionals: [email, file],
    progress: () => {},
  })

test('it holds what the person did, said and was told, with their pictures, and nothing of anybody else', async () => {
  const { who, org } = await wholeTest(app)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 5 }, headers })
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `INSERT INTO executions (token, attempt_id, problem_id, language_id, source, status, created_at)
       VALUES ('t', ?, ?, 1, 'print("ran")', 'done', 1)`,
      who.attemptId,
      org.problems[0].id,
    ),
  )
  const elsewhere = await seedOrganization(app.ctx, 'elsewhere')
  const [other] = elsewhere.candidates
  const { id: organizationId, driveId } = elsewhere
  await app.ctx.db.write(async (tx) => {
    for (const id of [who.attemptId, other?.attemptId])
      await tx.raw.run('INSERT INTO contact_gaps (attempt_id, from_at, to_at) VALUES (?, 1, 60001)', id)
    await inviteCandidate(app.ctx, tx, { organizationId, driveId, email: who.email }, app.clock.now())
  })
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      "INSERT INTO shown_receipts (attempt_ref, head_seq, head_hash, at, shown_at) VALUES (?, 9, 'shown', 1, 2)",
      who.ref,
    ),
  )
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'data.zip')

  await expect(write('nobody@example.org', file)).rejects.toThrow('Nobody was invited at')
  expect(existsSync(file)).toBe(false)
  const outcome = await write(` ${who.email.toUpperCase()}`, file)
  expect(outcome).toMatchObject({ ok: true, json: { file, organizations: 2, attempts: 2 } })
  await expect(write(who.email, file)).rejects.toThrow('is there already')

  const files = unzipSync(readFileSync(file))
  const at = (name: string) => JSON.parse(textIn(files, `attempts/${who.ref}/${name}.json`))
  expect(JSON.parse(textIn(files, `candidates/${who.candidateId}/details.json`))).toMatchObject({
    email: who.email,
  })
  expect(at('invitation')).toMatchObject({
    drive_id: org.driveId,
    started_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  const kept = async (rows: string) => (await app.rows(`${rows} WHERE attempt_id = ${who.attemptId}`)).length
  expect(at('answers')).toHaveLength(await kept('SELECT 1 FROM answers'))
  expect(at('runs')).toEqual([
    expect.objectContaining({ source: 'print("ran")', created_at: expect.stringMatching(/^1970/) }),
  ])
  expect(at('messages')).toHaveLength(await kept('SELECT 1 FROM notices'))
  expect(at('messages')).toContainEqual(expect.objectContaining({ kind: 'reopen', minutes: 5 }))
  expect(at('silences')).toHaveLength(await kept('SELECT 1 FROM contact_gaps'))
  expect(at('silences')).toContainEqual({
    from_at: '1970-01-01T00:00:00.001Z',
    to_at: '1970-01-01T00:01:00.001Z',
  })
  expect(at('shown_receipts')).toMatchObject([{ head_hash: 'shown', shown_at: '1970-01-01T00:00:00.002Z' }])
  expect(at('feedback')).toHaveLength(await kept('SELECT 1 FROM feedbacks'))
  expect(at('feedback')).not.toEqual([])
  expect(at('emails')).toContainEqual(expect.objectContaining({ kind: 'reopened', recipient: who.email }))
  expect(at('acts')).toContainEqual(expect.objectContaining({ action: 'candidate.reopen' }))
  // Who it was is somebody else's data.
  for (const act of at('acts')) expect(Object.keys(act)).toEqual(['action', 'before', 'after', 'created_at'])
  const names = Object.keys(files)
  expect(names.filter((name) => name.endsWith('.jpg')).length).toBeGreaterThan(0)
  expect(names).toContain(`attempts/${who.ref}/ops.jsonl`)

  const everything = Object.keys(files)
    .filter((name) => !name.endsWith('.jpg'))
    .map((name) => textIn(files, name))
    .join('')
  const { token_hash, invitation_hash } = (
    await app.rows<{ token_hash: string; invitation_hash: string }>(
      `SELECT token_hash, invitation_hash FROM attempts WHERE id = ${who.attemptId}`,
    )
  )[0] ?? { token_hash: '', invitation_hash: '' }
  for (const secret of [token_hash, invitation_hash, org.admin.email])
    expect(everything).not.toContain(secret)
  for (const { email } of [...org.candidates, ...elsewhere.candidates].filter(({ ref }) => ref !== who.ref))
    expect(everything).not.toContain(email)
  expect(
    await app.rows("SELECT subject, user_id FROM audit_log WHERE action = 'candidate.download'"),
  ).toEqual([
    { subject: `candidate ${who.candidateId}`, user_id: null },
    { subject: expect.stringMatching(/^candidate \d+$/), user_id: null },
  ])
})

test('an address is found however its letters are put together', async () => {
  const org = await seedOrganization(app.ctx, 'letters')
  const email = 'ren\u00e9@people.example'
  await app.ctx.db.write((tx) =>
    inviteCandidate(app.ctx, tx, { organizationId: org.id, driveId: org.driveId, email }, app.clock.now()),
  )
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // As a Mac types it: a letter, and an accent behind it.
  const outcome = await write('Rene\u0301@people.example', join(folder, 'data.zip'))
  expect(outcome).toMatchObject({ ok: true, json: { attempts: 1 } })
})

/** The file that holds the rows of each table that names a test, a candidate or a test's reference. */
const files: Readonly<Record<string, string>> = {
  attempts: 'invitation.json and attempt.json',
  leases: 'attempt.json',
  ops: 'ops.jsonl and verdicts.json',
  moved_logs: 'attempt.json',
  answers: 'answers.json',
  late_decisions: 'verdicts.json',
  quarantine: 'quarantine.jsonl',
  notices: 'messages.json',
  contact_gaps: 'silences.json',
  snapshots: 'attempt.json, and pictures/',
  receipts: 'receipts.jsonl',
  feedbacks: 'feedback.json',
  submissions: 'verdicts.json',
  executions: 'runs.json',
  shown_receipts: 'shown_receipts.json',
  first_writings: 'none: places in ops.jsonl',
  events: 'none: hints for open pages, which last a day',
  jobs: 'none: work that waits, which lasts minutes',
}

test('a table that names a test or a candidate has its file, or a reason to have none', () => {
  const naming = tableNames.filter((name) =>
    tableColumns(name).some((column) => ['attempt_id', 'candidate_id', 'attempt_ref'].includes(column)),
  )
  expect(naming.toSorted()).toEqual(Object.keys(files).toSorted())
})
