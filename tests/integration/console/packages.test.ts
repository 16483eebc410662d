import { readdirSync, readlinkSync } from 'node:fs'
import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createProblem } from '#api/services/authoring.ts'
import { takeFileTurn } from '#api/services/bankFiles/fileTurn.ts'
import { paths, urlOf } from '#contract/paths.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import {
  type Answer,
  must,
  type Organization,
  openApp,
  seedOrganization,
  signIn,
  startDevice,
  waitFor,
} from '../../factories/index.ts'
import { embeddedExecutor } from '../execution/support.ts'
import { appForFile } from '../forFile.ts'
import { upload } from './support.ts'

/** Problems as packages of the ICPC form: in, out, and judged as their authors meant it. */

const app = await appForFile()
let org: Organization
let headers: Record<string, string>
let foreign: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'p')
  const other = await seedOrganization(app.ctx, 'pother')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  foreign = await signIn(app.send, other.admin.email, other.admin.password)
})

const zip = (files: Record<string, string | Uint8Array>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
      ),
    ),
  )
const send = (
  content: string | Uint8Array<ArrayBuffer>,
  name = 'problem.zip',
  as = headers,
): Promise<Answer> => upload(app, 'postPackageImport', as, { name, content })
interface Imported {
  problem: BankProblemView
  warnings: string[]
}
async function imported(content: Uint8Array<ArrayBuffer>, as = headers): Promise<Imported> {
  const answer = await send(content, 'problem.zip', as)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json as { data: Imported }).data
}
const exported = async (id: number, as = headers): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await app.send(urlOf('getProblemPackage', { id }), {
    method: paths.getProblemPackage[0],
    headers: as,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  return new Uint8Array(await response.arrayBuffer())
}
const problems = async () =>
  (await app.rows<{ n: number }>('SELECT count(*) AS n FROM problems WHERE organization_id = ?', org.id))[0]
    ?.n

/** Two packages of other systems, with submissions of which their authors say what becomes of them. */
const sumPackage = {
  'sum/problem.yaml':
    'name:\n  en: Sum of two\n  sv: Summan av två\nkeywords: math easy\nlimits:\n  time_limit: 1\n  memory: 256\n',
  'sum/problem_statement/problem.en.md': 'Read two numbers and print their sum.',
  'sum/data/sample/1.in': '1 2\n',
  'sum/data/sample/1.ans': '3\n',
  'sum/data/secret/1-big.in': '100000 200000\n',
  'sum/data/secret/1-big.ans': '300000\n',
  'sum/data/secret/2-less.in': '-7 7\n',
  'sum/data/secret/2-less.ans': '0\n',
  'sum/submissions/accepted/sum.cpp': 'int main() {}',
  'sum/submissions/accepted/sum.py': 'print(sum(map(int, input().split())))\n',
  'sum/submissions/wrong_answer/product.py': 'a, b = map(int, input().split())\nprint(a * b)\n',
  'sum/submissions/wrong_answer/positive.js':
    "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number)\nconsole.log(Math.abs(a) + Math.abs(b))\n",
  'sum/submissions/run_time_error/raise.py': 'raise ValueError\n',
}
const meanPackage = {
  'problem.yaml': 'name: Mean of numbers\nvalidator_flags: float_tolerance 1e-4\n',
  'problem_statement/problem.tex': '\\problemname{Mean of numbers}\nPrint the mean of the numbers.',
  'data/sample/1.in': '1 2 4\n',
  'data/sample/1.ans': '2.3333333333\n',
  'data/secret/1.in': '10\n',
  'data/secret/1.ans': '10\n',
  'submissions/accepted/mean.py': 'n = list(map(int, input().split()))\nprint("%.6f" % (sum(n) / len(n)))\n',
  'submissions/wrong_answer/whole.py': 'n = list(map(int, input().split()))\nprint(sum(n) // len(n))\n',
}

describe('a package of another system', () => {
  test('becomes a problem, with a reference in a language that is offered', async () => {
    const { problem, warnings } = await imported(zip(sumPackage))
    const languages = await app.rows<{ id: number; code_id: string }>('SELECT id, code_id FROM languages')
    expect(problem).toMatchObject({
      title: 'Sum of two',
      description: 'Read two numbers and print their sum.',
      difficulty: 'Medium',
      tags: ['easy', 'math'],
      checker: 'tokens',
      marks: 3,
      times_asked: 0,
      version: 1,
      reference: {
        language_id: languages.find((one) => one.code_id === 'python')?.id,
        source: sumPackage['sum/submissions/accepted/sum.py'],
      },
    })
    expect(problem.test_cases.map(({ input, is_sample, marks }) => [input, is_sample, marks])).toEqual([
      ['1 2\n', true, 1],
      ['100000 200000\n', false, 1],
      ['-7 7\n', false, 1],
    ])
    expect(problem.limits?.python).toMatchObject({ memory_mb: 256 })
    expect(warnings.join()).toContain('difficulty')
    expect(await app.rows('SELECT action FROM audit_log WHERE subject = ?', `problem ${problem.id}`)).toEqual(
      [{ action: 'problem.import' }],
    )
    const list = await must(app.send, 'getProblemsList', { headers })
    expect(list.problems[0]?.id).toBe(problem.id)
  })

  test('is judged as its author says, when candidates submit what is in it', async () => {
    const programs: [files: Record<string, string>, name: string, isAccepted: boolean][] = [
      [sumPackage, 'sum/submissions/accepted/sum.py', true],
      [sumPackage, 'sum/submissions/wrong_answer/product.py', false],
      [sumPackage, 'sum/submissions/wrong_answer/positive.js', false],
      [sumPackage, 'sum/submissions/run_time_error/raise.py', false],
      [meanPackage, 'submissions/accepted/mean.py', true],
      [meanPackage, 'submissions/wrong_answer/whole.py', false],
    ]
    const judging = await openApp({ judging: true, executor: await embeddedExecutor({ slots: 2 }) })
    onTestFinished(() => judging.remove())
    const org = await seedOrganization(judging.ctx, 'icpc', { candidates: programs.length })
    const headers = await signIn(judging.send, org.admin.email, org.admin.password)
    const problems = new Map<object, BankProblemView>()
    for (const files of [sumPackage, meanPackage]) {
      const answer = await upload(judging, 'postPackageImport', headers, {
        name: 'p.zip',
        content: zip(files),
      })
      problems.set(files, (answer.json as { data: Imported }).data.problem)
    }
    await must(judging.send, 'putDrive', {
      params: { id: org.driveId },
      body: { drives_problems_attributes: [...problems.values()].map(({ id }) => ({ problem_id: id })) },
      headers,
    })
    const languages = await judging.rows<{ id: number; code_id: string }>('SELECT id, code_id FROM languages')
    for (const [i, [files, name]] of programs.entries()) {
      const device = await startDevice(judging, org.candidates[i])
      const problem_id = problems.get(files)?.id ?? 0
      const code = name.endsWith('.js') ? 'javascript' : 'python'
      const language_id = languages.find((one) => one.code_id === code)?.id ?? 0
      const source_code = files[name] ?? ''
      device.write('submit', `code:${problem_id}:${language_id}`, { problem_id, language_id, source_code })
      await device.sync()
    }
    await waitFor(
      'the verdicts',
      async () => {
        const judged = await judging.rows("SELECT 1 FROM submissions WHERE status = 'accepted'")
        return judged.length === programs.length
      },
      { within: 60_000 },
    )
    const rows = await judging.rows<{ passed: number; marks: number }>(
      'SELECT passed_testcases AS passed, marks FROM submissions ORDER BY attempt_id',
    )
    const verdicts = rows.map(({ passed, marks }, i) => {
      const problem = problems.get(programs[i]?.[0] ?? {})
      expect(marks).toBe(passed)
      return [programs[i]?.[1], passed === problem?.test_cases.length]
    })
    expect(verdicts).toEqual(programs.map(([, name, isAccepted]) => [name, isAccepted]))
  }, 90_000)

  const { 'problem.yaml': _, ...withoutYaml } = meanPackage
  test.each<[string, () => Uint8Array<ArrayBuffer> | string, string]>([
    ['no zip', () => 'not a zip', 'not a complete zip'],
    ['one without problem.yaml', () => zip(withoutYaml), 'no problem.yaml'],
    ['one that leads out', () => zip({ ...meanPackage, '../x': 'x' }), 'leads outside it'],
    [
      'one that talks',
      () => zip({ ...meanPackage, 'problem.yaml': 'name: Mean\nvalidation: custom interactive' }),
      'its validator cannot run here',
    ],
    [
      'one whose title is too short',
      () => zip({ ...meanPackage, 'problem.yaml': 'name: Mean' }),
      'at least 5 characters',
    ],
  ])('is refused in words: %s', async (_, content, words) => {
    const before = await problems()
    const answer = await send(content())
    expect(answer).toMatchObject({ status: 422, failure: { code: 'invalid' } })
    expect(answer.failure.message).toContain(words)
    expect(await problems()).toBe(before)
  })

  const own = (change: object) =>
    JSON.stringify({
      difficulty: 'Easy',
      tags: ['sums'],
      submission_count: 3,
      time_in_minutes: 15,
      checker: 'exact',
      tolerance: null,
      limits: null,
      tests: [],
      templates: [],
      reference: null,
      image: null,
      ...change,
    })
  const python = (file: string) => ({ language: 'python', file })
  test.each<[string, object, Record<string, string>, string]>([
    ['a template too large', { templates: [python('t.py')] }, { 't.py': 'x'.repeat(2_000_001) }, '48 KB'],
    ['a template of blanks', { templates: [python('t.py')] }, { 't.py': ' \n' }, "Code can't be blank"],
    ['a reference too large', { reference: python('r.py') }, { 'r.py': 'x'.repeat(2_000_001) }, '48 KB'],
    ['a reference with NUL', { reference: python('r.py') }, { 'r.py': 'a\0b' }, 'cannot be stored'],
    [
      'words for the diagram too long',
      { image: { file: 'd.png', alt: 'x'.repeat(5_000) } },
      { 'd.png': 'x' },
      'At most 300 characters',
    ],
    [
      'two templates of one language',
      { templates: [python('a.py'), python('b.py')] },
      { 'a.py': 'a', 'b.py': 'b' },
      'two templates in python',
    ],
  ])('goes by the rules of the forms: %s', async (_, change, files, words) => {
    const before = await problems()
    const answer = await send(zip({ ...meanPackage, 'holdfast.yaml': own(change), ...files }))
    expect([answer.status, answer.failure.message]).toEqual([422, expect.stringContaining(words)])
    expect(await problems()).toBe(before)
  })

  test('whose statement is too long is refused with its length, and nothing of it comes in', async () => {
    const before = await problems()
    const long = { ...meanPackage, 'problem_statement/problem.en.md': 'word '.repeat(14_000) }
    expect(await send(zip(long))).toMatchObject({
      status: 422,
      failure: {
        code: 'invalid',
        message:
          'The statement has 69,999 bytes; at most 65,536 (64 KB) are allowed. Shorten it in the package and import it again.',
      },
    })
    expect(await problems()).toBe(before)
  })

  test('with tests that do not fit asks before it is imported without them', async () => {
    const before = await problems()
    const large = {
      ...meanPackage,
      'problem.yaml': 'name: Mean with much',
      'data/secret/2.in': '1 '.repeat(600_000),
      'data/secret/2.ans': '1\n',
      'data/secret/3.in': '1 2\n',
    }
    const refused = await send(zip(large))
    expect(refused).toMatchObject({
      status: 422,
      failure: {
        code: 'import_rows',
        message: '2 of 4 tests cannot be imported. Nothing was imported.',
        details: {
          rows: [
            { row: 3, value: 'secret/2', reason: 'its input is larger than 1 MiB' },
            { row: 4, value: 'secret/3', reason: 'it has no answer file (data/secret/3.ans)' },
          ],
          right: 2,
          total: 4,
        },
      },
    })
    expect(await problems()).toBe(before)
    const file = { name: 'problem.zip', content: zip(large) }
    const answer = await upload(app, 'postPackageImport', headers, file, { only_good: 'true' })
    const { problem, warnings } = (answer.json as { data: Imported }).data
    expect(problem.test_cases.map(({ input }) => input)).toEqual(['1 2 4\n', '10\n'])
    expect(warnings).toContain('Test secret/2 was left out: its input is larger than 1 MiB.')
  })

  test('leaves nothing on the disk, whatever becomes of it', async () => {
    await send(zip(meanPackage))
    await send('not a zip')
    await send(new Uint8Array(3_000), 'problem.tar')
    expect(readdirSync(app.data).filter((name) => name.startsWith('.try-'))).toEqual([])
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)]
      } catch {
        return []
      }
    })
    expect(open.filter((path) => path.includes('.try-upload'))).toEqual([])
  })

  test.each([
    ['one candidate’s data', 'candidates/12/details.json'],
    ['the archive of an organization', 'rows/users.jsonl'],
    ['an archive of evidence', 'attempts/k3f/ops.jsonl'],
    ['a package of Polygon', 'sum/problem.xml'],
    ['an Office document', '[Content_Types].xml'],
    ['a zip of CSV files', 'mcq-list_1.csv'],
  ])('that is %s is called that', async (what, name) => {
    const answer = await send(zip({ 'README.txt': 'x', [name]: 'x' }))
    expect([answer.status, answer.failure.message]).toEqual([
      422,
      expect.stringContaining(`This is ${what}, not a problem’s package.`),
    ])
  })

  test('has the ending of a zip', async () => {
    expect((await send(zip(meanPackage), 'problem.tar')).failure.message).toBe(
      'Please choose file with .zip extension.',
    )
  })
})

describe('what goes out', () => {
  const bare = ({ id: _, image_url, test_cases, templates, version: __, ...rest }: BankProblemView) => ({
    ...rest,
    has_image: image_url !== null,
    test_cases: test_cases.map(({ input, output, marks, is_sample }) => ({
      input,
      output,
      marks,
      is_sample,
    })),
    templates: templates.map(({ language, code }) => ({ language, code })),
  })

  test('comes in again as it was, whatever is in it', async () => {
    const [javascript, python] = await app.rows<{ id: number }>(
      "SELECT id FROM languages ORDER BY code_id = 'python'",
    )
    const key = `images/${org.id}-${'p'.repeat(24)}.jpg`
    await app.ctx.storage.put(
      key,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    const id = await app.ctx.db.write((tx) =>
      createProblem(
        tx,
        org.id,
        {
          title: 'Every: "sign" #1 {of} yaml & more',
          description: 'One line.\n\n- a list: x\n- `code`\n\n$x^2$ \\frac{1}{2} 漢字 😀',
          difficulty: 'Very: hard',
          tags: ['a, b', '- dash', 'yes'],
          timeInMinutes: 42,
          submissionCount: 7,
          checker: 'float',
          tolerance: '1e-3',
          imageKey: key,
          imageAlt: 'A white: square',
          limits: { python: { cpu_ms: 1234, memory_mb: 64 }, javascript: { cpu_ms: 500 } },
          templates: [
            { languageId: python?.id ?? 0, code: '# begin\n' },
            { languageId: javascript?.id ?? 0, code: '// begin' },
          ],
          reference: { languageId: python?.id ?? 0, source: 'print(input())\n' },
          tests: Array.from({ length: 12 }, (_, i) => ({
            input: i === 0 ? '\uFEFFmark and \r\n lines \n' : ` ${i} `,
            output: `${i}\r`,
            marks: i + 1,
            isSample: i % 3 === 1,
          })),
        },
        app.ctx.now(),
      ),
    )
    const first = await exported(id)
    const once = await imported(first)
    expect(once.warnings).toEqual([
      'There was already a problem “Every: "sign" #1 {of} yaml & more” in the bank: now there are two with that title.',
    ])
    expect(once.problem).toMatchObject({
      title: 'Every: "sign" #1 {of} yaml & more',
      tags: ['- dash', 'a, b', 'yes'],
      limits: { python: { cpu_ms: 1234, memory_mb: 64 }, javascript: { cpu_ms: 500 } },
      image_alt: 'A white: square',
    })
    const [tests] = await app.rows<{ all: string }>(
      'SELECT json_group_array(json_array(input, output, marks, is_sample)) AS "all" FROM (SELECT * FROM test_cases WHERE problem_id = ? ORDER BY position)',
      id,
    )
    expect(
      JSON.stringify(
        once.problem.test_cases.map((one) => [one.input, one.output, one.marks, one.is_sample ? 1 : 0]),
      ),
    ).toBe(JSON.stringify(JSON.parse(tests?.all ?? '[]')))
    const twice = await imported(await exported(once.problem.id))
    expect(bare(twice.problem)).toEqual(bare(once.problem))
    // Its picture came in with its hash: one that is another by now goes out no more.
    const picturesOf = async (problem: { id: number }) =>
      Object.keys(unzipSync(await exported(problem.id))).filter((name) => /\.(png|jpg)$/.test(name))
    expect(await picturesOf(twice.problem)).toHaveLength(1)
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        "UPDATE pictures SET sha256 = 'of another one' WHERE key = (SELECT image_key FROM problems WHERE id = ?)",
        twice.problem.id,
      ),
    )
    expect(await picturesOf(twice.problem)).toEqual([])
  })

  test('is what other systems read', async () => {
    const { problem } = await imported(zip(sumPackage))
    const files = unzipSync(await exported(problem.id))
    expect(Object.keys(files).toSorted()).toEqual([
      'data/sample/1.ans',
      'data/sample/1.in',
      'data/secret/2.ans',
      'data/secret/2.in',
      'data/secret/3.ans',
      'data/secret/3.in',
      'holdfast.yaml',
      'problem.yaml',
      'problem_statement/problem.en.md',
      'submissions/accepted/sum.cpp',
      'submissions/accepted/sum.py',
      'submissions/run_time_error/raise.py',
      'submissions/wrong_answer/positive.js',
      'submissions/wrong_answer/product.py',
    ])
    const text = new TextDecoder().decode(files['problem.yaml'])
    expect(text).toContain('name: Sum of two\n')
    expect(text).toContain('validator_flags: case_sensitive\n')
  })

  test('has every submission of the package that it came by, whatever its verdict', async () => {
    const submitted = {
      'submissions/accepted/a.py': sumPackage['sum/submissions/accepted/sum.py'],
      // The name that the reference solution would have.
      'submissions/accepted/reference.py': 'print(int(input().split()[0]))\n',
      'submissions/time_limit_exceeded/two/main.cpp': 'int main() { for (;;) {} }',
      'submissions/time_limit_exceeded/two/help.h': '#pragma once',
      // Names of any writing, with blanks, and folders below folders.
      'submissions/wrong_answer/två ord – 漢字.py': '1',
      'submissions/wrong_answer/a b/c d/e\u0301 main.cpp': 'int main() {}',
      'submissions/submissions.yaml': 'wrong_answer/*: { permitted: [WA, TLE] }\n',
      'output_validators/check/validate.py': 'exit(42)',
      'generators/make it.py': 'print(1)',
    }
    const rest = Object.fromEntries(
      Object.entries(sumPackage).flatMap(([name, text]) =>
        name.startsWith('sum/submissions/') ? [] : [[name.slice('sum/'.length), text]],
      ),
    )
    const { problem, warnings } = await imported(zip({ ...rest, ...submitted }))
    expect(warnings.join()).toContain('Kept with the problem for export')
    expect(problem.package_files.toSorted()).toEqual(Object.keys(submitted).toSorted())
    const textsIn = (bytes: Uint8Array) =>
      Object.fromEntries(
        Object.entries(unzipSync(bytes)).flatMap(([name, data]) =>
          /^(?:submissions|output_validators|generators)\//.test(name)
            ? [[name, new TextDecoder().decode(data)]]
            : [],
        ),
      )
    const reference = submitted['submissions/accepted/a.py']
    const expected = submitted
    const once = await exported(problem.id)
    expect(textsIn(once)).toEqual(expected)
    const again = await imported(once)
    expect(again.problem.reference?.source).toBe(reference)
    expect(textsIn(await exported(again.problem.id))).toEqual(expected)
  })

  test('is the organization’s own', async () => {
    const response = await app.send(urlOf('getProblemPackage', { id: org.problems[0].id }), {
      headers: foreign,
    })
    expect(response.status).toBe(404)
  })
})

describe('files that are read', () => {
  /** Others, who have theirs read; answers what ends all of it. */
  const hold = (users: readonly number[]) => {
    const turns = users.map((id) => takeFileTurn(id))
    return async () => {
      for (const turn of turns) (await turn)()
    }
  }
  const questions = () =>
    upload(app, 'postQuestionsImport', headers, { name: 'questions.csv', content: 'a,b\n1,2' })

  test('wait for each other, a few of them; who comes then is asked to come again', async () => {
    const free = hold([-1, -2, -3, -4, -5, -6, -7])
    for (const answer of [await send(zip(meanPackage)), await questions()]) {
      expect(answer.status, answer.text).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await free()
    expect((await send(zip(meanPackage))).status).toBe(200)
  })

  test('are three of one person', async () => {
    const free = hold([org.admin.id, org.admin.id, org.admin.id])
    const answer = await send(zip(meanPackage))
    expect([answer.status, answer.failure.message]).toEqual([
      429,
      expect.stringContaining('Your other files'),
    ])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await free()
    expect((await questions()).status).toBe(422)
  })
})
