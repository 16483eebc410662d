import type { Case, CaseResult, ExecuteOptions, Executor, JudgeAsk, Program } from '../port.ts'
import { emptyResult } from '../results.ts'
import {
  allAtFault,
  endedByItself,
  type JudgedCase,
  type JudgedProblem,
  type JudgedTest,
  notJudged,
} from './judged.ts'
import { stateOfTest, testedProgram, withoutState } from './unitTests.ts'

/** Judging by unit tests: the author's call the candidate's code, in one program. */

/** Words in the place of what a program writes beside hidden tests: it could write them out. */
const NOT_SHOWN = 'What the code writes is not shown, because hidden tests are in the same file.\n'

/** Runs the tests of a file, or of the one for samples, one after the other. */
export async function* judgeByTests(
  executor: Executor,
  { problem, judge, secret }: { problem: JudgedProblem; judge: JudgeAsk['program']; secret: string },
  program: Program,
  tests: readonly JudgedTest[],
  cases: readonly Case[],
  options: ExecuteOptions,
): AsyncGenerator<JudgedCase> {
  if (program.languageId !== judge.language) return yield* otherLanguage(tests, judge.language)
  const [all, forSamples] = judge.files
  const isSecret =
    !problem.isForStaff && forSamples === undefined && problem.tests.some(({ is_sample }) => !is_sample)
  const sourceOf = (isSample: boolean): string | null => {
    const file = isSample ? (forSamples ?? all) : all
    return testedProgram(judge.language, program.source, file?.content ?? '')
  }
  const [ofSamples, ofOthers] = [sourceOf(true), sourceOf(false)]
  if (ofSamples === null || ofOthers === null)
    return yield* allAtFault(tests, `Unit tests cannot be written in ${judge.language}.`)
  // In their order: a run of tests that share a file is one ask, for which a program is made ready once.
  for (let from = 0; from < cases.length; ) {
    const isSample = tests[from]?.isSample === true
    let to = from
    while (to < cases.length && (ofSamples === ofOthers || (tests[to]?.isSample === true) === isSample)) to++
    const source = isSample ? ofSamples : ofOthers
    for await (const result of executor.execute({ ...program, source }, cases.slice(from, to), options)) {
      const judged = judgedByTests(result, secret)
      const isHushed = isSecret && tests.find(({ id }) => id === result.caseId)?.isSample === true
      yield isHushed ? hushed(judged) : judged
    }
    from = to
  }
}

/** A sample beside hidden tests: how it went, and only the words of a program that cannot be read. */
const hushed = ({ result, ...judged }: JudgedCase): JudgedCase => ({
  ...judged,
  result: { ...result, stdout: '', stderr: result.outcome === 'compile_error' ? result.stderr : NOT_SHOWN },
})

/** How a unit test went; the program's own words stay what it wrote. */
function judgedByTests(result: CaseResult, secret: string): JudgedCase {
  const state = stateOfTest(secret, result.stdout)
  const told = { ...result, stdout: withoutState(secret, result.stdout) }
  if (result.outcome !== 'ok') return endedByItself(told)
  if (state === 'passed') return { result: told, outcome: 'passed', share: 1, judgeMessage: null }
  if (state === 'refused')
    return endedByItself({ ...told, outcome: 'compile_error', exitCode: 1, compileOutput: told.stderr })
  if (state === 'crashed') return endedByItself({ ...told, outcome: 'runtime_error' })
  if (state === 'missing' || state === 'broken') {
    const message = told.stderr.trim()
    const failed: CaseResult = { ...told, outcome: 'engine_error', retryable: false, message }
    return { ...notJudged(failed), isJudgesFault: true }
  }
  const ended = state === null ? 'The program ended before its test did.' : null
  return { result: told, outcome: 'wrong_answer', share: 0, judgeMessage: ended }
}

/** A program in another language than its tests: told like a program that does not compile. */
async function* otherLanguage(tests: readonly JudgedTest[], language: string): AsyncGenerator<JudgedCase> {
  for (const { id } of tests) {
    const compileOutput = `The tests of this problem call code in ${language}: write it in that language.`
    yield endedByItself({
      ...emptyResult(id, 'none'),
      ...{ outcome: 'compile_error', exitCode: 1, compileOutput, message: compileOutput },
    })
  }
}
