import type { RunEvent, RunSample } from '#contract/events.ts'
import type { Expectation } from './compare.ts'

/** How one run of a program ended, as far as a person is told. */
export interface ToldCase {
  caseId: string
  outcome: string
  stdout: string
  stderr: string
  compileOutput: string
  cpuMs: number | null
  memoryBytes: number | null
  message?: string
}

/** A test that a candidate may see. */
export interface SampleTest extends Expectation {
  id: string
  input: string
}

/** The result of a run: its streams as base64, and each sample test compared. */
export type RunSummary = Omit<RunEvent, 'type' | 'token'>

/**
 * So many characters of inputs, of expected and of actual outputs are shown of all samples together, and of each at least so
 * many: a Run is written and sent whole, and nobody reads more.
 */
const SHOWN_TOGETHER = 3 * 65_536
const SHOWN_AT_LEAST = 1_000

const rounded = (ms: number | null | undefined): number | null => (ms == null ? null : Math.round(ms))

/** How one test ended, as `outcomeOfTest` says, wherever that is found out. */
export type OutcomeOf = (expected: SampleTest, outcome: string, stdout: string) => Promise<string> | string

async function shown(
  sample: SampleTest,
  result: ToldCase | undefined,
  outcomeOf: OutcomeOf,
  cut: (text: string) => string,
): Promise<Omit<RunSample, 'stdout'>> {
  // A program that the compiler refused is not tried on the other samples.
  const outcome = await outcomeOf(sample, result?.outcome ?? 'compile_error', result?.stdout ?? '')
  return {
    input: cut(sample.input),
    expected: cut(sample.output),
    outcome,
    passed: outcome === 'passed',
    cpu_ms: rounded(result?.cpuMs),
    memory_bytes: result?.memoryBytes ?? null,
  }
}

/**
 * Sums up a Run: of the sample tests, or of one custom input where there are none. The first case that did not simply
 * end stands for the whole, else the first.
 */
export async function summariseRun(
  results: readonly ToldCase[],
  samples: readonly SampleTest[],
  base64: (text: string) => string,
  outcomeOf: OutcomeOf,
): Promise<RunSummary> {
  const most = Math.max(SHOWN_AT_LEAST, Math.floor(SHOWN_TOGETHER / Math.max(1, samples.length)))
  const cut = (text: string) => text.slice(0, most)
  const told = results.find(({ outcome }) => outcome !== 'ok') ?? results[0]
  return {
    stdout: base64(told?.stdout ?? ''),
    stderr: base64(told?.stderr ?? ''),
    compile_output: base64(told?.compileOutput ?? ''),
    outcome: told?.outcome ?? 'engine_error',
    message: told?.message ?? '',
    cpu_ms: rounded(told?.cpuMs),
    samples: await Promise.all(
      samples.map(async (sample) => {
        const result = results.find(({ caseId }) => caseId === sample.id)
        return { ...(await shown(sample, result, outcomeOf, cut)), stdout: base64(cut(result?.stdout ?? '')) }
      }),
    ),
  }
}
