import { describe, expect, it } from 'vitest'
import { judgeCases } from '#api/execution/judging/judgeCase.ts'
import type { JudgedCase } from '#api/execution/judging/judged.ts'
import { newSecret, stateOfTest } from '#api/execution/judging/unitTests.ts'
import type { CaseResult, Executor, JudgeAnswer } from '#api/execution/port.ts'
import type { JudgeKind } from '#contract/judging.ts'
import { scriptedExecutor } from '../../factories/index.ts'

/** What becomes of an engine's results and of a judge's answers, without boxes. */

const problem = (kind: JudgeKind, passes?: number) => ({
  checker: 'program' as const,
  judging: {
    program: {
      kind,
      language: 'python',
      files: [{ name: 'judge', content: 'x' }],
      ...(passes && { passes }),
    },
  },
  tests: [],
})
const answer = (to: Partial<JudgeAnswer>): JudgeAnswer => ({
  ...{ verdict: 'accepted', share: 1, message: '', nextInput: null, feedback: {} },
  ...to,
})
const test = { id: '1', input: 'first', output: 'x', marks: 10, isSample: false }

async function judge(of: ReturnType<typeof problem>, executor: Executor): Promise<JudgedCase | undefined> {
  const program = { languageId: 'python', source: 'p' }
  for await (const one of judgeCases(executor, of, program, [test], {})) return one
  return undefined
}

describe('a program that judges', () => {
  it('without boxes, and without a talk, is no verdict', async () => {
    for (const kind of ['validator', 'interactor'] as const)
      expect(await judge(problem(kind), scriptedExecutor())).toMatchObject({
        ...{ outcome: 'engine_error', isJudgesFault: true },
      })
  })

  it('whose box failed is asked again, and is given up like an engine', async () => {
    const failing = answer({ verdict: 'fault', retryable: true, message: 'no room' })
    const one = await judge(problem('validator'), { ...scriptedExecutor(), judge: async () => failing })
    expect(one).toMatchObject({ outcome: 'engine_error', isJudgesFault: false, result: { suspect: 'crash' } })
  })

  it('adds up what its passes took, and ends with the first that fails', async () => {
    const results: Partial<CaseResult>[] = [
      { cpuMs: 10, memoryBytes: 5 },
      { cpuMs: 20, memoryBytes: 3 },
    ]
    const asked: string[] = []
    const executor: Executor = {
      ...scriptedExecutor((_, { stdin }) => {
        asked.push(stdin)
        return results[asked.length - 1] ?? { outcome: 'runtime_error' }
      }),
      judge: async () => answer({ nextInput: asked.length < 3 ? `pass ${asked.length + 1}` : null }),
    }
    const crashed = await judge(problem('validator', 5), executor)
    expect(asked).toEqual(['first', 'pass 2', 'pass 3'])
    expect(crashed).toMatchObject({ outcome: 'runtime_error', share: 0 })
    asked.length = 0
    results.push({ cpuMs: 30, memoryBytes: 1 })
    expect(await judge(problem('validator', 5), executor)).toMatchObject({
      ...{ outcome: 'passed', result: { cpuMs: 60, memoryBytes: 5 } },
    })
  })
})

describe('the line that tells of a unit test', () => {
  it('counts where it is the last one, with the secret of this run', () => {
    expect(newSecret()).not.toBe(newSecret())
    expect(stateOfTest('s', 's passed\ns failed\nmine')).toBe('failed')
    expect(stateOfTest('s', 'other passed\n')).toBe(null)
    expect(stateOfTest('s', 's perfect\n')).toBe(null)
  })

  it('says nothing of a program that failed after it', async () => {
    const after = scriptedExecutor((_, { stdin }) => ({
      ...{ outcome: 'runtime_error', stdout: `${stdin.split(' ')[0]} passed\n` },
    }))
    expect(await judge(problem('tests'), after)).toMatchObject({ outcome: 'runtime_error', share: 0 })
  })
})
