import { useMemo, useState } from 'react'
import type { CheckResult } from '#contract/views/bank.ts'
import { type CheckAsked, useCheck } from './try/useCheck.ts'
import { judgedAs, type ProblemValues, type TestValue, triedTest } from './values.ts'

/** Everything but the tests that a result hangs on. */
const programKey = (values: ProblemValues): string =>
  JSON.stringify([values.reference, judgedAs({ ...values, tests: [] })])
const testKey = ({ input, output }: Pick<TestValue, 'input' | 'output'>): string =>
  JSON.stringify([input, output])

/** All that its result hangs on. */
const whole = (values: ProblemValues): string =>
  JSON.stringify([programKey(values), values.tests.map(testKey)])

/** The reference solution against the tests as they stand in the form; a result counts as long as neither changes. */
export function useReference(values: ProblemValues, stored: ProblemValues) {
  const check = useCheck()
  const [asked, setAsked] = useState<{ program: string; tests: string[]; at: number } | null>(null)
  const program = programKey(values)
  const isCurrent = asked?.program === program
  const { progress } = check
  const known = useMemo(
    () =>
      new Map<string, CheckResult>(
        asked && isCurrent ? progress?.results.map((one, i) => [asked.tests[i] ?? '', one]) : [],
      ),
    [asked, isCurrent, progress],
  )
  const resultOf = (test: TestValue): CheckResult | undefined => known.get(testKey(test))
  const results = values.tests.map(resultOf)
  const judged = results.filter((one) => one !== undefined)
  return {
    isRunning: check.isRunning,
    error: check.error?.message,
    resultOf,
    /** The solution, its tests or its limits differ from the stored ones, and it was not run on all tests. */
    isUnproven:
      values.reference.source.trim() !== '' &&
      judged.length < values.tests.length &&
      whole(values) !== whole(stored),
    /** When it was run last, in milliseconds since 1970; null while the results are of another program. */
    ranAt: isCurrent ? asked.at : null,
    judged: judged.length,
    passed: judged.filter((one) => one.is_passed).length,
    /** Tests that it fails as things stand; an engine that did not answer fails none. */
    failed: judged.filter((one) => !one.is_passed && one.outcome !== 'engine_error').length,
    run(): void {
      const { reference, tests } = values
      setAsked({ program, tests: tests.map(testKey), at: Date.now() })
      const body: CheckAsked = { ...reference, ...judgedAs(values), tests: tests.map(triedTest) }
      check.start(body)
    },
  }
}
export type Reference = ReturnType<typeof useReference>
