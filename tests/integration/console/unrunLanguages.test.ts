import { expect, test } from 'vitest'
import { readContent } from '#api/attempts/content.ts'
import { toLanguage } from '#api/attempts/itemViews.ts'
import { newProblem } from '../../factories/bankInputs.ts'
import { call, must, seedOrganization, signIn } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Languages that problems are written for and no engine runs: staff is told before a candidate misses one. */

const app = await appForFile()
const org = await seedOrganization(app.ctx, 'unrun')
const other = await seedOrganization(app.ctx, 'elsewhere')
const headers = await signIn(app.send, org.admin.email, org.admin.password)

const raw = (sql: string, ...params: unknown[]) => app.ctx.db.write((tx) => tx.raw.run(sql, ...params))
const unrun = async (ids: number[]) =>
  (await must(app.send, 'getUnrunLanguages', { query: { ids: ids.join(',') }, headers })).languages
const add = async (title: string): Promise<number> =>
  (await must(app.send, 'postProblem', { body: { ...newProblem(), title }, headers })).problem.id

test('a language is named with the problems that have a template, a reference or limits in it, and with what to install', async () => {
  for (const [code, name] of [
    ['java', 'Java 17.0.9'],
    ['swift', 'Swift'],
    ['cobol', 'COBOL 3.2'],
  ])
    await raw("INSERT INTO languages (code_id, name, code, is_active) VALUES (?, ?, '', 0)", code, name)
  const [template, reference, limits, none] = [
    await add('By template'),
    await add('By reference'),
    await add('By limits'),
    await add('In what is there'),
  ]
  await raw(
    "INSERT INTO templates (problem_id, organization_id, language_id, code) SELECT ?, ?, id, 'x' FROM languages WHERE code_id = 'java'",
    template,
    org.id,
  )
  await raw(
    "UPDATE problems SET reference_language_id = (SELECT id FROM languages WHERE code_id = 'java'), reference_source = 'x' WHERE id = ?",
    reference,
  )
  await raw('UPDATE problems SET limits = ? WHERE id = ?', JSON.stringify({ swift: { cpu_ms: 900 } }), limits)

  const titled = (id: number, title: string) => ({ id, title })
  expect(await unrun([template, reference, limits, none])).toEqual([
    {
      language: 'Java',
      debian: 'default-jdk-headless',
      use: 'code',
      problems: [titled(template, 'By template'), titled(reference, 'By reference')],
    },
    { language: 'Swift', debian: null, use: 'code', problems: [titled(limits, 'By limits')] },
  ])
  expect(await unrun([limits])).toHaveLength(1)
  expect(await unrun([none])).toEqual([])
  expect(await unrun([])).toEqual([])

  await raw("UPDATE languages SET is_active = 1 WHERE code_id = 'java'")
  expect(await unrun([template, reference])).toEqual([])
  await raw("UPDATE languages SET is_active = 0 WHERE code_id = 'java'")
  const foreign = await signIn(app.send, other.admin.email, other.admin.password)
  const theirs = { query: { ids: String(template) }, headers: foreign }
  expect((await call(app.send, 'getUnrunLanguages', theirs)).status).toBe(404)
})

test('a problem whose judge’s program has no box here is named, with what to install', async () => {
  const judged = async (kind: 'validator' | 'tests', language: string) => {
    const program = { kind, language, files: [{ name: 'judge', content: 'x' }] }
    const body = {
      ...newProblem(),
      title: `By ${kind} in ${language}`,
      checker: 'program' as const,
      judging: { program },
    }
    return (await must(app.send, 'postProblem', { body, headers })).problem.id
  }
  const ids = [await judged('validator', 'cpp'), await judged('tests', 'python')]
  // The engine of these tests has no boxes; unit tests need none.
  expect(await unrun(ids)).toEqual([
    {
      language: 'C++',
      debian: 'g++',
      use: 'judge',
      problems: [{ id: ids[0], title: 'By validator in cpp' }],
    },
  ])
})

test('SQL is offered in drives with a problem that has starter code in it, and in no others', async () => {
  await raw("INSERT OR IGNORE INTO languages (code_id, name, code, is_active) VALUES ('sql', 'SQL', '', 1)")
  const shown = async () => {
    const { languages } = await readContent(app.ctx.db.read, { drive_id: org.driveId, paper_id: null })
    return languages.map(({ code_id }) => code_id)
  }
  expect(await shown()).toEqual(expect.arrayContaining(['javascript', 'python']))
  expect(await shown()).not.toContain('sql')
  await raw(
    "INSERT INTO templates (problem_id, organization_id, language_id, code) SELECT ?, ?, id, '-- q' FROM languages WHERE code_id = 'sql'",
    org.problems[0].id,
    org.id,
  )
  expect(await shown()).toContain('sql')
})

test('a language tells whether WebAssembly runs it: by the engine of now, and by that of its drive once it has begun', async () => {
  await raw("UPDATE languages SET tier = 'wasm' WHERE code_id = 'python'")
  await raw("UPDATE languages SET tier = 'jail' WHERE code_id = 'javascript'")
  const languages = await must(app.send, 'getLanguages', { headers })
  expect(Object.fromEntries(languages.map(({ mode, is_embedded }) => [mode, is_embedded]))).toMatchObject({
    javascript: false,
    python: true,
  })
  await raw(`UPDATE drives SET engines = '{"javascript":"wasm","python":"piston"}' WHERE id = ?`, org.driveId)
  app.ctx.content.forget()
  const content = await app.ctx.content.get(app.ctx.db.read, {
    drive_id: org.driveId,
    content_version: 1,
    paper_id: null,
  })
  const told = content.languages.map((row) => toLanguage(row, content.engines))
  expect(Object.fromEntries(told.map(({ mode, is_embedded }) => [mode, is_embedded]))).toMatchObject({
    javascript: true,
    python: false,
  })
})
