import type { Checker } from '#contract/forms/bank.ts'
import type { JudgeFile, JudgeKind, Judging, TestGroup, ToleranceKind } from '#contract/judging.ts'

/** How a problem is judged, as its form holds it: what does not apply just now is kept all the same. */

interface GroupedTest {
  marks: string
  group_name: string
}

/** The part of a problem's form that this is about. */
interface Judged {
  checker: Checker
  tests: readonly GroupedTest[]
  judging: JudgingValues
}

export interface JudgeValues {
  kind: JudgeKind
  language: string
  /** The first one is the program. */
  files: readonly JudgeFile[]
  /** Separated by blanks. */
  arguments: string
  passes: string
}

export interface JudgingValues {
  ignore_case: boolean
  tolerance_of: ToleranceKind
  /** Rules of groups by their names; a group without one gives all or nothing. */
  groups: readonly TestGroup[]
  judge: JudgeValues
}

export const emptyJudging: JudgingValues = {
  ignore_case: false,
  tolerance_of: 'either',
  groups: [],
  judge: {
    kind: 'validator',
    language: 'python',
    files: [{ name: 'judge', content: '' }],
    arguments: '',
    passes: '',
  },
}

export function judgingValues(judging: Judging | null): JudgingValues {
  const { ignore_case = false, tolerance_of = 'either', groups = [], program } = judging ?? {}
  return {
    ...{ ignore_case, tolerance_of, groups },
    judge: program
      ? {
          ...program,
          arguments: program.arguments?.join(' ') ?? '',
          passes: program.passes?.toString() ?? '',
        }
      : emptyJudging.judge,
  }
}

/** The groups that tests name, in the order of these, each with its rule. */
export function groupsOf({ tests, judging }: Omit<Judged, 'checker'>): TestGroup[] {
  const names = [...new Set(tests.flatMap(({ group_name }) => group_name.trim() || []))]
  return names.map((name, place) => {
    const rule = judging.groups.find((one) => one.name === name) ?? { name, scoring: 'all', depends_on: [] }
    // A group whose tests were moved or went away is no longer before this one.
    const before = new Set(names.slice(0, place))
    return { ...rule, depends_on: rule.depends_on.filter((one) => before.has(one)) }
  })
}

function programOf({ kind, language, files, arguments: given, passes }: JudgeValues): Judging['program'] {
  const parameters = given.split(/\s+/).filter(Boolean)
  return {
    ...{ kind, language, files: files.map(({ name, content }) => ({ name, content })) },
    ...(parameters.length > 0 && { arguments: parameters }),
    ...(kind === 'validator' && passes.trim() !== '' && { passes: Number(passes) }),
  }
}

/** The judging as the call takes it, without what does not apply; null where the checker alone says it all. */
export function judgingOf(values: Judged): Judging | null {
  const { checker, judging } = values
  const groups = groupsOf(values)
  const own: Judging = {
    ...(judging.ignore_case && checker !== 'program' && { ignore_case: true }),
    ...(judging.tolerance_of !== 'either' && checker === 'float' && { tolerance_of: judging.tolerance_of }),
    ...(groups.length > 0 && { groups }),
    ...(checker === 'program' && { program: programOf(judging.judge) }),
  }
  return Object.keys(own).length > 0 ? own : null
}

export const judgeKindLabels: Record<JudgeKind, string> = {
  validator: 'Output validator',
  interactor: 'Interactive validator',
  testlib: 'testlib checker',
  testlib_interactor: 'testlib interactor',
  tests: 'Unit tests',
}

export const scoringLabels: Record<TestGroup['scoring'], string> = {
  all: 'All or nothing',
  min: 'The worst test’s share',
  sum: 'Each test for itself',
}

export const toleranceLabels: Record<ToleranceKind, string> = {
  either: 'Absolute or relative',
  absolute: 'Absolute',
  relative: 'Relative',
}

const groupWords = ({ name, scoring, depends_on }: TestGroup): string =>
  [
    `${name}: ${scoringLabels[scoring].toLowerCase()}`,
    depends_on.length > 0 && `after ${depends_on.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ')

/** How a problem is judged beside its checker, in words; empty where the checker says it all. */
export function formatJudging(judging: Judging | null): string {
  const { ignore_case, tolerance_of, groups = [], program } = judging ?? {}
  return [
    ignore_case && 'upper and lower case are the same',
    tolerance_of && `tolerance ${toleranceLabels[tolerance_of].toLowerCase()}`,
    program &&
      `${judgeKindLabels[program.kind].toLowerCase()} in ${program.language} (${program.files.map(({ name }) => name).join(', ')})`,
    ...groups.map((group) => `group ${groupWords(group)}`),
  ]
    .filter(Boolean)
    .join('; ')
}

/** Marks of the tests of a group. */
export const marksIn = (tests: readonly GroupedTest[], name: string): number =>
  tests.reduce((sum, test) => sum + (test.group_name.trim() === name ? Number(test.marks) || 0 : 0), 0)
