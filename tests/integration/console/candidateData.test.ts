import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { candidateDataCommand } from '#api/commands/candidateData.ts'
import { must, signIn, wholeTest } from '../../factories/index.ts'
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
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'data.zip')

  await expect(write('nobody@example.org', file)).rejects.toThrow('Nobody was invited at')
  expect(existsSync(file)).toBe(false)
  const outcome = await write(` ${who.email.toUpperCase()}`, file)
  expect(outcome).toMatchObject({ ok: true, json: { file, organizations: 1, attempts: 1 } })
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
  expect(at('feedback')).toHaveLength(await kept('SELECT 1 FROM feedbacks'))
  expect(at('feedback')).not.toEqual([])
  expect(at('emails')).toContainEqual(expect.objectContaining({ kind: 'reopened', recipient: who.email }))
  expect(at('acts')).toContainEqual(expect.objectContaining({ action: 'candidate.reopen' }))
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
  for (const other of org.candidates.filter(({ ref }) => ref !== who.ref))
    expect(everything).not.toContain(other.email)
  expect(
    await app.rows("SELECT subject, user_id FROM audit_log WHERE action = 'candidate.download'"),
  ).toEqual([{ subject: `candidate ${who.candidateId}`, user_id: null }])
})
