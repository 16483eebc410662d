import type { Judging } from '#contract/judging.ts'
import type { OutputChecker } from '#runtimes/compare.ts'
import type { CaseResult } from '../port.ts'
import { engineError } from '../results.ts'

/** Tests of programs as they are judged, whoever judges them. */

/** A problem's way of judging, and its tests. */
export interface JudgedProblem {
  checker?: OutputChecker
  tolerance?: string | null
  /** Missing in what was kept before it could be chosen. */
  judging?: Judging | null | undefined
  /** All of its tests, of which those that are run may be a part. */
  tests: readonly { is_sample?: boolean | undefined }[]
  /** Staff asks, who may see everything. */
  isForStaff?: boolean
}

export interface JudgedTest {
  id: string
  input: string
  output: string
  marks: number
  /** Candidates may see what a program writes for it. */
  isSample: boolean
}

/** How one test of a program ended, judged. */
export interface JudgedCase {
  result: CaseResult
  /** The program's own outcome, or passed, partly, wrong_answer. */
  outcome: string
  /** Earned part of the test's marks, from 0 to 1. */
  share: number
  /** Words of the judge's program, for staff alone; null where none judged. */
  judgeMessage: string | null
  /** The judge's program is at fault, and would be again: staff decides, and no other try. */
  isJudgesFault?: boolean
}

/** One that ended as the program itself did, which nobody need judge. */
export const endedByItself = (result: CaseResult): JudgedCase => ({
  ...{ result, outcome: result.outcome, share: 0, judgeMessage: null },
})

/** One that nobody could judge. */
export const notJudged = (result: CaseResult): JudgedCase => ({
  result,
  outcome: 'engine_error',
  share: 0,
  judgeMessage: result.message ?? null,
})

/** All of them at fault for the same reason, none of them run. */
export async function* allAtFault(tests: readonly JudgedTest[], message: string): AsyncGenerator<JudgedCase> {
  for (const { id } of tests)
    yield { ...notJudged(engineError(id, 'none', message, false)), isJudgesFault: true }
}
