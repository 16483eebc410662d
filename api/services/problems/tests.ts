import { consoleTexts } from '#contract/consoleTexts.ts'
import { PROBLEM_MAX_BYTES } from '#contract/constants.ts'
import type { ChangedProblemBody, TestCaseForm } from '#contract/forms/bank.ts'
import type { Queries } from '#db/connect.ts'
import * as rows from '#db/queries/problems.ts'
import { notFound, Refusal } from '../../errors.ts'

/** A problem's tests within a change: they keep their ids, and one that is removed is deactivated, never deleted. */

type Entry = NonNullable<ChangedProblemBody['test_cases_attributes']>[number]

/** Ids, for the audit log: contents of tests are secrets of a kind, and long. */
export interface TestChange {
  added: number[]
  changed: number[]
  removed: number[]
}

const MOST_TESTS = 500

export const testFault = (field: string, sentence: string): Refusal =>
  new Refusal('invalid', sentence, { errors: { [field]: [sentence] } })

/** @throws Refusal invalid where the tests that stand now are none, too many, or more than a form could send again */
export async function checkTests(tx: Queries, problemId: number, field: string): Promise<void> {
  const tests = await rows.listActiveTests(tx, problemId)
  if (tests.length === 0) throw testFault(field, consoleTexts.testCaseRequired)
  if (tests.length > MOST_TESTS) throw testFault(field, `At most ${MOST_TESTS} test cases`)
  const bytes = tests.reduce(
    (sum, { input, output }) => sum + Buffer.byteLength(input) + Buffer.byteLength(output),
    0,
  )
  if (bytes > PROBLEM_MAX_BYTES)
    throw testFault(
      field,
      `The test cases of a problem hold at most ${PROBLEM_MAX_BYTES / 1_000_000} MB together`,
    )
}

export async function insertTest(tx: Queries, problemId: number, test: TestCaseForm) {
  return rows.insertTestCase(tx, {
    problem_id: problemId,
    position: await rows.nextTestPosition(tx, problemId),
    input: test.input,
    output: test.output,
    marks: test.marks,
    is_sample: test.is_sample ?? false,
  })
}

/** Of the fields that are given those that are other than what stands. */
export function differing(
  test: rows.TestCaseRow,
  given: Partial<TestCaseForm> & { is_active?: boolean | undefined },
) {
  const { input, output, marks, is_sample, is_active } = given
  return Object.fromEntries(
    Object.entries({ input, output, marks, is_sample, is_active }).filter(
      ([name, value]) => value !== undefined && value !== test[name as keyof rows.TestCaseRow],
    ),
  )
}

/**
 * Adds, changes and deactivates as the entries say.
 * @throws Refusal not_found: a test of another problem; invalid: as `checkTests`
 */
export async function applyTests(
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
  await checkTests(tx, problemId, 'test_cases_attributes')
  return told
}
