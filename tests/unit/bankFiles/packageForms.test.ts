import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { groupsOfGen } from '#api/services/packages/cms.ts'
import { generatorPlan } from '#api/services/packages/generators.ts'
import { readPackage } from '#api/services/packages/read.ts'
import { memorySource } from '#api/services/packages/source.ts'
import { unpack } from '#api/services/packages/unpack.ts'
import { matchesPattern } from '#api/services/packages/verdicts.ts'
import { type PackagedProblem, writePackage } from '#api/services/packages/write.ts'

/** Packages of every form that is read come to the same. */

const python = [{ id: 'python', timeFactor: 1 }]
const packed = (files: Record<string, string>) =>
  new Map(
    Object.entries(files).map(([name, text]) => {
      const bytes = strToU8(text)
      return [name, { size: bytes.length, read: () => bytes }]
    }),
  )
const read = (files: Record<string, string>) => readPackage(packed(files), python)

const data = {
  'data/sample/1.in': '1 2\n',
  'data/sample/1.ans': '3\n',
  'data/secret/small/1.in': '3 4\n',
  'data/secret/small/1.ans': '7\n',
}
const program = 'print(sum(map(int, input().split())))\n'
const forms: Record<string, Record<string, string>> = {
  'the older ICPC form': {
    ...data,
    'problem.yaml': 'name: Sum of two\nlimits:\n  memory: 256\n',
    '.timelimit': '2\n',
    'problem_statement/problem.en.tex': '\\problemname{Not this}\nPrint the \\emph{sum}.',
    'submissions/accepted/sum.py': program,
  },
  'the form of 2023-07': {
    ...data,
    'problem.yaml':
      'problem_format_version: 2023-07\ntype: pass-fail\nname:\n  sv: Summan\n  en: Sum of two\nlimits:\n  time_limit: 2\n  memory: 256\n',
    'statement/problem.en.md': 'Print the *sum*.\n\n{{nextsample}}\n{{remainingsamples}}',
    'submissions/accepted/sum.py': program,
  },
  'DOMjudge without problem.yaml': {
    ...data,
    'domjudge-problem.ini': "short-name = sum\nname = 'Sum of two'\ntimelimit='2'\n",
    'problem.html': '<html><head><title>x</title></head><body>Print the *sum*.</body></html>',
    'submissions/accepted/sum.py': program,
  },
  'a task of CMS': {
    'task.yaml': 'name: sum\ntitle: Sum of two\ntime_limit: 2.0\nmemory_limit: 256\nn_input: 2\n',
    'statement/english.md': 'Print the *sum*.',
    'statement/statement.pdf': '%PDF',
    'input/input0.txt': '1 2\n',
    'input/input1.txt': '3 4\n',
    'output/output0.txt': '3\n',
    'output/output1.txt': '7\n',
    'gen/GEN': '#ST: 0\n1 2\n#ST: 100\n3 4\n',
    'sol/solution.py': program,
  },
}

describe.each(Object.entries(forms))('%s', (form, files) => {
  it('comes to the same problem', () => {
    const found = read(files)
    expect(found.input).toMatchObject({
      title: 'Sum of two',
      description: 'Print the *sum*.',
      checker: 'tokens',
      limits: { python: { cpu_ms: 2_000, ...(!form.startsWith('DOMjudge') && { memory_mb: 256 }) } },
      test_cases_attributes: [
        { input: '1 2\n', output: '3\n', is_sample: true, marks: 1 },
        // The whole worth of its group, where that is told.
        { input: '3 4\n', output: '7\n', is_sample: false, marks: form === 'a task of CMS' ? 100 : 1 },
      ],
    })
    expect(found.reference).toEqual({ language: 'python', source: program })
    expect(found.tests.map(({ group }) => group)).toEqual(
      form === 'a task of CMS' ? ['1', '2'] : [null, 'small'],
    )
    expect(found.unfit).toEqual([])
    expect(found.warnings.join()).not.toContain('no place here')
  })
})

describe('the verdicts of submissions', () => {
  const declared = (files: Record<string, string>) =>
    Object.fromEntries(
      read({ ...forms['the form of 2023-07'], ...files }).declared.map(({ path, verdicts }) => [
        path,
        verdicts,
      ]),
    )

  it('are those of their folders, of a comment, or of submissions.yaml', () => {
    expect(
      declared({
        'submissions/wrong_answer/a.py': 'x',
        'submissions/run_time_error/b.py': '# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\n',
        'submissions/mixed/c.cpp': '/* @EXPECTED_RESULTS@: CORRECT */',
        'submissions/brute force/d.py': 'x',
        'submissions/rejected/two/e.py': 'x',
        'submissions/submissions.yaml': 'rejected/*:\n  permitted: [WA, TLE]\n',
      }),
    ).toEqual({
      'submissions/accepted/sum.py': ['accepted'],
      'submissions/wrong_answer/a.py': ['wrong_answer'],
      'submissions/run_time_error/b.py': ['time_limit_exceeded', 'run_time_error'],
      'submissions/mixed/c.cpp': ['accepted'],
      'submissions/brute force/d.py': [],
      'submissions/rejected/two/e.py': ['wrong_answer', 'time_limit_exceeded'],
      'submissions/submissions.yaml': [],
    })
  })

  it.each<[string, string, boolean]>([
    ['accepted/*', 'accepted/a.py', true],
    ['accepted/*.py', 'accepted/a.cpp', false],
    ['accepted', 'accepted/a/b.py', true],
    ['*/a*c.py', 'x/abbc.py', true],
    ['*/a*a.py', 'x/a.py', false],
    ['**/a.py', 'x/a.py', true],
  ])('%s fits %s: %s', (pattern, path, fits) => {
    expect(matchesPattern(pattern, path)).toBe(fits)
  })
})

it('the groups of gen/GEN are those of its comments', () => {
  const gen = '# the examples\n#ST: 0\n1 2 # small\n\n#COPY: gen/x.txt\n# ST: 30\n5 6\n7 8\n'
  expect(groupsOfGen(gen)).toEqual([
    { name: '1', points: 0, tests: 2 },
    { name: '2', points: 30, tests: 2 },
  ])
  expect(groupsOfGen('1\n2\n')).toEqual([{ name: '1', points: null, tests: 2 }])
})

describe('tests that programs make', () => {
  const plan = {
    solution: '/submissions/accepted/sum.py',
    random_salt: 'abc',
    generators: { tree: ['tree.py', 'lib.py'] },
    data: {
      sample: { data: { 1: { in: '1 2', ans: '3' } } },
      secret: {
        data: [
          { small: 'gen.py 5 "a b" {seed}' },
          { '': 'tree {name} {seed:2}', copy: { copy: 'manual/1' } },
          { many: { generate: 'gen.py {count}', count: 2 }, hand: null, path: 'manual/2.in' },
          { group: { random_salt: '', data: { a: 'gen.py {seed}' } } },
        ],
      },
    },
  }

  it('are listed with their programs, arguments and seeds', () => {
    const { tests, sources, solution } = generatorPlan(plan)
    expect([sources, solution]).toEqual([{ tree: ['tree.py', 'lib.py'] }, 'submissions/accepted/sum.py'])
    // The seeds are those that BAPCtools computes: the last 31 bits of SHA-512.
    expect(tests).toEqual([
      { name: 'secret/1-small', program: 'gen.py', arguments: ['5', 'a b', '2106917774'], seed: 2106917774 },
      { name: 'secret/2', program: 'tree', arguments: ['2', '924541457'], seed: 924541457 },
      { name: 'secret/3-many-1', program: 'gen.py', arguments: ['1'], seed: null },
      { name: 'secret/3-many-2', program: 'gen.py', arguments: ['2'], seed: null },
      { name: 'secret/4-group/a', program: 'gen.py', arguments: ['217127397'], seed: 217127397 },
    ])
  })

  it('are no more than 5,000, however few lines ask for them', () => {
    expect(generatorPlan({ data: { a: { generate: 'x', count: 1e9 } } }).tests).toHaveLength(5_000)
    const knot: { data: Record<string, unknown> } = { data: {} }
    knot.data.a = knot
    expect(generatorPlan(knot).tests).toEqual([])
  })

  it('are told where they are not in the package', () => {
    const yaml = 'data:\n  secret:\n    data:\n      made: gen.py 1\n      small/1: gen.py 2\n'
    const found = read({ ...forms['the form of 2023-07'], 'generators/generators.yaml': yaml })
    expect(found.warnings.join('\n')).toContain(
      '1 tests of generators/generators.yaml are made by the package’s own programs, which are not run here: secret/made.',
    )
    const {
      'data/sample/1.in': _,
      'data/secret/small/1.in': __,
      ...rest
    } = forms['the form of 2023-07'] ?? {}
    expect(() => read({ ...rest, 'generators/generators.yaml': yaml })).toThrow(
      'There is no test in the package: its 2 tests are made by its own programs',
    )
  })
})

it('a zip of several problems says so', () => {
  expect(() => read({ 'a/problem.yaml': 'name: A', 'b/problem.yaml': 'name: B' })).toThrow(
    'The zip contains 2 problems (a, b).',
  )
})

it('a statement that is only a PDF is refused in words', () => {
  const { 'statement/english.md': _, ...rest } = forms['a task of CMS'] ?? {}
  expect(() => read(rest)).toThrow('The only statement in the package is a PDF (statement/statement.pdf)')
})

it('settings that have no place here go out again', async () => {
  const yaml =
    'name: Sum of two\nsource: NCPC 2026\nlicense: cc by-sa\nauthor: [Ann, Béla]\nkeywords: sums\nlimits: { memory: 64, validation_time: 20 }\n'
  const first = read({ ...forms['the older ICPC form'], 'problem.yaml': yaml })
  const problem = {
    ...(first.input as unknown as PackagedProblem),
    tests: first.input.test_cases_attributes as PackagedProblem['tests'],
    templates: [],
    reference: null,
    image: null,
    pictures: [],
    submissions: first.submissions,
  }
  const files = unpack(memorySource(await writePackage(problem, python)))
  const written = new TextDecoder().decode(files.get('problem.yaml')?.read())
  expect(written).toContain('name: Sum of two\n')
  expect(written).toContain('source: NCPC 2026\nlicense: cc by-sa\nauthor:\n  - Ann\n  - Béla\n')
  expect(readPackage(files, python).submissions.map(({ path }) => path)).toEqual(
    first.submissions.map(({ path }) => path),
  )
})

it('whatever is exported is read back as it was', async () => {
  const path = fc
    .array(fc.stringMatching(/^[\p{L}\p{N} ._+-]{1,20}$/u), { minLength: 1, maxLength: 3 })
    .map((parts) => `submissions/wrong_answer/${parts.join('/')}`)
    .filter((name) => !/(?:^|\/)(?:\.{1,2}|\.DS_Store)(?:\/|$)/.test(name))
  const words = fc
    .stringMatching(/^[a-zäé漢 *_$\\#-]{10,60}$/)
    .map((text) => `${text.trim()}.`.padStart(12, 'x'))
  const problem: fc.Arbitrary<PackagedProblem> = fc.record({
    title: fc.stringMatching(/^[a-z:#"' &]{3,30}$/).map((text) => `A ${text.trim()} z`),
    description: words,
    difficulty: fc.constantFrom('Easy', 'Very: hard'),
    tags: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 3 }),
    submission_count: fc.integer({ min: 1, max: 999 }),
    time_in_minutes: fc.integer({ min: 1, max: 999 }),
    checker: fc.constantFrom('exact', 'tokens'),
    tolerance: fc.constant(null),
    limits: fc.constant(null),
    judging: fc.constantFrom(
      null,
      { ignore_case: true },
      { groups: [{ name: 'one', scoring: 'min', depends_on: [] }] },
    ),
    tests: fc.array(
      fc.record({
        input: fc.string({ minLength: 1 }).filter((text) => !text.includes('\0')),
        output: fc.string({ minLength: 1 }).filter((text) => !text.includes('\0')),
        marks: fc.integer({ min: 1, max: 9 }),
        is_sample: fc.boolean(),
        group_name: fc.constantFrom(null, 'one'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    templates: fc.constant([]),
    reference: fc.constantFrom(null, { language: 'python', source: program }),
    submissions: fc.uniqueArray(fc.record({ path, bytes: fc.uint8Array({ maxLength: 30 }) }), {
      selector: ({ path }) => path,
      maxLength: 4,
    }),
    image: fc.constant(null),
    pictures: fc.constant([]),
  })
  await fc.assert(
    fc.asyncProperty(problem, async (given) => {
      // A file cannot be a folder as well.
      const paths = given.submissions.map((one) => one.path)
      fc.pre(!paths.some((one) => paths.some((other) => other.startsWith(`${one}/`))))
      const found = readPackage(unpack(memorySource(await writePackage(given, python))), python)
      const { title, description, difficulty, tags, submission_count, time_in_minutes, checker } = given
      expect(found.input).toMatchObject({
        title,
        description,
        difficulty,
        tags,
        submission_count,
        time_in_minutes,
        checker,
        judging: given.judging,
        test_cases_attributes: given.tests,
      })
      expect(found.reference).toEqual(given.reference)
      const others = found.submissions.filter((one) => one.path !== 'submissions/accepted/reference.py')
      expect(others.map((one) => [one.path, [...one.bytes]]).toSorted()).toEqual(
        given.submissions.map((one) => [one.path, [...one.bytes]]).toSorted(),
      )
    }),
    { numRuns: process.env.HOLDFAST_EXAMS_TIMES ? 500 : 25 },
  )
})
