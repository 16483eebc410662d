import fc from 'fast-check'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createProblems } from '#api/services/authoring.ts'
import { dropCutOffImport } from '#api/services/bankFiles/staged.ts'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import * as fields from '#contract/forms/fields.ts'
import type { CallName } from '#contract/paths.ts'
import type { ImportError } from '#contract/views/bank.ts'
import { beginStaging } from '#db/queries/staging.ts'
import { newQuestion } from '../../factories/bankInputs.ts'
import {
  type Answer,
  must,
  type Organization,
  openApp,
  seedOrganization,
  signIn,
} from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'
import { fileOf, upload } from './support.ts'

/** Files of the bank: what comes in is right as a whole or not there at all, and what goes out comes in again. */

const { app, org, headers } = await openSeeded('f')

const HEAD = 'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers'
const row = (n: number | string, change: { marks?: string; tags?: string } = {}) =>
  `Which of these is number ${n}?,single,Easy,${change.tags ?? 'numbers'},${change.marks ?? 2},60,one,two,A`
const csv = (...rows: string[]) => ({ name: 'questions.csv', content: [HEAD, ...rows].join('\r\n') })
const send = (file: Parameters<typeof upload>[3], fields: Record<string, string> = {}) =>
  upload(app, 'postQuestionsImport', headers, file, fields)
const count = async (): Promise<number> =>
  (await app.rows<{ n: number }>('SELECT count(*) AS n FROM questions WHERE organization_id = ?', org.id))[0]
    ?.n ?? 0
const names = async () => (await must(app.send, 'getTags', { headers })).tags.map((tag) => tag.name)

interface Wrong {
  rows: ImportError[]
  faults: number
  in_file: number
  right: number
  total: number
  csv: string
}
const wrongOf = (answer: Answer): Wrong => answer.failure.details as unknown as Wrong

describe('questions from a file', () => {
  test('are all there, with one audit entry', async () => {
    const before = await count()
    const answer = await send(csv(row('a1'), row('a2', { tags: '"numbers, ODD"' })))
    expect(answer.json).toEqual({
      data: { imported: 2, skipped: 0, remarks: [] },
      message: '2 MCQs imported successfully. 2 new tags were created.',
    })
    expect(await count()).toBe(before + 2)
    const { questions } = await must(app.send, 'getAdminQuestions', {
      query: { search: 'number a' },
      headers,
    })
    expect(questions.map((one) => [one.description, one.tag_list])).toEqual([
      ['Which of these is number a2?', ['ODD', 'numbers']],
      ['Which of these is number a1?', ['numbers']],
    ])
    const audited = await app.rows("SELECT subject, user_id FROM audit_log WHERE action = 'question.import'")
    expect(audited).toEqual([{ subject: '2 questions', user_id: org.admin.id }])
  })

  test('make difficulties and tags that do not stand yet, and tell them', async () => {
    const file = (n: string, difficulty: string, tags: string) =>
      csv(row(n, { tags }).replace('Easy', difficulty))
    expect((await send(file('b2', 'Eazy', '"one new tag, numbers"'))).json).toEqual({
      data: { imported: 1, skipped: 0, remarks: ['1 new difficulty was created: Eazy.'] },
      message: '1 MCQ imported successfully. 1 new difficulty was created: Eazy. 1 new tag was created.',
    })
    expect((await send(file('b3', 'EAZY', 'One New Tag'))).json).toEqual({
      data: { imported: 1, skipped: 0, remarks: [] },
      message: '1 MCQ imported successfully',
    })
  })

  test('use difficulties and tags that stand, however they are written', async () => {
    await send(csv(row('b1', { tags: 'NUMBERS' })))
    expect((await names()).filter((name) => name.toLowerCase() === 'numbers')).toEqual(['numbers'])
  })

  test('with one wrong row are none, and everything wrong is told, also as a file', async () => {
    const before = [await count(), await names()]
    const answer = await send(
      csv(row('c1'), row('c2', { marks: '1000', tags: 'never made' }), row('c3', { marks: '=1+1' })),
    )
    expect(answer.status).toBe(422)
    expect(answer.failure).toMatchObject({ code: 'import_rows', message: t.wrongEntries })
    const wrong = wrongOf(answer)
    expect(wrong).toMatchObject({
      rows: [
        { row: 3, column: 'marks', value: '1000', reason: t.marksTooMany },
        { row: 4, column: 'marks', value: '=1+1', reason: 'Marks must be a whole number' },
      ],
      faults: 2,
      right: 1,
      total: 3,
    })
    expect(wrong.csv.charCodeAt(0)).toBe(0xfeff)
    expect(Papa.parse(wrong.csv.slice(1).trim()).data).toEqual([
      ['Row', 'Column', 'Value', 'Reason'],
      ['3', 'marks', '1000', t.marksTooMany],
      ['4', 'marks', "'=1+1", 'Marks must be a whole number'],
    ])
    expect([await count(), await names()]).toEqual(before)
  })

  test('that are right can be taken without the others', async () => {
    const before = await count()
    const answer = await send(csv(row('d1'), row('d2', { marks: '0' }), row('d3')), { only_good: 'true' })
    expect(answer.json).toMatchObject({ data: { imported: 2, skipped: 1 } })
    expect(await count()).toBe(before + 2)
  })

  test('of which none is right are none, also where the right ones were asked for', async () => {
    const answer = await send(csv(row('e1', { marks: '0' })), { only_good: 'true' })
    expect(answer.failure.code).toBe('import_rows')
  })

  test('of wrong columns are none', async () => {
    const answer = await send({ name: 'x.csv', content: `a,b\n1,2` }, { only_good: 'true' })
    expect(wrongOf(answer).rows.slice(0, 2)).toMatchObject([
      { row: 1, column: 'a', reason: 'Unknown column. Compare with the sample file' },
      { row: 1, column: 'b' },
    ])
  })

  test('have 5,000 of their errors in the file, and it is told how many', async () => {
    const bad = row('', { marks: 'x', tags: ' ' })
    const answer = await send(csv(...Array.from({ length: 2_600 }, () => bad)))
    const wrong = wrongOf(answer)
    expect([wrong.faults, wrong.in_file]).toEqual([5_200, 5_000])
    expect(wrong.csv.trim().split('\r\n')).toHaveLength(5_001)
  })

  test('are listed up to 500 errors; the file has more', async () => {
    const answer = await send(csv(...Array.from({ length: 600 }, (_, n) => row(n, { marks: 'x' }))))
    const wrong = wrongOf(answer)
    expect([wrong.rows.length, wrong.faults, wrong.csv.trim().split('\r\n').length]).toEqual([500, 600, 601])
  })

  test.each<[string, Parameters<typeof upload>[3], number, string]>([
    ['no file', null, 422, t.chooseFile],
    ['another ending', { name: 'questions.xlsx', content: 'x' }, 422, t.chooseCsv],
    ['an empty file', { name: 'q.csv', content: '' }, 422, 'The file is empty.'],
    [
      'a picture under another name',
      { name: 'q.csv', content: `\u0089PNG\r\n\u001a\n\0\0\0\rIHDR${'\u0000,\u0001'.repeat(90)}` },
      422,
      'This is not a CSV file: it contains characters that no text file has. Save the table as CSV and import that file.',
    ],
    ['a header alone', csv(), 422, 'There are no rows below the header.'],
    [
      '5,001 rows',
      csv(...Array.from({ length: 5_001 }, (_, n) => row(n))),
      422,
      'The file has more than 5,000 rows. Import it in parts.',
    ],
    [
      'more than 5 MB',
      { name: 'q.csv', content: 'x'.repeat(5_000_001) },
      413,
      'The file is larger than 5 MB.',
    ],
  ])('%s is refused in words', async (_, file, status, words) => {
    const before = await count()
    const answer = await send(file)
    expect(answer).toMatchObject({ status, failure: { message: words } })
    expect(await count()).toBe(before)
  })

  test('JSON is no file', async () => {
    const answer = await app.send('/api/v1/admin/questions/import', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(415)
  })

  test('two files at once are both there', async () => {
    const before = await count()
    const answers = await Promise.all([send(csv(row('g1'))), send(csv(row('g2'))), send(csv(row('g3')))])
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(await count()).toBe(before + 3)
  })

  test('named pictures are the organization’s own', async () => {
    const head = `${HEAD},image,image_b`
    const answer = await send({
      name: 'q.csv',
      content: `${head}\n${row('h1')},/files/images/9999-xxxxxxxxxxxxxxxxxxxxxxxx.jpg,\n${row('h2')},,https://elsewhere.example/x.png`,
    })
    expect(wrongOf(answer).rows).toMatchObject([
      { row: 2, column: 'image', reason: expect.stringContaining('You have no picture') },
      { row: 3, column: 'image_b' },
    ])
  })
})

describe('a file with columns of other names', () => {
  const foreign = {
    name: 'other.csv',
    content: `Question;Kind;Level;Topic;Points;Time;A;B;Correct;Gr\u00f6\u00dfe\n${row('m1').replaceAll(',', ';')};x`,
  }
  const western = { ...foreign, content: Uint8Array.from(foreign.content, (sign) => sign.charCodeAt(0)) }

  test('is shown as it would be read, and nothing is imported', async () => {
    const before = await count()
    const answer = await upload(app, 'postQuestionsImportPreview', headers, western)
    expect(answer.json).toMatchObject({
      data: {
        is_known: false,
        has_header: true,
        rows: [{ row: 1, cells: expect.arrayContaining(['Question', 'Größe']) }, { row: 2 }],
        guessed: 'Windows-1252',
      },
    })
    expect(await count()).toBe(before)
  })

  test('is imported as somebody said', async () => {
    const { data } = (await upload(app, 'postQuestionsImportPreview', headers, foreign)).json as {
      data: { columns: { name: string; place: number | null }[] }
    }
    const columns = Object.fromEntries(
      data.columns.flatMap(({ name, place }) => (place === null ? [] : [[name, place]])),
    )
    const mapping = (change: object) =>
      JSON.stringify({ has_header: true, columns: { ...columns, ...change } })
    const answer = await send(foreign, { mapping: mapping({}) })
    expect(answer.json).toMatchObject({ data: { imported: 1 } })
    const wrong = await send(foreign, { mapping: mapping({ answers: 40 }) })
    expect(wrongOf(wrong).rows).toMatchObject([{ row: 1, column: 'answers' }])
  })

  test.each(['{', '[]', '{"has_header":true}', '{"has_header":true,"columns":{"marks":-1}}'])(
    'is not read by a mapping of %j',
    async (mapping) => {
      expect((await send(foreign, { mapping })).status).toBe(422)
    },
  )

  test('has to be a CSV file to be shown', async () => {
    const answer = await upload(app, 'postProblemsImportPreview', headers, { ...foreign, name: 'x.xlsx' })
    expect(answer).toMatchObject({ status: 422, failure: { message: t.chooseCsv } })
  })
})

describe('an import that is cut off', () => {
  test('leaves nothing behind after the next start: no row, no name', async () => {
    const before = [await count(), await names()]
    const stage = -app.ctx.now()
    await app.ctx.db.write((tx) => beginStaging(tx, { kind: 'question', organizationId: org.id, stage }))
    const { createQuestions } = await import('#api/services/authoring.ts')
    const half = {
      description: 'Half of an import is here',
      difficulty: 'Half difficulty',
      tags: ['half tag'],
      marks: 1,
      timeInSeconds: 60,
      kind: 'single' as const,
      imageKey: null,
      imageAlt: null,
      options: [{ description: 'one', isAnswer: true, imageKey: null }],
    }
    await app.ctx.db.write((tx) => createQuestions(tx, org.id, [half, half], app.ctx.now(), stage))
    const listed = await must(app.send, 'getAdminQuestions', { query: { search: 'Half of' }, headers })
    expect(listed.total).toBe(0)
    await dropCutOffImport(app.ctx)
    expect([await count(), await names()]).toEqual(before)
    expect(await app.rows("SELECT 1 FROM difficulties WHERE name = 'Half difficulty'")).toEqual([])
    expect(await app.rows("SELECT 1 FROM meta WHERE name = 'import_staged'")).toEqual([])
  })

  test('by a failing write leaves nothing behind at once', async () => {
    const before = [await count(), await names()]
    const { write } = app.ctx.db
    onTestFinished(() => {
      app.ctx.db.write = write
    })
    let writes = 0
    app.ctx.db.write = ((job: Parameters<typeof write>[0]) => {
      writes += 1
      return writes === 4 ? Promise.reject(new Error('the disk is full')) : write(job)
    }) as typeof write
    const answer = await send(
      csv(...Array.from({ length: 200 }, (_, n) => row(n, { tags: 'of a failed import' }))),
    )
    expect(answer.status).toBe(500)
    expect([await count(), await names()]).toEqual(before)
  })
})

describe('what goes out', () => {
  let made = 0
  let own: Organization
  let ownHeaders: Record<string, string>
  beforeEach(async () => {
    made += 1
    own = await seedOrganization(app.ctx, `out${made}`)
    ownHeaders = await signIn(app.send, own.admin.email, own.admin.password)
    for (const table of ['questions', 'problems'])
      await app.ctx.db.write((tx) =>
        tx.raw.run(`UPDATE ${table} SET deleted_at = 1 WHERE organization_id = ?`, own.id),
      )
  })
  const addQuestion = (change: object = {}) =>
    must(app.send, 'postQuestion', { body: { ...newQuestion(), ...change }, headers: ownHeaders })

  test.each<[CallName, CallName, string, string]>([
    ['getQuestionSample', 'postQuestionsImport', 'sampleQuestions.csv', 'MCQs'],
    ['getProblemSample', 'postProblemsImport', 'sampleProblems.csv', 'problems'],
  ])('%s is imported without an error', async (sample, call, name, noun) => {
    const { bytes, headers: told } = await fileOf(app, sample, ownHeaders)
    expect(told.get('content-disposition')).toContain(`filename="${name}"`)
    expect(told.get('content-type')).toBe('text/csv; charset=utf-8')
    const answer = await upload(app, call, ownHeaders, { name, content: new Uint8Array(bytes) })
    expect(answer.json).toMatchObject({
      data: { imported: 2, skipped: 0 },
      message: expect.stringMatching(`^2 ${noun} imported successfully`),
    })
  })

  test('goes by search and filter as the list does', async () => {
    await addQuestion({ description: 'Which one is the tree?', tag_list: ['trees'], difficulty_list: 'Hard' })
    await addQuestion({ description: 'Which one is the graph?' })
    const lines = async (query: Record<string, string>) =>
      Papa.parse<string[]>((await fileOf(app, 'getQuestionsCsv', ownHeaders, query)).text.slice(1).trim())
        .data.slice(1)
        .map(([description]) => description)
    expect(await lines({})).toEqual(['Which one is the tree?', 'Which one is the graph?'])
    expect(await lines({ search: 'graph' })).toEqual(['Which one is the graph?'])
    expect(await lines({ tag_list: 'trees' })).toEqual(['Which one is the tree?'])
    expect(await lines({ difficulty_list: 'Hard' })).toEqual(['Which one is the tree?'])
    expect(await lines({ search: 'nothing of this' })).toEqual([])
  })

  test('holds nothing that a spreadsheet would run', async () => {
    await addQuestion({
      description: '=HYPERLINK("http://evil.example")',
      options_attributes: ['+1', '-1', '@SUM(A1)', '\u{FF1D}1', "'x"].map((description, i) => ({
        description,
        is_answer: i === 0,
      })),
    })
    const { text } = await fileOf(app, 'getQuestionsCsv', ownHeaders)
    const cells = Papa.parse<string[]>(text.slice(1)).data.flat()
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  })

  /** The questions as they are, without ids and addresses' signatures. */
  const questionsOf = async () => {
    const { questions } = await must(app.send, 'getAdminQuestions', { headers: ownHeaders })
    return Promise.all(
      questions.map(async ({ id }) => {
        const { question } = await must(app.send, 'getQuestion', { params: { id }, headers: ownHeaders })
        const {
          options,
          description,
          is_multi_select,
          difficulty,
          tags,
          marks,
          time_in_seconds,
          image_url,
          image_alt,
        } = question
        return {
          description,
          is_multi_select,
          difficulty,
          tags,
          marks,
          time_in_seconds,
          image_url,
          image_alt,
          options: options.map(({ id: _, ...option }) => option),
        }
      }),
    )
  }
  const again = async (out: CallName, into: CallName, table: string) => {
    const { bytes } = await fileOf(app, out, ownHeaders)
    await app.ctx.db.write((tx) =>
      tx.raw.run(`UPDATE ${table} SET deleted_at = 1 WHERE organization_id = ?`, own.id),
    )
    const answer = await upload(app, into, ownHeaders, { name: 'again.csv', content: new Uint8Array(bytes) })
    expect(answer.status, answer.text).toBe(200)
  }

  const sign = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'abcXYZ09') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(',', '"', "'", '=', '+', '-', '@', ';', '\\', '\n', '\t', ' ', '|'),
    },
    { weight: 1, arbitrary: fc.constantFrom('é', 'ß', '漢', '😀', '\uFF1D', '\u00A0', '\u2028', '\uFEFF') },
  )
  /** As the forms take it: what a bank holds was written through one of them. */
  const taken = (form: typeof fields.words) => (min: number, max: number) =>
    fc
      .array(sign, { minLength: min, maxLength: max })
      .map((signs) => form({ required: 'none', min: [min, 'short'] }).safeParse(signs.join('')))
      .filter((parsed) => parsed.success)
      .map((parsed) => parsed.data ?? '')
  const words = taken(fields.words)
  const name = taken(fields.oneLine)
  const someQuestion = fc
    .record({
      description: words(10, 60),
      marks: fc.integer({ min: 1, max: 999 }),
      time_in_seconds: fc.integer({ min: 1, max: 59_940 }),
      difficulty_list: name(1, 12),
      tag_list: fc.array(name(1, 8), { minLength: 1, maxLength: 4 }),
      options: fc.array(words(1, 20), { minLength: 2, maxLength: 5 }),
      answers: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
      is_multi_select: fc.boolean(),
    })
    .map(({ options, answers, ...rest }) => {
      const right = new Set(
        (rest.is_multi_select ? answers : answers.slice(0, 1)).map((n) => n % options.length),
      )
      return {
        ...rest,
        options_attributes: options.map((description, i) => ({ description, is_answer: right.has(i) })),
      }
    })

  test('comes in again as it was: questions of any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someQuestion, { minLength: 1, maxLength: 6 }), async (bank) => {
        await app.ctx.db.write((tx) =>
          tx.raw.run('UPDATE questions SET deleted_at = 1 WHERE organization_id = ?', own.id),
        )
        for (const body of bank) await addQuestion(body)
        const before = await questionsOf()
        expect(before).toHaveLength(bank.length)
        await again('getQuestionsCsv', 'postQuestionsImport', 'questions')
        expect(await questionsOf()).toEqual(before)
      }),
      { numRuns: 12 },
    )
  })

  test('comes in again with its pictures', async () => {
    const key = `images/${'s'.repeat(16)}/starter.png`
    await app.ctx.storage.put(key, new Uint8Array([0x89, 0x50]))
    const { question } = await addQuestion({ image_alt: 'A tree' })
    await app.ctx.db.write(async (tx) => {
      await tx.raw.run(
        'UPDATE questions SET image_key = ?, image_alt = ? WHERE id = ?',
        key,
        '=tree',
        question.id,
      )
      await tx.raw.run(
        "UPDATE options SET image_key = ?, description = '' WHERE id = ?",
        key,
        question.options[1]?.id,
      )
    })
    const before = await questionsOf()
    await again('getQuestionsCsv', 'postQuestionsImport', 'questions')
    expect(await questionsOf()).toEqual(before)
  })

  const problemsOf = () =>
    app.rows<Record<string, unknown>>(
      `SELECT p.title, p.description, d.name AS difficulty, p.submission_count, p.time_in_minutes, p.checker, p.tolerance,
         (SELECT group_concat(x.name, '|') FROM (SELECT tags.name FROM problem_tags pt JOIN tags ON tags.id = pt.tag_id WHERE pt.problem_id = p.id ORDER BY 1) x) AS tags,
         (SELECT json_group_array(json_array(input, output, marks, is_sample)) FROM (SELECT * FROM test_cases t WHERE t.problem_id = p.id ORDER BY position)) AS tests
       FROM problems p JOIN difficulties d ON d.id = p.difficulty_id
       WHERE p.organization_id = ? AND p.deleted_at IS NULL ORDER BY p.id`,
      own.id,
    )
  /** White space is part of a test: nothing of it is trimmed. */
  const testText = fc
    .array(fc.oneof(sign, fc.constantFrom('\n', '\r\n', ' ', '\r')), { minLength: 1, maxLength: 20 })
    .map((signs) => signs.join(''))
  const someProblem = fc.record({
    title: name(5, 40),
    description: words(10, 60),
    difficulty: name(1, 12),
    tags: fc.array(name(1, 8), { minLength: 1, maxLength: 3 }),
    submissionCount: fc.integer({ min: 1, max: 999 }),
    timeInMinutes: fc.integer({ min: 1, max: 999 }),
    checker: fc.constantFrom('exact' as const, 'tokens' as const, 'float' as const),
    tolerance: fc.constantFrom('1e-6', '0.01', null),
    tests: fc.array(
      fc.record({
        input: testText,
        output: testText,
        marks: fc.integer({ min: 1, max: 999 }),
        isSample: fc.boolean(),
      }),
      { minLength: 1, maxLength: 24 },
    ),
  })

  test('comes in again as it was: problems of any text, with more tests than a row has', async () => {
    const { createProblems } = await import('#api/services/authoring.ts')
    await fc.assert(
      fc.asyncProperty(fc.array(someProblem, { minLength: 1, maxLength: 4 }), async (bank) => {
        await app.ctx.db.write(async (tx) => {
          await tx.raw.run('UPDATE problems SET deleted_at = 1 WHERE organization_id = ?', own.id)
          const items = bank.map((p) => ({
            ...p,
            templates: [],
            reference: null,
          }))
          await createProblems(tx, own.id, items, app.ctx.now())
        })
        const before = await problemsOf()
        await again('getProblemsCsv', 'postProblemsImport', 'problems')
        expect(await problemsOf()).toEqual(before)
      }),
      { numRuns: 12 },
    )
  })

  test('of problems is named for what it is', async () => {
    const { headers: told } = await fileOf(app, 'getProblemsCsv', ownHeaders)
    expect(told.get('content-disposition')).toMatch(/problem-list_\d{14}\.csv/)
    const mcq = await fileOf(app, 'getQuestionsCsv', ownHeaders)
    expect(mcq.headers.get('content-disposition')).toMatch(/mcq-list_\d{14}\.csv/)
  })
})

test('problems of as many tests as there may be go out and come in again as they were', async () => {
  const own = await openApp()
  onTestFinished(() => own.remove())
  const org = await seedOrganization(own.ctx, 'many')
  const headers = await signIn(own.send, org.admin.email, org.admin.password)
  const problem = (n: number) => ({
    title: `Of many tests ${n}`,
    description: 'Print what was read, backwards.',
    difficulty: 'Easy',
    tags: ['many'],
    timeInMinutes: 10,
    submissionCount: 3,
    checker: 'exact' as const,
    templates: [],
    reference: null,
    tests: Array.from({ length: 500 }, (_, i) => ({
      input: `${n} ${i}`,
      output: `${i} ${n}`,
      marks: 1 + (i % 5),
      isSample: i === 0,
    })),
  })
  await own.ctx.db.write((tx) =>
    createProblems(
      tx,
      org.id,
      Array.from({ length: 12 }, (_, n) => problem(n)),
      own.ctx.now(),
    ),
  )
  const file = () => fileOf(own, 'getProblemsCsv', headers, { tag_list: 'many' })
  const { text } = await file()
  await own.ctx.db.write((tx) => tx.raw.run("UPDATE problems SET deleted_at = 1 WHERE title LIKE 'Of many%'"))
  const answer = await upload(own, 'postProblemsImport', headers, { name: 'problems.csv', content: text })
  expect(answer.json).toMatchObject({ data: { imported: 12, skipped: 0 } })
  expect((await file()).text).toBe(text)
})

test('a bank larger than a file may be goes out as several, and each of them comes in again', async () => {
  const own = await openApp()
  onTestFinished(() => own.remove())
  const org = await seedOrganization(own.ctx, 'large')
  const headers = await signIn(own.send, org.admin.email, org.admin.password)
  const problem = (n: number) => ({
    title: `Of a large bank ${n}`,
    description: 'Print what was read, backwards.',
    difficulty: 'Easy',
    tags: ['large'],
    timeInMinutes: 10,
    submissionCount: 3,
    checker: 'exact' as const,
    templates: [],
    reference: null,
    tests: Array.from({ length: 15 }, (_, i) => ({
      input: `${n} ${i} `.padEnd(600, '"x,\n'),
      output: `${i} ${n}`.padEnd(300, '7'),
      marks: 1,
      isSample: i === 0,
    })),
  })
  for (let from = 0; from < 500; from += 50)
    await own.ctx.db.write((tx) =>
      createProblems(
        tx,
        org.id,
        Array.from({ length: 50 }, (_, i) => problem(from + i)),
        own.ctx.now(),
      ),
    )
  const stored = () =>
    own.rows(
      `SELECT p.title, json_group_array(json_array(t.input, t.output)) AS tests FROM problems p
       JOIN test_cases t ON t.problem_id = p.id WHERE p.deleted_at IS NULL AND p.title LIKE 'Of a large%'
       GROUP BY p.id ORDER BY p.id`,
    )
  const before = await stored()
  const { bytes, headers: told } = await fileOf(own, 'getProblemsCsv', headers, { tag_list: 'large' })
  expect(told.get('content-type')).toBe('application/zip')
  expect(told.get('content-disposition')).toMatch(/problem-list_\d{14}\.zip/)
  const files = Object.entries(unzipSync(bytes))
  expect(files.map(([name]) => name)).toEqual(
    files.map((_, i) => expect.stringMatching(`^problem-list_\\d{14}_${i + 1}\\.csv$`)),
  )
  expect(files.length).toBeGreaterThan(1)
  await own.ctx.db.write((tx) =>
    tx.raw.run("UPDATE problems SET deleted_at = 1 WHERE title LIKE 'Of a large%'"),
  )
  for (const [name, content] of files) {
    const answer = await upload(own, 'postProblemsImport', headers, {
      name,
      content: new Uint8Array(content),
    })
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  }
  expect(await stored()).toEqual(before)
  const packed = await upload(own, 'postPackageImport', headers, {
    name: 'list.zip',
    content: new Uint8Array(bytes),
  })
  expect(packed.failure.message).toBe(
    'This is a zip of CSV files, not a problem’s package. Unpack it and import them one by one.',
  )
})

test('a problem whose tests hold more than the form lets them is not taken, and the test is named', async () => {
  const columns = Array.from({ length: 4 }, (_, i) => `input_${i + 1},output_${i + 1},marks_${i + 1}`)
  const head = ['title,description,difficulty,tags,submission_count,time_in_minutes', ...columns].join()
  const own = 'Too much together,Print the sum of both.,Easy,sums,3,15'
  const test = (bytes: number) => `${'7'.repeat(bytes - 1)},8,1`
  const file = (...rows: string[][]) => ({
    name: 'problems.csv',
    content: [head, ...rows.map((cells) => cells.join())].join('\n'),
  })
  const full = Array.from({ length: 4 }, () => test(1_000_000))
  const refused = await upload(
    app,
    'postProblemsImport',
    headers,
    file([own, ...full], [',,,,,,1,1,1', test(2)]),
  )
  expect(wrongOf(refused)).toMatchObject({
    right: 0,
    rows: [
      {
        row: 3,
        column: 'input_1',
        value: '1',
        reason: 'The test cases of a problem can have at most 4 MB in total',
      },
    ],
  })
  const taken = await upload(app, 'postProblemsImport', headers, file([own, ...full]))
  expect(taken.json, taken.text.slice(0, 200)).toMatchObject({ data: { imported: 1 } })
})

test('an import tells what stands in the bank already, and how it was read', async () => {
  const file = csv(row('twice 1'), row('twice 2'), row('once'))
  await send({ name: 'q.csv', content: [HEAD, row('twice 1'), row('twice 2')].join('\n') })
  expect((await send(file)).json).toMatchObject({
    message: '3 MCQs imported successfully. 2 of these are already in the bank.',
  })
  const western = Uint8Array.from(`${HEAD}\n${row('Gr\u00f6\u00dfe')}`, (sign) => sign.charCodeAt(0))
  expect((await send({ name: 'q.csv', content: western })).json).toMatchObject({
    message:
      '1 MCQ imported successfully. The file does not state its encoding and was read as Windows-1252.',
  })
})

test('where it is asked to, an import asks before it takes what stands in the bank already', async () => {
  const file = csv(row('asked 1'), row('asked 2'))
  const count = async () =>
    (await must(app.send, 'getAdminQuestions', { query: { search: 'asked' }, headers })).total
  expect((await send(file, { ask: 'true' })).json).toMatchObject({ data: { imported: 2 } })
  expect(await send(csv(row('asked 1'), row('asked 3')), { ask: 'true' })).toMatchObject({
    status: 409,
    json: {
      code: 'conflict',
      message: '1 of 2 is already in the bank.',
      details: { standing: 1, total: 2 },
    },
  })
  expect(await count()).toBe(2)
  expect((await send(file)).json).toMatchObject({ data: { imported: 2 } })
  expect(await count()).toBe(4)
})

test('numbers are written as people write them', async () => {
  const answer = await send(csv(row('hex', { marks: '0x10' }), row('power', { marks: '1e2' })))
  expect(wrongOf(answer).rows.map(({ value, reason }) => [value, reason])).toEqual([
    ['0x10', 'Marks must be a whole number'],
    ['1e2', 'Marks must be a whole number'],
  ])
})

test('tags are found however their case is written, and with a comma in them', async () => {
  const tagged = (n: string, tags: string) => row(n, { tags })
  await send(csv(tagged('comma', '"Graphs\\, trees"'), tagged('plain', 'Ärger')))
  const found = async (tag_list: string, difficulty_list = '') => {
    const query = { tag_list, difficulty_list }
    const { questions } = await must(app.send, 'getAdminQuestions', { query, headers })
    return questions.map((one) => one.description)
  }
  const [comma, plain] = ['Which of these is number comma?', 'Which of these is number plain?']
  expect(await found('graphs\\, TREES')).toEqual([comma])
  expect(await found('äRGER')).toEqual([plain])
  expect(await found('äRGER', 'EASY')).toEqual([plain])
  const counts = await must(app.send, 'getMcqCounts', { query: { tag_list: 'graphs\\, TREES' }, headers })
  expect(counts.easy_mcq_count).toBe(1)
})
