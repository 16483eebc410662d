import type { TestGroup } from '#contract/judging.ts'
import type { CmsGroup } from './cms.ts'
import { namedFile, type PackageFiles, textOf } from './files.ts'
import { factsOf, readYaml, splitWords, type YamlFacts } from './problemYaml.ts'

/** Groups of a package that gives points, and the marks that their tests are worth here. */

interface GroupedTest {
  name: string
  group: string | null
}

export interface ReadGroups {
  groups: TestGroup[]
  /** Marks of tests by their names; a test without one is worth 1. */
  marks: Map<string, number>
}

const MOST_MARKS = 999

/** A group's points in whole marks: each test has one at least, and the first ones what is over. */
function spread(points: number, tests: readonly GroupedTest[]): [string, number][] {
  const whole = Math.max(tests.length, Math.round(points))
  const each = Math.floor(whole / tests.length)
  return tests.map(({ name }, i) => [name, Math.min(MOST_MARKS, each + (i < whole % tests.length ? 1 : 0))])
}

interface GroupFacts {
  points: number | null
  scoring: TestGroup['scoring']
  requires: string[]
}

/** Points of a group: max_score of the newer form, accept_score or the upper end of its range in the older one. */
function pointsOf({ max_score, accept_score, range }: YamlFacts): number | null {
  const [, most] = splitWords(range)
  const points = [max_score, accept_score, most].map(Number).find((one) => Number.isFinite(one) && one > 0)
  return points ?? null
}

function scoringOf(facts: YamlFacts): TestGroup['scoring'] {
  const words = [...splitWords(facts.score_aggregation), ...splitWords(facts.grader_flags)]
  if (words.includes('sum') && !words.includes('min')) return 'sum'
  return words.includes('min') ? 'min' : 'all'
}

function factsOfGroup(files: PackageFiles, group: string): GroupFacts {
  for (const name of [`data/secret/${group}/test_group.yaml`, `data/secret/${group}/testdata.yaml`]) {
    const bytes = files.take(name)
    if (!bytes) continue
    const facts = factsOf(readYaml(textOf(bytes), name))
    const requires = splitWords(facts.require_pass).map((one) => one.replace(/^secret\//, ''))
    return { points: pointsOf(facts), scoring: scoringOf(facts), requires }
  }
  return { points: null, scoring: 'all', requires: [] }
}

/**
 * @param isScoring whether submissions of the package earn points; otherwise its folders say nothing about marks
 * @param cms groups of a task of CMS, which are worth what their worst test is
 */
export function readGroups(
  files: PackageFiles,
  tests: readonly GroupedTest[],
  { isScoring, cms }: { isScoring: boolean; cms: readonly CmsGroup[] },
  warnings: string[],
): ReadGroups {
  const names = [...new Set(tests.flatMap(({ group }) => group ?? []))]
  const none: ReadGroups = { groups: [], marks: new Map() }
  if (names.length === 0 || (!isScoring && cms.length === 0)) return none
  const read: ReadGroups = none
  const unknown: string[] = []
  for (const [place, name] of names.entries()) {
    const task = cms.find((one) => one.name === name)
    const facts: GroupFacts = task
      ? { points: task.points, scoring: 'min', requires: [] }
      : factsOfGroup(files, name)
    const own = tests.filter(({ group }) => group === name)
    if (facts.points !== null && facts.points > 0)
      for (const [test, marks] of spread(facts.points, own)) read.marks.set(test, marks)
    const before = names.slice(0, place)
    unknown.push(...facts.requires.filter((one) => !before.includes(one) && one !== 'sample'))
    read.groups.push({
      name,
      scoring: facts.scoring,
      depends_on: facts.requires.filter((one) => before.includes(one)),
    })
  }
  if (unknown.length > 0)
    warnings.push(
      `Groups depend on others that are not before them: ${namedFile(unknown)}. That was left out.`,
    )
  return read
}
