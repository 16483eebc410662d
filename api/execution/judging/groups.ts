import type { TestGroup } from '#contract/judging.ts'

/** A test with the marks that it earned by itself, parts of one included. */
export interface EarnedTest {
  id: number
  /** Its full marks. */
  marks: number
  earned: number
  group: string | null | undefined
}

/** The whole marks of a share: parts of one are rounded down. Shares such as 0.29 of 100 are a little less than they mean. */
export const wholeMarks = (share: number, marks: number): number => Math.floor(share * marks + 1e-9)

const isWhole = ({ earned, marks }: EarnedTest): boolean => earned >= marks

/** Whole marks of a share, given to tests one after the other, so that together they are as much as the group's. */
function spread(tests: readonly EarnedTest[], share: number): [number, number][] {
  let before = 0
  let given = 0
  return tests.map(({ id, marks }) => {
    before += marks
    const marksUpTo = wholeMarks(share, before)
    const own = marksUpTo - given
    given = marksUpTo
    return [id, own]
  })
}

/**
 * The marks of each test after its group's rule, by the test's id: the tests of a problem are worth the sum of their
 * marks, and groups decide how these are earned (ICPC problem package format, 'Test data groups').
 * @param groups in their order; one that tests name and nobody has told a rule of gives all or nothing, as the form shows it
 */
export function settleMarks(
  tests: readonly EarnedTest[],
  groups: readonly TestGroup[] | undefined,
): Map<number, number> {
  const settled = new Map(tests.map(({ id, earned, marks }) => [id, wholeMarks(earned / marks, marks)]))
  const passed = new Set<string>()
  const told = new Set((groups ?? []).map(({ name }) => name))
  const untold = [...new Set(tests.flatMap(({ group }) => group ?? []))].filter((name) => !told.has(name))
  const all = [
    ...(groups ?? []),
    ...untold.map((name): TestGroup => ({ name, scoring: 'all', depends_on: [] })),
  ]
  for (const { name, scoring, depends_on } of all) {
    const own = tests.filter(({ group }) => group === name)
    const mayEarn = depends_on.every((one) => passed.has(one))
    if (mayEarn && own.every(isWhole)) passed.add(name)
    else if (!mayEarn || scoring === 'all') for (const { id } of own) settled.set(id, 0)
    else if (scoring === 'min') {
      const least = Math.min(...own.map(({ earned, marks }) => earned / marks))
      for (const [id, marks] of spread(own, least)) settled.set(id, marks)
    }
  }
  return settled
}
