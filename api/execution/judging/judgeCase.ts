import type { Judging } from '#contract/judging.ts'
import { isTalking } from '#contract/judging.ts'
import type { OutputChecker } from '#runtimes/compare.ts'
import { outcomeAside } from '../comparing/compare.ts'
import type { Case, CaseResult, ExecuteOptions, Executor, JudgeAnswer, JudgeAsk, Program } from '../port.ts'
import { engineError } from '../results.ts'
import { shareOf } from './answer.ts'
import { newSecret, stateOfTest, testedProgram, withoutState } from './unitTests.ts'

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

/** Passes of a validator that never comes to an end. */
const ONE_PASS = 1

const ofShare = (share: number): string => (share >= 1 ? 'passed' : share > 0 ? 'partly' : 'wrong_answer')

/**
 * Runs a program on tests of its problem and judges each, one after the other, in their order.
 * @returns each test as it ended; an engine_error is no verdict, and `result.message` says what failed
 */
export async function* judgeCases(
  executor: Executor,
  problem: JudgedProblem,
  program: Program,
  tests: readonly JudgedTest[],
  options: ExecuteOptions,
): AsyncGenerator<JudgedCase> {
  const judge = problem.checker === 'program' ? problem.judging?.program : undefined
  const secret = newSecret()
  const cases = tests.map(
    ({ id, input, output }): Case => ({
      id,
      stdin: judge?.kind === 'tests' ? `${secret} ${input.trim()}` : input,
      expectedOutput: output,
    }),
  )
  if (problem.checker === 'program' && !judge)
    return yield* allAtFault(tests, 'The problem has no judge’s program.')
  if (judge?.kind === 'tests')
    return yield* judgeByTests(executor, { problem, judge, secret }, program, tests, cases, options)
  const interactor = judge && isTalking(judge.kind) ? judge : undefined
  for await (const result of executor.execute(program, cases, { ...options, interactor })) {
    const test = tests.find(({ id }) => id === result.caseId)
    if (!test) continue
    if (!judge) {
      const { checker, tolerance, judging } = problem
      const expected = {
        output: test.output,
        judging,
        ...(checker && { checker }),
        ...(tolerance && { tolerance }),
      }
      const outcome = await outcomeAside(expected, result.outcome, result.stdout)
      yield { result, outcome, share: outcome === 'passed' ? 1 : 0, judgeMessage: null }
    } else if (result.outcome !== 'ok')
      yield { result, outcome: result.outcome, share: 0, judgeMessage: null }
    else if (interactor) yield judgedBy(result, onePass(result.judged ?? NO_TALK), test)
    else yield await judgePasses(executor, { judge, program, test, options }, result)
  }
}

/** A talk is not begun again. */
const onePass = (answer: JudgeAnswer): JudgeAnswer =>
  answer.nextInput === null
    ? answer
    : { ...NO_TALK, message: 'The judge’s program asked for another pass, and a talk has one alone.' }

const NO_TALK: JudgeAnswer = {
  ...{ verdict: 'fault', share: 0, nextInput: null, feedback: {} },
  message: 'The engine of this language cannot let the program talk to a judge’s program: that takes boxes.',
}

function judgedBy(result: CaseResult, answer: JudgeAnswer, { marks }: JudgedTest): JudgedCase {
  if (answer.verdict === 'fault') {
    const { message, retryable = false } = answer
    const failed: CaseResult = {
      ...{ ...result, outcome: 'engine_error', retryable, message },
      // A box that fails over this program each time is given up, as an engine is.
      ...(retryable && { suspect: 'crash' as const }),
    }
    return { ...notJudged(failed), isJudgesFault: !retryable }
  }
  const share = shareOf(answer, marks)
  return { result, outcome: ofShare(share), share, judgeMessage: answer.message }
}

/** Asks a validator, and runs the program again as often as that wants. */
async function judgePasses(
  executor: Executor,
  {
    judge,
    program,
    test,
    options,
  }: { judge: JudgeAsk['program']; program: Program; test: JudgedTest; options: ExecuteOptions },
  first: CaseResult,
): Promise<JudgedCase> {
  if (!executor.judge) return judgedBy(first, NO_BOXES, test)
  const passes = judge.passes ?? ONE_PASS
  let result = first
  let feedback: JudgeAsk['feedback'] = {}
  let input = test.input
  for (let pass = 1; ; pass++) {
    const ask = { program: judge, input, answer: test.output, output: result.stdout, feedback }
    const answer = await executor.judge(ask, options.signal)
    if (answer.nextInput === null) return judgedBy(result, answer, test)
    if (pass >= passes)
      return judgedBy(result, { ...answer, verdict: 'fault', message: tooMany(passes) }, test)
    ;({ feedback, nextInput: input } = { ...answer, nextInput: answer.nextInput })
    const again: Case = { id: test.id, stdin: input }
    let next: CaseResult = engineError(test.id, result.engine, 'the next pass was not run', true)
    for await (const one of executor.execute(program, [again], options)) next = one
    result = { ...next, ...together(result, next) }
    if (result.outcome !== 'ok') return { result, outcome: result.outcome, share: 0, judgeMessage: null }
  }
}

const NO_BOXES: JudgeAnswer = {
  ...NO_TALK,
  message: 'A judge’s program takes boxes, and this server has none: see its engines.',
}

const tooMany = (passes: number): string =>
  `The judge’s program asked for more than ${passes === ONE_PASS ? 'one pass, and the problem does not allow for several' : `${passes} passes`}.`

/** Time and memory of several passes. */
const together = (a: CaseResult, b: CaseResult) => ({
  cpuMs: a.cpuMs === null || b.cpuMs === null ? null : a.cpuMs + b.cpuMs,
  wallMs: a.wallMs === null || b.wallMs === null ? null : a.wallMs + b.wallMs,
  memoryBytes:
    a.memoryBytes === null || b.memoryBytes === null ? null : Math.max(a.memoryBytes, b.memoryBytes),
})

/** Words in the place of what a program writes beside hidden tests: it could write them out. */
const NOT_SHOWN = 'What the code writes is not shown, because hidden tests are in the same file.\n'

/** Runs the tests of a file, or of the one for samples, one after the other. */
async function* judgeByTests(
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
  if (result.outcome !== 'ok') return { result: told, outcome: result.outcome, share: 0, judgeMessage: null }
  if (state === 'passed') return { result: told, outcome: 'passed', share: 1, judgeMessage: null }
  if (state === 'refused') {
    const refused: CaseResult = { ...told, outcome: 'compile_error', exitCode: 1, compileOutput: told.stderr }
    return { result: refused, outcome: 'compile_error', share: 0, judgeMessage: null }
  }
  if (state === 'crashed')
    return {
      result: { ...told, outcome: 'runtime_error' },
      outcome: 'runtime_error',
      share: 0,
      judgeMessage: null,
    }
  if (state === 'missing' || state === 'broken') {
    const message = told.stderr.trim()
    const failed: CaseResult = { ...told, outcome: 'engine_error', retryable: false, message }
    return { ...notJudged(failed), isJudgesFault: true }
  }
  const ended = state === null ? 'The program ended before its test did.' : null
  return { result: told, outcome: 'wrong_answer', share: 0, judgeMessage: ended }
}

const notJudged = (result: CaseResult): JudgedCase => ({
  result,
  outcome: 'engine_error',
  share: 0,
  judgeMessage: result.message ?? null,
})

async function* allAtFault(tests: readonly JudgedTest[], message: string): AsyncGenerator<JudgedCase> {
  for (const { id } of tests)
    yield { ...notJudged(engineError(id, 'none', message, false)), isJudgesFault: true }
}

/** A program in another language than its tests: told like a program that does not compile. */
async function* otherLanguage(tests: readonly JudgedTest[], language: string): AsyncGenerator<JudgedCase> {
  for (const { id } of tests) {
    const compileOutput = `The tests of this problem call code in ${language}: write it in that language.`
    const result: CaseResult = {
      ...engineError(id, 'none', '', false),
      ...{ outcome: 'compile_error', exitCode: 1, compileOutput, message: compileOutput },
    }
    yield { result, outcome: 'compile_error', share: 0, judgeMessage: null }
  }
}
