import { describe, expect, it } from 'vitest'
import { type RunnableProblem, runProblem } from '#pwa/runner/runProblem.ts'
import { DEFAULT_LIMITS, type Limits, TIME_FACTORS } from '#runtimes/limits.ts'
import type { ToldCase } from '#runtimes/summary.ts'

const MiB = 1024 * 1024
const text = (base64: string | null): string => Buffer.from(base64 ?? '', 'base64').toString('utf8')

/** A device whose programs do what the test says, case by case. */
function device(run: (stdin: string) => Partial<ToldCase>) {
  const seen: { stdin: string; limits: Limits }[] = []
  const ended = { outcome: 'ok', stdout: '', stderr: '', compileOutput: '', cpuMs: 1.4, memoryBytes: 5 }
  let stops = 0
  return {
    seen,
    stop: () => void stops++,
    stops: () => stops,
    async run(caseId: string, _program: unknown, stdin: string, limits: Limits): Promise<ToldCase> {
      seen.push({ stdin, limits })
      return { ...ended, caseId, ...run(stdin) }
    },
  }
}
const problem = (more: Partial<RunnableProblem> = {}): RunnableProblem => ({
  sample_tests: [
    { input: '1', output: '0.5\n' },
    { input: '2', output: '1.0\n' },
  ],
  ...more,
})
const asked = (more: Partial<RunnableProblem> = {}, stdin?: string) => ({
  language: 'python' as const,
  source: '',
  problem: problem(more),
  stdin,
})

describe('a run on the device', () => {
  it('runs the samples and compares each as the problem says', async () => {
    const halves = device((stdin) => ({ stdout: `${Number(stdin) / 2}`, cpuMs: 12.6 }))
    const exact = await runProblem(halves, asked())
    expect(exact.status).toBe('done')
    expect(exact.samples.map(({ outcome, passed }) => [outcome, passed])).toEqual([
      ['passed', true],
      ['wrong_answer', false],
    ])
    expect(exact.samples[1]).toMatchObject({ input: '2', expected: '1.0\n', cpu_ms: 13, memory_bytes: 5 })
    expect(text(exact.samples[1]?.stdout ?? null)).toBe('1')
    const close = await runProblem(halves, asked({ checker: 'float', tolerance: '0.01' }))
    expect(close.samples.every(({ passed }) => passed)).toBe(true)
  })

  it('compares in the detail that the problem says, and not where a program judges', async () => {
    const loud = device(() => ({ stdout: 'YES 1000.5' }))
    const sample_tests = [{ input: '1', output: 'yes 1000' }]
    const outcomeOf = async (more: Partial<RunnableProblem>) => {
      const run = await runProblem(
        loud,
        asked({ sample_tests, checker: 'float', tolerance: '0.001', ...more }),
      )
      return run.samples[0]?.outcome
    }
    expect(await outcomeOf({})).toBe('wrong_answer')
    expect(await outcomeOf({ judging: { ignore_case: true } })).toBe('passed')
    expect(await outcomeOf({ judging: { ignore_case: true, tolerance_of: 'absolute' } })).toBe('wrong_answer')
    expect(await outcomeOf({ checker: 'program' })).toBe('ok')
  })

  it('runs no further sample once it was stopped', async () => {
    const stop = new AbortController()
    const halves = device(() => {
      stop.abort()
      return {}
    })
    await expect(runProblem(halves, asked(), stop.signal)).rejects.toThrow()
    expect(halves.seen).toHaveLength(1)
    expect(halves.stops()).toBe(1)
  })

  it('leaves its engine warm for the next one where it ended by itself', async () => {
    const stop = new AbortController()
    const halves = device(() => ({}))
    await runProblem(halves, asked(), stop.signal)
    stop.abort()
    expect(halves.stops()).toBe(0)
  })

  it('runs a custom input alone, and compares it with nothing', async () => {
    const echo = device((stdin) => ({ stdout: `${stdin} → ü` }))
    const view = await runProblem(echo, asked({}, 'mine'))
    expect(view.samples).toEqual([])
    expect(view.outcome).toBe('ok')
    expect(text(view.stdout)).toBe('mine → ü')
    expect(echo.seen.map(({ stdin }) => stdin)).toEqual(['mine'])
  })

  it('tries nothing more of what does not compile, and tells the first trouble', async () => {
    const broken = device(() => ({ outcome: 'compile_error', stderr: 'no', compileOutput: 'no' }))
    const view = await runProblem(broken, asked())
    expect(broken.seen).toHaveLength(1)
    expect(text(view.compile_output)).toBe('no')
    expect(view.samples.map(({ outcome }) => outcome)).toEqual(['compile_error', 'compile_error'])
  })

  it('grants what the server grants: the default for the language, or what the problem sets', async () => {
    const idle = device(() => ({}))
    await runProblem(idle, asked())
    await runProblem(idle, asked({ limits: { python: { cpu_ms: 700, memory_mb: 64 } } }))
    expect(idle.seen[0]?.limits).toMatchObject({
      ...DEFAULT_LIMITS,
      cpuMs: DEFAULT_LIMITS.cpuMs * TIME_FACTORS.python,
      wallMs: expect.any(Number),
    })
    expect(idle.seen.at(-1)?.limits).toMatchObject({ cpuMs: 700, memoryBytes: 64 * MiB })
  })
})
