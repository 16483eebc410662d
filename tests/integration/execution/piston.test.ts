import { afterEach, describe, expect, it } from 'vitest'
import { createPistonExecutor, type PistonOptions } from '#api/execution/piston/executor.ts'
import type { CaseResult, Executor } from '#api/execution/port.ts'
import { answer, RUNTIMES, type Script, type ScriptedPiston, scriptedPiston } from './piston-server.ts'
import { py, runOne } from './support.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function against(
  script: Script,
  slots = 4,
  options: Partial<PistonOptions> = {},
  runtimes: readonly object[] = RUNTIMES,
) {
  const server: ScriptedPiston = await scriptedPiston(script, { runtimes })
  const executor: Executor = createPistonExecutor({ endpoints: [{ url: server.url, slots }], ...options })
  open.push(server, executor)
  return { server, executor }
}

const MEMORY = 256 * 1024 * 1024
const WRAPPER = '/piston/packages/python/3.12.0/run: line 3:     3 Segmentation fault      python3.12 "$@"\n'

const verdicts: [string, ReturnType<typeof answer>, Partial<CaseResult>][] = [
  ['a program that ends well', answer({ stdout: 'x\n' }), { outcome: 'ok', stdout: 'x\n', exitCode: 0 }],
  [
    'an exit code',
    answer({ code: 3, status: 'RE' }),
    { outcome: 'runtime_error', exitCode: 3, signal: null },
  ],
  [
    'TO',
    answer({ code: null, signal: 'SIGKILL', status: 'TO' }),
    { outcome: 'time_limit', signal: 'SIGKILL' },
  ],
  ['processor time over the limit', answer({ cpu_time: 2001 }), { outcome: 'time_limit' }],
  [
    'OL',
    answer({ code: null, signal: 'SIGKILL', status: 'OL' }),
    { outcome: 'output_limit', stdoutTruncated: true },
  ],
  [
    'EL',
    answer({ code: null, signal: 'SIGKILL', status: 'EL' }),
    { outcome: 'output_limit', stderrTruncated: true },
  ],
  [
    'SG',
    answer({ code: null, signal: 'SIGFPE', status: 'SG', message: 'Caught fatal signal 8' }),
    { outcome: 'runtime_error', signal: 'SIGFPE', message: 'Caught fatal signal 8' },
  ],
  ['XX', answer({ code: null, status: 'XX' }), { outcome: 'engine_error', retryable: true }],
  [
    '137 with the memory full',
    answer({ code: 137, status: 'RE', memory: MEMORY * 0.98 }),
    { outcome: 'memory_limit' },
  ],
  [
    '137 with memory to spare',
    answer({ code: 137, status: 'RE', memory: 9 }),
    { outcome: 'runtime_error', exitCode: 137 },
  ],
  [
    'a signal',
    answer({ code: 139, status: 'RE', stderr: `own\n${WRAPPER}` }),
    { outcome: 'runtime_error', signal: 'SIGSEGV', stderr: 'own\n' },
  ],
  [
    'a program that exits with 139',
    answer({ code: 139, status: 'RE', stderr: 'own\n' }),
    { outcome: 'runtime_error', signal: null, stderr: 'own\n' },
  ],
  [
    'a forbidden system call',
    answer({ code: 159, status: 'RE', stderr: WRAPPER }),
    { outcome: 'sandbox_violation', signal: 'SIGSYS' },
  ],
  [
    'a failed compilation, repeated as run',
    answer({ code: 1, output: 'bad' }, { code: 1, output: 'bad' }),
    { outcome: 'compile_error', compileOutput: 'bad' },
  ],
  [
    'a warning while compiling',
    answer({ stdout: 'x' }, { output: 'careful' }),
    { outcome: 'ok', compileOutput: 'careful' },
  ],
  [
    'an old server without status and times',
    {
      run: { stdout: 'x', stderr: '', output: 'x', code: 0, signal: null },
      language: 'python',
      version: '3.12.0',
    } as ReturnType<typeof answer>,
    { outcome: 'ok', cpuMs: null },
  ],
  [
    'much on standard error, which is cut off and judges nothing',
    answer({ stdout: 'x\n', stderr: 'e'.repeat(20_000) }),
    { outcome: 'ok', stdout: 'x\n', stderr: 'e'.repeat(16 * 1024), stderrTruncated: true },
  ],
  [
    'more output than the limit',
    answer({ stdout: 'é'.repeat(40_000) }),
    { outcome: 'output_limit', stdoutTruncated: true, stdout: 'é'.repeat(32_768) },
  ],
]

/** As each language says it, with the file as Piston starts it. */
const refusals: [string, Parameters<typeof answer>[0], boolean][] = [
  ['ruby', { stderr: "main.rb:2: syntax error, unexpected integer literal, expecting ')'\n" }, true],
  ['ruby', { stderr: "main.rb:2:in `<main>': no syntax error (RuntimeError)\n" }, false],
  [
    'php',
    { stdout: '\nParse error: syntax error, unexpected token in /piston/jobs/1/main.php on line 3\n' },
    true,
  ],
  ['php', { stderr: 'PHP Fatal error:  Uncaught Exception: x in main.php:3\n' }, false],
  ['lua', { stderr: "lua5.4: main.lua:1: unexpected symbol near '='\n" }, true],
  ['lua', { stderr: "lua5.4: main.lua:1: x\nstack traceback:\n\t[C]: in function 'error'\n" }, false],
]

describe("Piston's answers", () => {
  it.each(verdicts)('%s', async (_name, body, expected) => {
    const { executor } = await against(() => body)
    expect(await runOne(executor, py(''))).toMatchObject(expected)
  })

  it('calls broken characters at chunk borders an engine error, not a wrong answer', async () => {
    const whole = 'é'.repeat(5000)
    const { executor } = await against(() => answer({ stdout: `${whole}\uFFFD\uFFFD` }))
    const result = await runOne(executor, py(''), '', { expectedOutput: `${whole}é` })
    expect(result).toMatchObject({ outcome: 'engine_error', suspect: 'crash' })
    // No engine makes such characters of an output that has none of several bytes.
    expect(await runOne(executor, py(''), '', { expectedOutput: 'plain' })).toMatchObject({ outcome: 'ok' })
    expect(await runOne(executor, py(''), '', { expectedOutput: `${whole}\uFFFD` })).toMatchObject({
      outcome: 'ok',
    })
  })

  it('tells of a failed compilation what the compiler said, not what was done around it', async () => {
    const stderr = "main.cpp:1: error: x\nchmod: cannot access 'a.out': No such file or directory\n"
    const stage = { ...answer({ code: 1, status: 'RE', stderr }).run, output: stderr }
    const { executor } = await against(() => ({ ...answer({}), compile: stage, run: stage }))
    expect(await runOne(executor, py(''))).toMatchObject({
      outcome: 'compile_error',
      compileOutput: 'main.cpp:1: error: x\n',
    })
  })

  const places = '    at wrapSafe (node:internal/modules/cjs/loader:1) \n    at node:internal/main:1\n'
  it.each([
    ['python', '  File "/piston/jobs/1/main.py", line 1\n    def f(:\nSyntaxError: invalid syntax\n', true],
    ['python', 'Traceback (most recent call last):\n  File "main.py", line 1\nSyntaxError: bad\n', false],
    ['javascript', `/piston/jobs/1/main.js:1\nlet x = ;\n\nSyntaxError: Unexpected token\n${places}`, true],
    ['javascript', `SyntaxError: Unexpected end\n    at JSON.parse (<anonymous>)\n${places}`, false],
  ])(
    'calls a program in %s that cannot be read a compile error (%j)',
    async (languageId, stderr, isRefused) => {
      const { executor } = await against(() => answer({ code: 1, status: 'RE', stderr }))
      expect(await runOne(executor, { languageId, source: '' })).toMatchObject(
        isRefused ? { outcome: 'compile_error', compileOutput: stderr } : { outcome: 'runtime_error' },
      )
    },
  )

  it.each(refusals)(
    'calls a program in %s that cannot be read a compile error (%j)',
    async (languageId, run, isRefused) => {
      const { executor } = await against(() => answer({ code: 1, status: 'RE', ...run }), 1, {}, [
        { language: languageId, version: '1.0.0', aliases: [] },
      ])
      expect(await runOne(executor, { languageId, source: '' })).toMatchObject(
        isRefused
          ? { outcome: 'compile_error', compileOutput: run.stdout ?? run.stderr }
          : { outcome: 'runtime_error', compileOutput: '' },
      )
    },
  )

  it('takes a broken character in short output as the program’s own', async () => {
    const { executor } = await against(() => answer({ stdout: '\uFFFD' }))
    expect(await runOne(executor, py(''), '', { expectedOutput: 'é' })).toMatchObject({ outcome: 'ok' })
  })
})

describe('requests to Piston', () => {
  it('sends JSON with an exact version, a final newline and limits that are not 0', async () => {
    const { server, executor } = await against(() => answer({}))
    await runOne(executor, py('print(1)'), '5', { limits: { cpuMs: 0.2 } })
    expect(server.jobs[0]?.contentType).toBe('application/json')
    expect(server.jobs[0]?.body).toMatchObject({
      language: 'python',
      version: '3.12.0',
      files: [{ name: 'main.py', content: 'print(1)' }],
      stdin: '5\n',
      run_cpu_time: 1,
      run_timeout: 1001,
      run_memory_limit: MEMORY,
    })
  })

  it('pins the newest version by number, and node rather than deno', async () => {
    const { executor } = await against(() => answer({}))
    const { languages } = await executor.describe()
    expect(languages.map(({ id, version }) => `${id} ${version}`)).toEqual([
      'cpp 10.2.0',
      'javascript 18.15.0',
      'python 3.12.0',
    ])
  })

  it('knows the languages of an engine of our own by its names', async () => {
    const runtimes = ['cpp', 'bash', 'java'].map((language) => ({
      language,
      version: '12.2.0',
      aliases: language === 'cpp' ? ['c++'] : [],
      runtime: `jail/${language}-12.2.0`,
    }))
    const { server, executor } = await against(() => answer({}), 1, {}, runtimes)
    const { languages } = await executor.describe()
    expect(languages.map(({ id }) => id).toSorted()).toEqual(['bash', 'cpp', 'java'])
    expect(await runOne(executor, { languageId: 'cpp', source: '' })).toMatchObject({ outcome: 'ok' })
    expect(server.jobs[0]?.body).toMatchObject({
      language: 'cpp',
      version: '12.2.0',
      files: [{ name: 'main.cpp' }],
    })
  })

  it('sends a body of 100 KB, and nothing larger: escapes count', async () => {
    const { server, executor } = await against(() => answer({}))
    await runOne(executor, py(''), 'x')
    const room = 100 * 1024 - (server.jobs[0]?.bytes ?? 0) + 1
    expect(await runOne(executor, py(''), 'x'.repeat(room))).toMatchObject({ outcome: 'ok' })
    expect(server.jobs[1]?.bytes).toBe(100 * 1024)
    const tooLarge = { outcome: 'compile_error', message: 'source too large' }
    expect(await runOne(executor, py(''), 'x'.repeat(room + 1))).toMatchObject(tooLarge)
    expect(await runOne(executor, py('"'.repeat(60_000)))).toMatchObject(tooLarge)
    expect(server.jobs).toHaveLength(2)
  })

  it('gives what is too large to the other engine, if there is one', async () => {
    const other = await against(() => answer({ stdout: 'from the other' }))
    const { executor } = await against(() => answer({}), 1, { fallback: otherWithoutLimit(other.executor) })
    expect((await runOne(executor, py(''), 'x'.repeat(200_000))).stdout).toBe('from the other')
  })

  it('does not give it to an engine that lacks the language', async () => {
    const { server, executor: other } = await against(() => answer({}), 1, {})
    const { executor } = await against(() => answer({}), 1, { fallback: withoutLanguages(other) })
    const result = await runOne(executor, py(''), 'x'.repeat(200_000))
    expect(result).toMatchObject({ outcome: 'compile_error', message: 'source too large' })
    expect(server.jobs).toEqual([])
  })

  it('never has more jobs under way than the endpoint has slots', async () => {
    // Each job waits for a second one to be there, so the slots are really used.
    let partner: (() => void) | undefined
    const { server, executor } = await against(async () => {
      if (partner === undefined) await new Promise<void>((resolve) => (partner = resolve))
      else partner()
      partner = undefined
      return answer({})
    }, 2)
    const results = await Promise.all(Array.from({ length: 20 }, () => runOne(executor, py(''))))
    expect(results.every(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(server.mostAtOnce).toBe(2)
  })

  it('tries again once after a 5xx, then says that it can be retried', async () => {
    const { server, executor } = await against((_body, response) => void response.writeHead(500).end())
    expect(await runOne(executor, py(''))).toMatchObject({ outcome: 'engine_error', retryable: true })
    expect(server.jobs).toHaveLength(2)
  })

  it('does not repeat a refused request', async () => {
    const { server, executor } = await against((_body, response) => {
      response
        .writeHead(400)
        .end(JSON.stringify({ message: 'run_timeout cannot exceed the configured limit of 3000' }))
    })
    const result = await runOne(executor, py(''))
    expect(result).toMatchObject({ outcome: 'engine_error', retryable: false })
    expect(result.message).toContain('cannot exceed')
    expect(server.jobs).toHaveLength(1)
    // The operator is told why nothing is judged.
    const health = await executor.health()
    expect(health.ok).toBe(false)
    expect(health.detail).toContain('run_timeout cannot exceed the configured limit of 3000')
  })

  it('does not send a job twice whose connection broke, and keeps its slot', async () => {
    const { server, executor } = await against((_body, response) => void response.destroy(), 1)
    expect(await runOne(executor, py(''))).toMatchObject({ outcome: 'engine_error', retryable: true })
    expect(server.jobs).toHaveLength(1)
    const waiting = runOne(executor, py(''), '', { signal: AbortSignal.timeout(50) })
    await expect(waiting).rejects.toThrow()
    expect(server.jobs).toHaveLength(1)
  })

  it('takes an answer that is cut off for a broken connection, not for nonsense', async () => {
    const { executor } = await against((_body, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('{"run":', () => response.destroy())
    })
    const result = await runOne(executor, py(''))
    expect(result).toMatchObject({ outcome: 'engine_error', retryable: true })
    expect(result.message).toContain('the connection broke')
  })

  it('says so when no server can be reached', async () => {
    const executor = createPistonExecutor({ endpoints: [{ url: 'http://127.0.0.1:1', slots: 1 }] })
    open.push(executor)
    expect(await executor.health()).toMatchObject({ ok: false })
    expect(await runOne(executor, py(''))).toMatchObject({ outcome: 'engine_error', retryable: true })
  })
})

const withoutLanguages = (executor: Executor): Executor => ({
  ...executor,
  describe: async () => ({ ...(await executor.describe()), languages: [] }),
})

/** The same executor with a short input, so that its own check lets the job pass. */
function otherWithoutLimit(executor: Executor): Executor {
  return {
    ...executor,
    execute: (program, cases, options) =>
      executor.execute(
        program,
        cases.map(({ id }) => ({ id, stdin: '' })),
        options,
      ),
  }
}
