import { describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { changedProblemBody, newProblemBody } from '#contract/forms/bank.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { problemErrorCount, problemErrors, problemField } from '#pwa/console/bank/problem/errors.ts'
import { formatJudging, judgingOf } from '#pwa/console/bank/problem/judgingValues.ts'
import { problemStart } from '#pwa/console/bank/problem/start.ts'
import { isCloseToLimit, resultLook } from '#pwa/console/bank/problem/try/checkLabels.ts'
import {
  changedBodyOf,
  emptyProblem,
  isSameProblem,
  limitsOf,
  type ProblemValues,
  problemBody,
  problemOnTheirs,
  problemValues,
} from '#pwa/console/bank/problem/values.ts'

const view: BankProblemView = {
  id: 7,
  title: 'Sum of two',
  description: 'Add the two numbers.',
  pictures: [],
  image_url: '/files/images/1-a.png?s=signed',
  image_alt: 'Two numbers',
  difficulty: 'easy',
  difficulty_list: ['easy'],
  tags: ['sums'],
  time_in_minutes: 15,
  submission_count: 3,
  marks: 10,
  times_asked: 0,
  drive_names: [],
  asked_institute_ids: [],
  asked_in: [],
  checker: 'float',
  tolerance: '0.001',
  limits: { python: { cpu_ms: 500 } },
  reference: { language_id: 2, source: 'print(3)' },
  reference_version: 3,
  test_cases: [
    {
      id: 1,
      problem_id: 7,
      input: '1 2',
      output: '3',
      marks: 4,
      is_sample: true,
      is_active: true,
      group_name: null,
    },
    {
      id: 2,
      problem_id: 7,
      input: '2 2',
      output: '4',
      marks: 6,
      is_sample: false,
      is_active: true,
      group_name: null,
    },
  ],
  templates: [],
  package_files: [],
  version: 5,
  judging: null,
  pinned_versions: [4],
}
const values = problemValues(view)
const change = (to: Partial<ProblemValues>) => ({ ...values, ...to })

test('what somebody else saved meanwhile takes along what contradicts it nowhere, tests one by one', () => {
  const [one, two] = values.tests
  if (!one || !two) throw new Error('no tests')
  const added = { ...one, id: null, key: 'new', input: '5 5', output: '10' }
  const mine = change({
    title: 'Mine',
    submission_count: '9',
    image_alt: 'My words',
    reference: { language_id: 2, source: 'print(1 + 2)' },
    tests: [{ ...one, marks: '5' }, { ...two, input: '3 3' }, added],
  })
  const theirs = problemValues({
    ...view,
    title: 'Theirs',
    image_url: '/files/images/1-a.png?s=anew',
    test_cases: view.test_cases.map((test) => (test.id === 2 ? { ...test, output: '44' } : test)),
    version: 6,
  })
  expect(problemOnTheirs(mine, values, theirs)).toEqual({
    ...theirs,
    submission_count: '9',
    image_url: values.image_url,
    image_alt: 'My words',
    reference: mine.reference,
    tests: [{ ...one, marks: '5' }, { ...two, output: '44' }, added],
  })
})

test('what is read is what would be written, and both calls take it', () => {
  const body = problemBody(values)
  expect(body).toMatchObject({
    title: 'Sum of two',
    image_url: '/files/images/1-a.png',
    tolerance: '0.001',
    limits: { python: { cpu_ms: 500 } },
    reference: { language_id: 2, source: 'print(3)' },
  })
  expect(newProblemBody.safeParse(body).success).toBe(true)
  expect(problemErrors(values, view.description)).toEqual({})
  expect(isSameProblem(values, problemValues(view))).toBe(true)
})

test.each<[string, Partial<ProblemValues>, object]>([
  ['nothing', {}, {}],
  ['a title', { title: 'Another title' }, { title: 'Another title' }],
  ['no picture', { image_url: null, image_alt: '' }, { image_url: null, image_alt: null }],
  ['another checker', { checker: 'tokens' }, { checker: 'tokens', tolerance: null }],
  ['no limits', { limits: { python: { cpu_ms: ' ', memory_mb: '' } } }, { limits: null }],
  ['no reference', { reference: { language_id: 2, source: ' ' } }, { reference: null, reference_version: 3 }],
  [
    'tests: one changed, one gone, one new',
    {
      tests: [
        { ...(values.tests[0] as ProblemValues['tests'][number]), marks: '5' },
        { key: 'new', id: null, input: '5 5', output: '10', marks: '1', is_sample: false, group_name: '' },
      ],
    },
    {
      test_cases_attributes: [
        { id: 1, input: '1 2', output: '3', marks: '5', is_sample: true, group_name: null },
        { input: '5 5', output: '10', marks: '1', is_sample: false, group_name: null },
        { id: 2, _destroy: true },
      ],
    },
  ],
])('of a change of %s only that is sent, with the version it was made on', (_, to, sent) => {
  const body = changedBodyOf(change(to), values, { version: 5, reference_version: 3 })
  expect(body).toEqual({ ...sent, version: 5 })
  expect(changedProblemBody.safeParse(body).success).toBe(true)
})

test('an empty form has seven errors, each at its field; tags in the words of the form', () => {
  const errors = problemErrors(emptyProblem, null)
  expect(Object.keys(errors).sort()).toEqual([
    'description',
    'difficulty',
    'submission_count',
    'tags',
    'tests',
    'time_in_minutes',
    'title',
  ])
  expect(problemErrorCount(errors)).toBe(7)
  expect(errors.tags).toBe(t.problemTagsRequired)
  expect(problemErrors(change({ tags: [] }), view.description).tags).toBe(t.tagRequired)
  expect(problemField('test_cases_attributes.0.input')).toBe('tests')
})

test.each<[string, string, string | undefined]>([
  ['99', '', 'From 100 to 10,000 ms'],
  ['100', '', undefined],
  ['10000', '', undefined],
  ['10001', '', 'From 100 to 10,000 ms'],
  ['fast', '', 'From 100 to 10,000 ms'],
  ['', '31', 'From 32 to 512 MB'],
  ['', '32', undefined],
  ['', '512', undefined],
  ['', '513', 'From 32 to 512 MB'],
])('limits of %s ms and %s MB', (cpu_ms, memory_mb, error) => {
  const errors = problemErrors(change({ limits: { python: { cpu_ms, memory_mb } } }), view.description)
  expect(errors['limits.python.cpu_ms'] ?? errors['limits.python.memory_mb']).toBe(error)
})

test('limits that set nothing are none', () => {
  expect(limitsOf(change({ limits: {} }))).toBeNull()
})

const result = (to: object) => ({
  outcome: 'passed',
  is_passed: true,
  actual_output: '',
  message: '',
  cpu_ms: 10,
  memory_bytes: null,
  limit_ms: 1_000,
  ...to,
})
test.each([
  [result({ cpu_ms: 799 }), 'Passed'],
  [result({ cpu_ms: 800 }), 'Close to limit'],
  [result({ cpu_ms: null }), 'Passed'],
  [result({ is_passed: false, outcome: 'wrong_answer', cpu_ms: 990 }), 'Failed'],
  [result({ is_passed: false, outcome: 'time_limit' }), 'Time over'],
  [undefined, 'Not run'],
])('%j is %s', (one, word) => {
  expect(resultLook(one).word).toBe(word)
})

test('80 % of the limit is close to it, and only a passed test is', () => {
  expect(isCloseToLimit(result({ cpu_ms: 800 }))).toBe(true)
  expect(isCloseToLimit(result({ cpu_ms: 800, is_passed: false }))).toBe(false)
})

describe('a draft that was kept', () => {
  test('before a field came opens with what that is otherwise', () => {
    const { judging: _, ...before } = values
    const tests = before.tests.map(({ group_name: _, ...test }) => test)
    const form = { ...before, tests } as unknown as ProblemValues
    const kept = { form, stored: { problem: view, version: view.version } }
    const { values: opened } = problemStart({ userId: 1, draft: 'd', source: null, kept, keptAt: 1 })
    expect(problemBody(opened)).toEqual(problemBody(values))
  })

  const opened = { userId: 1, draft: 'problem edit 7', keptAt: 5 }
  const colleagues: BankProblemView = {
    ...view,
    version: 6,
    description: 'Changed by a colleague meanwhile.',
  }

  test('is saved with what was typed alone, on the version it was begun with', () => {
    const form = change({ title: 'Sum of three' })
    const start = problemStart({
      ...opened,
      source: colleagues,
      kept: { form, stored: { problem: view, version: 5 } },
    })
    expect(start.values).toEqual(form)
    const { problem, version } = start.stored ?? { problem: colleagues, version: 0 }
    expect(changedBodyOf(start.values, problemValues(problem), { version, reference_version: 1 })).toEqual({
      title: 'Sum of three',
      version: 5,
    })
  })

  test('that was never begun is the problem as it stands', () => {
    const start = problemStart({ ...opened, source: colleagues, kept: null })
    expect(start).toMatchObject({
      stored: { problem: colleagues, version: 6 },
      values: problemValues(colleagues),
    })
  })
})

describe('how it is judged', () => {
  const judged = (to: Partial<ProblemValues['judging']>, more: Partial<ProblemValues> = {}) =>
    change({ judging: { ...values.judging, ...to }, ...more })
  const inGroup = (group_name: string) => ({
    ...(values.tests[0] as ProblemValues['tests'][number]),
    group_name,
  })
  const judge = {
    ...values.judging.judge,
    files: [{ name: 'v.py', content: 'print(1)' }],
    arguments: ' -x  3 ',
    passes: '2',
  }

  test.each<[string, ProblemValues, unknown]>([
    ['nothing beyond the checker', judged({}), null],
    ['case', judged({ ignore_case: true }), { ignore_case: true }],
    ['a tolerance of one kind', judged({ tolerance_of: 'relative' }), { tolerance_of: 'relative' }],
    [
      'the same where no numbers are compared',
      judged({ tolerance_of: 'relative' }, { checker: 'exact' }),
      null,
    ],
    [
      'a program, and no case',
      judged({ ignore_case: true, judge }, { checker: 'program' }),
      {
        program: {
          kind: 'validator',
          language: 'python',
          files: judge.files,
          arguments: ['-x', '3'],
          passes: 2,
        },
      },
    ],
    [
      'an interactor, which has one pass',
      judged({ judge: { ...judge, kind: 'interactor' } }, { checker: 'program' }),
      {
        program: {
          ...{ kind: 'interactor', language: 'python', files: judge.files, arguments: ['-x', '3'] },
        },
      },
    ],
    ['a program that is not asked for', judged({ judge }), null],
    [
      'groups as the tests name them, without those that are gone',
      judged(
        {
          groups: [
            { name: 'gone', scoring: 'sum', depends_on: [] },
            { name: 'b', scoring: 'min', depends_on: ['a', 'gone'] },
          ],
        },
        { tests: [inGroup('a'), inGroup(' b '), inGroup('')] },
      ),
      {
        groups: [
          { name: 'a', scoring: 'all', depends_on: [] },
          { name: 'b', scoring: 'min', depends_on: ['a'] },
        ],
      },
    ],
  ])('%s', (_, given, expected) => {
    expect(judgingOf(given)).toEqual(expected)
  })

  test('is read as it was written', () => {
    const written = judged({ ignore_case: false, judge }, { checker: 'program', tests: [inGroup('a')] })
    const read = problemValues({
      ...view,
      checker: 'program',
      judging: judgingOf(written),
      test_cases: view.test_cases.map((one) => ({ ...one, group_name: 'a' })),
    })
    expect(judgingOf(read)).toEqual(judgingOf(written))
    expect(formatJudging(judgingOf(written))).toBe(
      'output validator in python (v.py); group a: all or nothing',
    )
  })

  test('a program that judges must be there', () => {
    expect(problemErrors(judged({}, { checker: 'program' }), null).judging).toBe(
      'The judge’s program is empty',
    )
  })
})

test('a statement may be as long as the one that stands lets it be', () => {
  const long = change({ description: 'x'.repeat(1_001) })
  expect(problemErrors(long, null).description).toBe(t.problemDescriptionTooLong)
  expect(problemErrors(long, 'x'.repeat(1_000)).description).toBe(t.problemDescriptionTooLong)
  expect(problemErrors(long, 'x'.repeat(1_001))).toEqual({})
  const tooLong = change({ description: 'x'.repeat(65_537) })
  expect(problemErrors(tooLong, 'x'.repeat(1_001)).description).toBe(
    'Problem Description must be at most 64 KB',
  )
})
