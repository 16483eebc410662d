import type { RunEvent, RunSample } from '#contract/events.ts'
import { type Expectation, outcomeOfTest } from './compare.ts'

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

/** What a run came to: its streams as base64, and each sample test compared. */
export type RunSummary = Omit<RunEvent, 'type' | 'token'>

const rounded = (ms: number | null | undefined): number | null => (ms == null ? null : Math.round(ms))

function shown(sample: SampleTest, result: ToldCase | undefined): Omit<RunSample, 'stdout'> {
  // What the compiler refused is not tried on the other samples.
  const outcome = outcomeOfTest(sample, result?.outcome ?? 'compile_error', result?.stdout ?? '')
  return {
    input: sample.input,
    expected: sample.output,
    outcome,
    passed: outcome === 'passed',
    cpu_ms: rounded(result?.cpuMs),
    memory_bytes: result?.memoryBytes ?? null,
  }
}

/**
 * Sums up a Run: of the sample tests, or of one custom input where there are none. What is told of the whole is the
 * first case that did not simply end, else the first.
 */
export function summariseRun(
  results: readonly ToldCase[],
  samples: readonly SampleTest[],
  base64: (text: string) => string,
): RunSummary {
  const told = results.find(({ outcome }) => outcome !== 'ok') ?? results[0]
  return {
    stdout: base64(told?.stdout ?? ''),
    stderr: base64(told?.stderr ?? ''),
    compile_output: base64(told?.compileOutput ?? ''),
    outcome: told?.outcome ?? 'engine_error',
    message: told?.message ?? '',
    cpu_ms: rounded(told?.cpuMs),
    samples: samples.map((sample) => {
      const result = results.find(({ caseId }) => caseId === sample.id)
      return { ...shown(sample, result), stdout: base64(result?.stdout ?? '') }
    }),
  }
}
