import { isTalking } from '#contract/judging.ts'
import { outcomeAside } from '../comparing/compare.ts'
import type { Case, CaseResult, ExecuteOptions, Executor, JudgeAnswer, JudgeAsk, Program } from '../port.ts'
import { engineError } from '../results.ts'
import { judgeFault, shareOf } from './answer.ts'
import { judgeByTests } from './judgeByTests.ts'
import {
  allAtFault,
  endedByItself,
  type JudgedCase,
  type JudgedProblem,
  type JudgedTest,
  notJudged,
} from './judged.ts'
import { newSecret } from './unitTests.ts'

/** Judging what programs write: by comparison, or by a program of the problem's author. */

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
    } else if (result.outcome !== 'ok') yield endedByItself(result)
    else if (interactor) yield judgedBy(result, onePass(result.judged ?? NO_TALK), test)
    else yield await judgePasses(executor, { judge, program, test, options }, result)
  }
}

/** A talk is not begun again. */
const onePass = (answer: JudgeAnswer): JudgeAnswer =>
  answer.nextInput === null
    ? answer
    : judgeFault('The judge’s program asked for another pass, and a talk has one alone.')

const NO_TALK = judgeFault(
  'The engine of this language cannot let the program talk to a judge’s program: that takes boxes.',
)

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
    if (pass >= passes) return judgedBy(result, judgeFault(tooMany(passes)), test)
    ;({ feedback, nextInput: input } = { ...answer, nextInput: answer.nextInput })
    const again: Case = { id: test.id, stdin: input }
    let next: CaseResult = engineError(test.id, result.engine, 'the next pass was not run', true)
    for await (const one of executor.execute(program, [again], options)) next = one
    result = { ...next, ...together(result, next) }
    if (result.outcome !== 'ok') return endedByItself(result)
  }
}

const NO_BOXES = judgeFault('A judge’s program takes boxes, and this server has none: see its engines.')

const tooMany = (passes: number): string =>
  `The judge’s program asked for more than ${passes === ONE_PASS ? 'one pass, and the problem does not allow for several' : `${passes} passes`}.`

/** Time and memory of several passes. */
const together = (a: CaseResult, b: CaseResult) => ({
  cpuMs: a.cpuMs === null || b.cpuMs === null ? null : a.cpuMs + b.cpuMs,
  wallMs: a.wallMs === null || b.wallMs === null ? null : a.wallMs + b.wallMs,
  memoryBytes:
    a.memoryBytes === null || b.memoryBytes === null ? null : Math.max(a.memoryBytes, b.memoryBytes),
})
