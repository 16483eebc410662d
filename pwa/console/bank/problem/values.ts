import type { ChangedProblemInput, Checker, NewProblemInput } from '#contract/forms/bank.ts'
import type { ProblemLimits } from '#contract/programLimits.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { entriesWithOwnChanges, withOwnChanges } from '#machines/forms/ownChanges.ts'
import type { ComparedField } from '../../kit/form/Conflict.tsx'
import type { Language } from '../templates/useLanguages.ts'
import { emptyJudging, formatJudging, type JudgingValues, judgingOf, judgingValues } from './judgingValues.ts'

/** A problem as its form holds it: numbers as they are typed, tests with what tells them apart on the page. */

export interface TestValue {
  /** Its identity on the page: of a saved test its id, of a new one a name of its own. */
  key: string
  /** null until it is saved. */
  id: number | null
  input: string
  output: string
  marks: string
  is_sample: boolean
  /** Empty: it is in none. */
  group_name: string
}

export interface LimitValue {
  cpu_ms: string
  memory_mb: string
}

export interface ProblemValues {
  title: string
  difficulty: string
  tags: readonly string[]
  time_in_minutes: string
  submission_count: string
  checker: Checker
  tolerance: string
  judging: JudgingValues
  description: string
  image_url: string | null
  image_alt: string
  /** By the engine's name of the language. */
  limits: Readonly<Record<string, LimitValue>>
  reference: { language_id: number; source: string }
  tests: readonly TestValue[]
}

export const emptyTest: TestValue = {
  ...{ key: '', id: null, input: '', output: '', marks: '', is_sample: false, group_name: '' },
}

export const emptyProblem: ProblemValues = {
  title: '',
  difficulty: '',
  tags: [],
  time_in_minutes: '',
  submission_count: '',
  checker: 'exact',
  tolerance: '',
  judging: emptyJudging,
  description: '',
  image_url: null,
  image_alt: '',
  limits: {},
  reference: { language_id: 0, source: '' },
  tests: [],
}

export const problemValues = (view: BankProblemView): ProblemValues => ({
  title: view.title,
  difficulty: view.difficulty,
  tags: view.tags,
  time_in_minutes: String(view.time_in_minutes),
  submission_count: String(view.submission_count),
  checker: view.checker,
  tolerance: view.tolerance ?? '',
  judging: judgingValues(view.judging),
  description: view.description,
  image_url: view.image_url,
  image_alt: view.image_alt ?? '',
  limits: Object.fromEntries(
    Object.entries(view.limits ?? {}).map(([language, { cpu_ms, memory_mb }]) => [
      language,
      { cpu_ms: cpu_ms?.toString() ?? '', memory_mb: memory_mb?.toString() ?? '' },
    ]),
  ),
  reference: view.reference ?? { language_id: 0, source: '' },
  tests: view.test_cases.map(({ id, input, output, marks, is_sample, group_name }) => ({
    key: String(id),
    id,
    input,
    output,
    marks: String(marks),
    is_sample,
    group_name: group_name ?? '',
  })),
})

/** The limits that are set; null if none is. Text that is no number becomes NaN, so that the schema reports it. */
export function limitsOf(values: ProblemValues): ProblemLimits | null {
  const set = Object.entries(values.limits).flatMap(([language, { cpu_ms, memory_mb }]) => {
    const own = {
      ...(cpu_ms.trim() !== '' && { cpu_ms: Number(cpu_ms) }),
      ...(memory_mb.trim() !== '' && { memory_mb: Number(memory_mb) }),
    }
    return Object.keys(own).length > 0 ? [[language, own] as const] : []
  })
  return set.length > 0 ? Object.fromEntries(set) : null
}

export const toleranceOf = ({ checker, tolerance }: ProblemValues): string | null =>
  checker === 'float' && tolerance.trim() !== '' ? tolerance.trim() : null

const testOf = ({ input, output, marks, is_sample, group_name }: TestValue) => ({
  ...{ input, output, marks, is_sample },
  group_name: group_name.trim() || null,
})

/** A test as a program of staff is tried on it; a group says nothing about that. */
export const triedTest = ({ input, output, marks, is_sample }: TestValue) => ({
  ...{ input, output, is_sample },
  marks: Number(marks),
})

/** How the outputs of a program are judged, as a check asks it. */
export const judgedAs = (values: ProblemValues) => ({
  checker: values.checker,
  tolerance: toleranceOf(values),
  limits: limitsOf(values),
  judging: judgingOf(values),
})

/** The whole problem as the call takes it. */
export const problemBody = (values: ProblemValues): NewProblemInput => ({
  title: values.title,
  difficulty: values.difficulty,
  tags: [...values.tags],
  time_in_minutes: values.time_in_minutes,
  submission_count: values.submission_count,
  ...judgedAs(values),
  description: values.description,
  // Read by a signed address, named by the address alone.
  image_url: values.image_url?.split('?', 1)[0] ?? null,
  image_alt: values.image_alt.trim() || null,
  reference: values.reference.source.trim() === '' ? null : values.reference,
  test_cases_attributes: values.tests.map(testOf),
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

type TestEntries = NonNullable<ChangedProblemInput['test_cases_attributes']>

/** New tests, those that are other than before, and those that went. */
function changedTests(now: readonly TestValue[], before: readonly TestValue[]): TestEntries {
  const old = new Map(before.map((test) => [test.id, test]))
  const written = now.flatMap((test): TestEntries => {
    if (test.id === null) return [testOf(test)]
    const stood = old.get(test.id)
    return stood && same(testOf(stood), testOf(test)) ? [] : [{ ...testOf(test), id: test.id }]
  })
  const kept = new Set(now.map((test) => test.id))
  const gone = before.flatMap(
    (test): TestEntries =>
      test.id !== null && !kept.has(test.id) ? [{ id: test.id, _destroy: true as const }] : [],
  )
  return [...written, ...gone]
}

/** Only what is other than what stood there, so that nobody else's change is written over. */
export function changedBodyOf(
  values: ProblemValues,
  before: ProblemValues,
  read: { version: number; reference_version: number },
): ChangedProblemInput {
  const { test_cases_attributes: _, ...now } = problemBody(values)
  const stood: Record<string, unknown> = problemBody(before)
  const tests = changedTests(values.tests, before.tests)
  const changed = Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, stood[name])))
  return {
    ...changed,
    ...(tests.length > 0 && { test_cases_attributes: tests }),
    version: read.version,
    // It has a count of its own: nobody's solution is written over.
    ...('reference' in changed && { reference_version: read.reference_version }),
  }
}

export const isSameProblem = (a: ProblemValues, b: ProblemValues): boolean =>
  same(problemBody(a), problemBody(b))

/**
 * The state to go on from after somebody else saved meanwhile: theirs, with one's own changes that do not contradict
 * it; tests one by one.
 */
export const problemOnTheirs = (
  mine: ProblemValues,
  before: ProblemValues,
  theirs: ProblemValues,
): ProblemValues => ({
  ...withOwnChanges(
    { before, mine, theirs },
    {
      together: [
        ['checker', 'tolerance', 'judging'],
        ['image_url', 'image_alt'],
      ],
      plain: (values) => ({ ...values, ...problemBody(values) }),
    },
  ),
  tests: entriesWithOwnChanges(
    { before: before.tests, mine: mine.tests, theirs: theirs.tests },
    ({ id }) => id,
    // An output belongs to its input.
    { together: [['input', 'output', 'marks', 'is_sample', 'group_name']] },
  ),
})

/** The tests are the same ones as well, not only alike. */
export const isSameRecord = (a: ProblemValues, b: ProblemValues): boolean =>
  isSameProblem(a, b) &&
  same(
    a.tests.map(({ id }) => id),
    b.tests.map(({ id }) => id),
  )

/** Its own limits by language, in words; '-' where every language has the default ones. */
export function formatLimits(limits: ProblemLimits | null, languages: readonly Language[]): string {
  const named = Object.entries(limits ?? {}).map(([mode, { cpu_ms, memory_mb }]) => {
    const name = languages.find((one) => one.mode === mode)?.name ?? mode
    const each = [cpu_ms !== undefined && `${cpu_ms} ms`, memory_mb !== undefined && `${memory_mb} MB`]
    return `${name}: ${each.filter(Boolean).join(', ')}`
  })
  return named.join('; ') || '-'
}

const testsOf = ({ tests }: ProblemValues): string =>
  tests
    .map(
      ({ input, output, marks }) => `${input.trim().slice(0, 40)} → ${output.trim().slice(0, 40)} (${marks})`,
    )
    .join('; ')

/** A problem as two people compare what they changed of it. */
export const comparedOfProblem: readonly ComparedField<ProblemValues>[] = [
  ['Problem Title', (one) => one.title],
  ['Difficulty', (one) => one.difficulty],
  ['Tags', (one) => one.tags.join(', ')],
  ['Time (mins)', (one) => one.time_in_minutes],
  ['Submission Count', (one) => one.submission_count],
  [
    'Checker',
    (one) => [one.checker, one.tolerance, formatJudging(judgingOf(one))].filter(Boolean).join(', '),
  ],
  [
    'Judge’s program',
    (one) =>
      judgingOf(one)
        ?.program?.files.map(({ content }) => content)
        .join('\n') ?? '-',
  ],
  ['Description', (one) => one.description],
  ['Picture', (one) => (problemBody(one).image_url ? one.image_alt || 'a picture' : '-')],
  ['Test Cases', testsOf],
  ['Limits', (one) => JSON.stringify(problemBody(one).limits ?? {})],
  ['Reference solution', (one) => one.reference.source],
]
