import { consoleTexts } from '#contract/consoleTexts.ts'
import { MAX_TESTS, SOURCE_MAX_BYTES } from '#contract/constants.ts'
import {
  type ChangedProblemBody,
  firstTooMuch,
  type TestCaseForm,
  TOO_MANY_TESTS,
  TOO_MUCH_TOGETHER,
} from '#contract/forms/bank.ts'
import type { Queries } from '#db/connect.ts'
import * as rows from '#db/queries/problems.ts'
import type { Context } from '../../context.ts'
import { invalidAt, notFound } from '../../kit/errors.ts'

/** A problem's tests within a change: they keep their ids, and one that is removed is deactivated, never deleted. */

type Entry = NonNullable<ChangedProblemBody['test_cases_attributes']>[number]

/** Ids, for the audit log: contents of tests are secrets of a kind, and long. */
export interface TestChange {
  added: number[]
  changed: number[]
  removed: number[]
}

type Engine = Pick<Context, 'config'>

/** The bytes that Piston takes of a program and its input together, less the largest program: escapes count. */
const PISTON_INPUT_BYTES = 95_000 - SOURCE_MAX_BYTES

/** An input that only the embedded engine could take, where there is none to fall back on, would never be judged. */
export const isTooLongForPiston = ({ config }: Engine, input: string): boolean =>
  config.piston.length > 0 &&
  config.pistonFallback === 'off' &&
  Buffer.byteLength(JSON.stringify(input)) > PISTON_INPUT_BYTES

export const TOO_LONG = `is longer than the ${Math.floor(PISTON_INPUT_BYTES / 1_000)} KB that Piston accepts with a program`

/**
 * @throws DomainError invalid where the tests that stand now are none, too many, more than a form could send again, or longer
 *   than what judges takes
 */
export async function checkTests(
  engine: Engine,
  tx: Queries,
  problemId: number,
  field: string,
): Promise<void> {
  const tests = await rows.listActiveTests(tx, problemId)
  const long = tests.findIndex(({ input }) => isTooLongForPiston(engine, input))
  if (long >= 0) throw invalidAt(field, `The input of test ${long + 1} ${TOO_LONG}`)
  if (tests.length === 0) throw invalidAt(field, consoleTexts.testCaseRequired)
  if (tests.length > MAX_TESTS) throw invalidAt(field, TOO_MANY_TESTS)
  if (firstTooMuch(tests) >= 0) throw invalidAt(field, TOO_MUCH_TOGETHER)
}

export async function insertTest(tx: Queries, problemId: number, test: TestCaseForm) {
  return rows.insertTestCase(tx, {
    problem_id: problemId,
    position: await rows.nextTestPosition(tx, problemId),
    input: test.input,
    output: test.output,
    marks: test.marks,
    is_sample: test.is_sample ?? false,
    group_name: test.group_name ?? null,
  })
}

/** The given fields that differ from the stored ones. */
export function differing(
  test: rows.TestCaseRow,
  given: Partial<TestCaseForm> & { is_active?: boolean | undefined },
) {
  const { input, output, marks, is_sample, is_active, group_name } = given
  return Object.fromEntries(
    Object.entries({ input, output, marks, is_sample, is_active, group_name }).filter(
      ([name, value]) => value !== undefined && value !== test[name as keyof rows.TestCaseRow],
    ),
  )
}

/**
 * Adds, changes and deactivates as the entries say.
 * @throws DomainError not_found: a test of another problem; invalid: as `checkTests`
 */
export async function applyTests(
  engine: Engine,
  tx: Queries,
  problemId: number,
  entries: readonly Entry[],
): Promise<TestChange> {
  const told: TestChange = { added: [], changed: [], removed: [] }
  const ids = entries.flatMap(({ id }) => id ?? [])
  const stored = new Map((await rows.listTestsById(tx, problemId, ids)).map((test) => [test.id, test]))
  for (const entry of entries) {
    if (entry.id === undefined) {
      if (!entry._destroy) told.added.push((await insertTest(tx, problemId, entry)).id)
      continue
    }
    const test = stored.get(entry.id)
    if (!test) throw notFound('The test case')
    const isRemoved = entry._destroy === true
    const change = differing(
      test,
      'input' in entry && !isRemoved ? { ...entry, is_active: true } : { is_active: false },
    )
    if (Object.keys(change).length === 0) continue
    await rows.updateTestCase(tx, test.id, change)
    told[isRemoved ? 'removed' : 'changed'].push(test.id)
  }
  await checkTests(engine, tx, problemId, 'test_cases_attributes')
  return told
}
