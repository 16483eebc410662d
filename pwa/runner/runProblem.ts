import type { ProblemView, RunView } from '#contract/views/candidate.ts'
import { outcomeOfTest } from '#runtimes/compare.ts'
import { limitsFor, problemLimitsFor, TIME_FACTORS } from '#runtimes/limits.ts'
import { type SampleTest, summariseRun, type ToldCase } from '#runtimes/summary.ts'
import type { DeviceRunner } from './deviceRunner.ts'
import type { DeviceLanguage } from './languages.ts'

/** The parts of a problem that a run needs. */
export type RunnableProblem = Pick<
  ProblemView,
  'sample_tests' | 'checker' | 'tolerance' | 'judging' | 'limits'
>

export interface AskedRun {
  language: DeviceLanguage
  source: string
  problem: RunnableProblem
  /** A custom input; the sample tests where there is none. */
  stdin?: string
}

/** base64 of UTF-8, as the server sends streams. */
function base64(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

const samplesOf = ({ sample_tests, checker, tolerance, judging }: RunnableProblem): SampleTest[] =>
  sample_tests.map((test, index) => ({ ...test, id: String(index), checker, tolerance, judging }))

/**
 * One Run as the server does it, by the same engines, limits and comparison. It is never graded. Aborted, it ends its engine,
 * which otherwise stays warm for the next one; the promise of what was cut off may stay open.
 * @throws DeviceError
 */
export async function runProblem(
  runner: Pick<DeviceRunner, 'run' | 'stop'>,
  asked: AskedRun,
  signal?: AbortSignal,
): Promise<RunView> {
  const stop = (): void => runner.stop()
  signal?.addEventListener('abort', stop)
  try {
    return await runCases(runner, asked, signal)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function runCases(
  runner: Pick<DeviceRunner, 'run'>,
  asked: AskedRun,
  signal: AbortSignal | undefined,
): Promise<RunView> {
  const { language, source, problem, stdin } = asked
  const samples = stdin === undefined ? samplesOf(problem) : []
  const cases = samples.length > 0 ? samples : [{ id: 'stdin', input: stdin ?? '' }]
  const limits = limitsFor(problemLimitsFor(problem.limits ?? null, language), TIME_FACTORS[language])
  const results: ToldCase[] = []
  for (const { id, input } of cases) {
    const result = await runner.run(id, { language, source }, input, limits)
    signal?.throwIfAborted()
    results.push(result)
    if (result.outcome === 'compile_error') break
  }
  const summary = await summariseRun(results, samples, base64, outcomeOfTest)
  return { token: '', status: 'done', position: null, ...summary }
}
