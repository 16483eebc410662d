import { beforeAll, describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { CallName } from '#contract/paths.ts'
import { newProblem } from '../../factories/bankInputs.ts'
import {
  bearer,
  type CallInput,
  call,
  must,
  type Organization,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Starter code: of problems, the organization's defaults, and which of them a candidate begins with. */

const app = await appForFile()
let org: Organization
let other: Organization
let headers: Record<string, string>
let foreign: Record<string, string>
let problemId: number

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'code')
  other = await seedOrganization(app.ctx, 'elsewhere')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  foreign = await signIn(app.send, other.admin.email, other.admin.password)
  problemId = (await must(app.send, 'postProblem', { body: newProblem(), headers })).problem.id
})

const send = (name: CallName, input: CallInput) => call(app.send, name, { ...input, headers })
const versionOf = async (id: number) =>
  (await must(app.send, 'getProblem', { params: { id }, headers })).problem.version

describe('a problem’s templates', () => {
  test('are added, changed, listed and deleted; each raises its version by one', async () => {
    const body = { code: '// begin', language_id: 1, problem_id: problemId, is_default: false }
    const { template } = await must(app.send, 'postTemplate', { body, headers })
    expect(template).toMatchObject({
      code: '// begin',
      language: 'JavaScript 1',
      language_id: 1,
      is_default: false,
      problem_id: problemId,
    })
    expect(await versionOf(problemId)).toBe(2)
    const put = (change: object) =>
      must(app.send, 'putTemplate', {
        params: { id: template.id },
        body: { ...body, ...change, id: template.id },
        headers,
      })
    expect((await put({ code: '// go' })).template.code).toBe('// go')
    expect(await versionOf(problemId)).toBe(3)
    await put({ code: '// go' })
    expect(await versionOf(problemId)).toBe(3)
    const list = () => must(app.send, 'getTemplates', { query: { problem_id: problemId }, headers })
    expect((await list()).templates.map((one) => one.code)).toEqual(['// go'])
    expect((await must(app.send, 'getTemplates', { headers })).templates).toEqual([])
    await must(app.send, 'deleteTemplate', { params: { id: template.id }, headers })
    expect((await list()).templates).toEqual([])
    expect(await versionOf(problemId)).toBe(4)
  })

  test('are one a language', async () => {
    const body = { code: 'x = 1', language_id: 2, problem_id: problemId }
    await must(app.send, 'postTemplate', { body, headers })
    const answer = await send('postTemplate', { body })
    expect(answer).toMatchObject({ status: 409, failure: { code: 'conflict' } })
    expect(answer.failure.message).toBe('This problem already has a template in Python 1. Edit that one.')
    const { template } = await must(app.send, 'postTemplate', { body: { ...body, language_id: 1 }, headers })
    expect((await send('putTemplate', { params: { id: template.id }, body })).status).toBe(409)
  })

  test.each<[body: object, field: string, error: string]>([
    [{ code: '' }, 'code', t.codeBlank],
    [{ code: ' \n' }, 'code', t.codeBlank],
    [{ code: undefined }, 'code', t.codeBlank],
    [{ problem_id: undefined }, 'problem_id', t.createProblemFirst],
    [{ problem_id: null }, 'problem_id', t.createProblemFirst],
    [{ code: 'x'.repeat(48 * 1024 + 1) }, 'code', 'The program is larger than 48 KB'],
  ])('%j is refused', async (change, field, error) => {
    const body = { code: 'x', language_id: 1, problem_id: problemId, ...change }
    const answer = await send('postTemplate', { body })
    expect(answer.status).toBe(422)
    expect(answer.failure.errors?.[field]).toEqual([error])
  })

  test('need a problem and a language that are there', async () => {
    const body = { code: 'x', language_id: 1, problem_id: problemId }
    expect((await send('postTemplate', { body: { ...body, problem_id: 9_999 } })).status).toBe(404)
    expect((await send('postTemplate', { body: { ...body, language_id: 9_999 } })).status).toBe(404)
  })
})

describe('default templates', () => {
  test('are one a language, and no problem’s', async () => {
    const body = { code: '# default', language_id: 2, is_default: true }
    const { template } = await must(app.send, 'postDefaultTemplate', { body, headers })
    expect(template).toMatchObject({ is_default: true, problem_id: null, language: 'Python 1' })
    const twice = await send('postDefaultTemplate', { body })
    expect(twice).toMatchObject({ status: 409 })
    expect(twice.failure.message).toBe('There is already a default template in Python 1. Edit that one.')
    const put = await must(app.send, 'putDefaultTemplate', {
      params: { id: template.id },
      body: { ...body, code: '# changed' },
      headers,
    })
    expect(put.template.code).toBe('# changed')
    expect((await must(app.send, 'getTemplates', { headers })).templates).toHaveLength(1)
    // It cannot become a problem's, nor the other way round.
    expect(
      (await send('putTemplate', { params: { id: template.id }, body: { ...body, problem_id: problemId } }))
        .status,
    ).toBe(404)
    await must(app.send, 'deleteTemplate', { params: { id: template.id }, headers })
  })

  test.each<[CallName, (id: number) => CallInput]>([
    ['putDefaultTemplate', (id) => ({ params: { id }, body: { code: 'x', language_id: 1 } })],
    ['deleteTemplate', (id) => ({ params: { id } })],
  ])('%s of another organization is not found', async (name, input) => {
    const { template } = await must(app.send, 'postDefaultTemplate', {
      body: { code: '// theirs', language_id: 1 },
      headers: foreign,
    })
    expect((await send(name, input(template.id))).status).toBe(404)
    await must(app.send, 'deleteTemplate', { params: { id: template.id }, headers: foreign })
  })
})

describe('what a candidate begins with', () => {
  test('the problem’s own, else the organization’s default, else the language’s own comment', async () => {
    const [{ id }] = org.problems
    const asked = await must(app.send, 'getTemplates', { query: { problem_id: id }, headers })
    const python = asked.templates.find((one) => one.language_id === 2)
    await must(app.send, 'deleteTemplate', { params: { id: python?.id ?? 0 }, headers })
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    await startDevice(app, who)
    const codes = async (problem_id: number) => {
      const { templates } = await must(app.send, 'getDriveTemplates', {
        params: { driveId: org.driveId },
        query: { problem_id },
        headers: bearer(who.token),
      })
      return Object.fromEntries(templates.map((one) => [one.language_id, one.code]))
    }
    const own = asked.templates.find((one) => one.language_id === 1)?.code
    // Nothing in Python: the page takes the comment of the language.
    expect(await codes(id)).toEqual({ 1: own })
    const { template } = await must(app.send, 'postDefaultTemplate', {
      body: { code: '# the house style', language_id: 2 },
      headers,
    })
    await must(app.send, 'postDefaultTemplate', { body: { code: '// never', language_id: 1 }, headers })
    // A default of somebody else changes nothing here.
    await must(app.send, 'postDefaultTemplate', {
      body: { code: '# theirs', language_id: 2 },
      headers: foreign,
    })
    // A candidate who begins now sees it.
    expect(await fresh(id)).toEqual({ 1: own, 2: '# the house style' })
    expect(await versionOf(id)).toBeGreaterThan(2)
    expect(template.is_default).toBe(true)
  })

  /** The templates of a problem as the drive's newest contents have them. */
  async function fresh(problemId: number) {
    const [drive] = await app.rows<{ content_version: number }>(
      'SELECT content_version FROM drives WHERE id = ?',
      org.driveId,
    )
    const content = await app.ctx.content.get(app.ctx.db.read, {
      drive_id: org.driveId,
      content_version: drive?.content_version ?? 0,
      paper_id: null,
    })
    const problem = content.problems.find((one) => one.id === problemId)
    return Object.fromEntries((problem?.templates ?? []).map((one) => [one.language_id, one.code]))
  }

  test('a changed default raises the version of the problems that begin with it, and of no other', async () => {
    const [{ id: without }, { id: withOwn }] = org.problems
    const { templates } = await must(app.send, 'getTemplates', { headers })
    const python = templates.find((one) => one.language_id === 2)
    const before = [await versionOf(without), await versionOf(withOwn)]
    const [drive] = await app.rows<{ n: number }>(
      'SELECT content_version AS n FROM drives WHERE id = ?',
      org.driveId,
    )
    await must(app.send, 'putDefaultTemplate', {
      params: { id: python?.id ?? 0 },
      body: { code: '# another style', language_id: 2 },
      headers,
    })
    expect([await versionOf(without), await versionOf(withOwn)]).toEqual([(before[0] ?? 0) + 1, before[1]])
    const [touched] = await app.rows<{ n: number }>(
      'SELECT content_version AS n FROM drives WHERE id = ?',
      org.driveId,
    )
    expect(touched?.n).toBe((drive?.n ?? 0) + 1)
  })
})

test('each change is written down', async () => {
  const rows = await app.rows<{ action: string; subject: string }>(
    "SELECT DISTINCT action, substr(subject, 1, 7) AS subject FROM audit_log WHERE action LIKE 'template.%' ORDER BY action, subject",
  )
  expect(rows.map((row) => `${row.action} ${row.subject}`)).toEqual([
    'template.create default',
    'template.create templat',
    'template.delete default',
    'template.delete templat',
    'template.update default',
    'template.update templat',
  ])
})
