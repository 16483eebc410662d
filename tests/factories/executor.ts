import type { Case, CaseResult, Executor, LimitKind, LimitStrength, Program } from '#api/execution/port.ts'
import { emptyResult } from '#api/execution/results.ts'
import type { TestApp } from './app.ts'
import { programs, rightOutput } from './programs.ts'

/** An engine at the port that knows the factory's programs: for tests about everything but running code. */

export type Behaviour = (
  program: Program,
  testCase: Case,
) => Partial<CaseResult> | Promise<Partial<CaseResult>>

export const scripted: Behaviour = ({ source }, { stdin }) => {
  switch (source) {
    case programs.right:
      return { stdout: rightOutput(stdin) }
    case programs.samplesOnly:
      return stdin.includes('sample')
        ? { stdout: rightOutput(stdin) }
        : { outcome: 'runtime_error', stderr: 'only samples' }
    case programs.echo:
      return { stdout: stdin }
    case programs.crash:
      return { outcome: 'runtime_error', stderr: stdin }
    default:
      return { stdout: '0\n' }
  }
}

const hard: Record<LimitKind, LimitStrength> = {
  cpu: 'hard',
  wall: 'hard',
  memory: 'hard',
  output: 'hard',
  files: 'hard',
  network: 'hard',
}

/** The result, unless its signal aborts first: then it rejects with the signal's reason. */
function orAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    result.then(resolve, reject)
  })
}

export function scriptedExecutor(behave: Behaviour = scripted, slots = 2): Executor {
  const language = { version: '1', engine: 'scripted', tier: 'wasm' as const, limits: hard }
  return {
    describe: async () => ({
      slots,
      languages: [
        { ...language, id: 'javascript', name: 'JavaScript' },
        { ...language, id: 'python', name: 'Python' },
      ],
    }),
    async *execute(program, cases, { signal }) {
      for (const testCase of cases) {
        const result = await orAborted(Promise.resolve(behave(program, testCase)), signal)
        yield { ...emptyResult(testCase.id, 'scripted'), ...result }
      }
    },
    health: async () => ({ ok: true, detail: 'scripted' }),
    close: async () => {},
  }
}

/**
 * An engine that begins programs and ends each only when told to, all as refused by the compiler, so that a program is
 * one case: for tests about who gets its turn when.
 */
export function stepwiseExecutor(slots = 1): { executor: Executor; begun: string[]; end(): void } {
  const begun: string[] = []
  const held: (() => void)[] = []
  const behave: Behaviour = async ({ source }) => {
    begun.push(source)
    await new Promise<void>((resolve) => held.push(resolve))
    return { outcome: 'compile_error', exitCode: 1 }
  }
  return {
    executor: scriptedExecutor(behave, slots),
    begun,
    /** Ends all that have begun and not ended. */
    end() {
      for (const free of held.splice(0)) free()
    },
  }
}

/**
 * Lets the queue look for work, over everything that was written before.
 * @returns when it has taken what it takes, also over jobs whose end stands in the database and is not heard of yet
 */
export async function looked({ ctx, queue }: Pick<TestApp, 'ctx' | 'queue'>): Promise<void> {
  await ctx.db.write(async () => {})
  // Those who waited for an earlier write go on first.
  await new Promise((resolve) => setImmediate(resolve))
  await queue.wake()
}
