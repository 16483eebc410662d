import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPistonExecutor } from '#api/execution/piston/executor.ts'
import type { CaseResult, Executor } from '#api/execution/port.ts'
import { createEngineService, type RunningService } from '#api/execution/service/service.ts'
import { CONFORMANCE, type ConformanceProgram } from './conformance.programs.ts'
import { runOne, sharedEngine } from './support.ts'

let embedded: Executor
let service: RunningService
let piston: Executor

beforeAll(async () => {
  embedded = await sharedEngine()
  service = await createEngineService(embedded, { quirks: { wrapperLine: true } }).listen(0)
  piston = createPistonExecutor({ endpoints: [{ url: service.url, slots: 1 }] })
})

afterAll(async () => {
  await piston.close()
  await service.close()
})

function check(program: ConformanceProgram, result: CaseResult): void {
  const { outcome, stdout, stderr, exitCode } = program
  expect(result).toMatchObject({
    outcome,
    ...(stdout !== undefined && { stdout }),
    ...(exitCode !== undefined && { exitCode }),
  })
  if (stderr !== undefined) expect(result.stderr).toMatch(stderr)
  if (outcome === 'output_limit') expect(result.stdoutTruncated).toBe(true)
  if (outcome === 'compile_error') expect(result.compileOutput).not.toBe('')
  expect(result.stderr).not.toContain('/piston/')
}

const adapters: [string, () => Executor][] = [
  ['embedded', () => embedded],
  ['piston over our own service', () => piston],
]

describe.each(adapters)('%s', (_name, executor) => {
  it.each(CONFORMANCE)('$languageId: $name', async (program) => {
    check(program, await runOne(executor(), program, program.stdin, { limits: program.limits }))
  })

  it('names the exact versions of its languages', async () => {
    const { languages } = await executor().describe()
    expect(languages.map(({ id, version }) => `${id} ${version}`).sort()).toEqual([
      'javascript 2025.9.13',
      'python 3.12.0',
      'sql 3.54.1',
      'typescript 5.9.0',
    ])
  })

  it('gives the results of several cases in their order', async () => {
    const cases = ['3', '1', '2'].map((stdin) => ({ id: stdin, stdin }))
    const seen: string[] = []
    const program = { languageId: 'javascript', source: 'console.log(readline() * 2)' }
    for await (const result of executor().execute(program, cases, {}))
      seen.push(`${result.caseId}:${result.stdout}`)
    expect(seen).toEqual(['3:6\n', '1:2\n', '2:4\n'])
  })

  it('does not run a language it does not have', async () => {
    const result = await runOne(executor(), { languageId: 'cobol', source: '' })
    expect(result).toMatchObject({ outcome: 'engine_error', retryable: false })
  })

  it('is healthy', async () => {
    expect(await executor().health()).toMatchObject({ ok: true })
  })
})
