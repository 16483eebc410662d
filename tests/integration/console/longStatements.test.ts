import { expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { STATEMENT_MAX_BYTES } from '#contract/constants.ts'
import { newProblem } from '../../factories/bankInputs.ts'
import { call, must, startDevice } from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'
import { upload } from './support.ts'

/** A statement that a file brought: longer than one that is typed, whole wherever it is read, editable at its length. */

const { app, org, headers } = await openSeeded('long')

const HEAD = 'title,description,difficulty,tags,submission_count,time_in_minutes,input_1,output_1,marks_1'
const csv = (title: string, description: string) => ({
  name: 'problems.csv',
  content: `${HEAD}\n${title},"${description}",Easy,sums,3,15,1 2,3,5`,
})
/** Of two bytes each, so that bytes are what is counted. */
const longest = 'ü'.repeat(STATEMENT_MAX_BYTES / 2)
const TOO_LARGE = 'Problem Description must be at most 64 KB'

async function imported(title: string, description: string) {
  const answer = await upload(app, 'postProblemsImport', headers, csv(title, description))
  expect(answer.status, answer.text).toBe(200)
  const { problems } = await must(app.send, 'getProblems', { query: { search: title }, headers })
  if (!problems[0]) throw new Error('it is not there')
  return problems[0]
}
const read = async (id: number) => (await must(app.send, 'getProblem', { params: { id }, headers })).problem
const save = (id: number, description: string) =>
  call(app.send, 'putProblem', { params: { id }, body: { description }, headers })
const refusal = async (answer: ReturnType<typeof save>) => {
  const { status, failure } = await answer
  return [status, failure.errors?.description]
}

test('it is whole for staff and candidates, and a list shows how it begins', async () => {
  const { id, description } = await imported('Whole for all', longest)
  expect(description).toBe(`${'ü'.repeat(1_000)}…`)
  expect((await read(id)).description).toBe(longest)
  await must(app.send, 'putDrive', {
    params: { id: org.driveId },
    body: { drives_problems_attributes: [{ problem_id: id }] },
    headers,
  })
  await startDevice(app, org.candidates[0])
  const problems = await must(app.send, 'getDriveProblems', {
    params: { id: org.driveId },
    token: org.candidates[0]?.token ?? '',
  })
  expect(problems.find((one) => one.id === id)?.description).toBe(longest)
})

test('a byte more is refused, in a file and in the form', async () => {
  const answer = await upload(app, 'postProblemsImport', headers, csv('Too much of it', `${longest}x`))
  expect(answer.failure.details?.rows).toMatchObject([{ column: 'description', reason: TOO_LARGE }])
  const { id } = await imported('As much as may be', longest)
  expect(await refusal(save(id, `${longest}x`))).toEqual([422, [TOO_LARGE]])
})

test('it can be edited at its length; once it is short, it is one like those that are typed', async () => {
  const { id } = await imported('Edited at length', 'word '.repeat(300))
  expect((await save(id, longest)).status).toBe(200)
  expect((await save(id, 'x'.repeat(1_000))).status).toBe(200)
  expect(await refusal(save(id, 'x'.repeat(1_001)))).toEqual([422, [t.problemDescriptionTooLong]])
  const typed = await call(app.send, 'postProblem', {
    body: { ...newProblem(), description: 'x'.repeat(1_001) },
    headers,
  })
  expect(typed.failure.errors?.description).toEqual([t.problemDescriptionTooLong])
})

test('the audit log notes how it begins, its length and its hash', async () => {
  const { id } = await imported('Noted in short', 'word '.repeat(300))
  await save(id, longest)
  const [entry] = await app.rows<{ before: string; after: string }>(
    "SELECT before, after FROM audit_log WHERE action = 'problem.update' AND subject = ?",
    `problem ${id}`,
  )
  const after = JSON.parse(entry?.after ?? '{}').description as string
  expect(after).toMatch(/^ü{1000}… \(32,768 characters, SHA-256 [0-9a-f]{64}\)$/)
  expect(JSON.parse(entry?.before ?? '{}').description).toContain('1,499 characters')
})

test('a file that was exported is imported again as it was', async () => {
  const text = `It says ""this"", and that, in\nlines. ${'word '.repeat(2_000)}end`
  await imported('Out and in again', text)
  const answer = await call(app.send, 'getProblemsCsv', { query: { search: 'Out and in' }, headers })
  const again = { name: 'problems.csv', content: answer.text }
  expect((await upload(app, 'postProblemsImport', headers, again)).status).toBe(200)
  const { problems } = await must(app.send, 'getProblems', { query: { search: 'Out and in' }, headers })
  const [one, two] = await Promise.all(problems.map(({ id }) => read(id)))
  expect(one?.description).toBe(text.replaceAll('""', '"'))
  expect(two?.description).toBe(one?.description)
})
