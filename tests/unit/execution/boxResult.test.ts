import { expect, test } from 'vitest'
import type { BoxEnd } from '#api/execution/jail/box.ts'
import { boxResult, refusedResult } from '#api/execution/jail/report.ts'
import { TOOLCHAINS } from '#api/execution/jail/toolchains.ts'

/** The result of a case, by how its box ended. */

type Ended = Extract<BoxEnd, { kind: 'ended' }>

const ended = (end: Partial<Ended> = {}): Ended => ({
  kind: 'ended',
  exitCode: 0,
  signal: null,
  endedBy: null,
  cpuMs: 40,
  wallMs: 60.4,
  memoryBytes: 4096,
  stdout: Buffer.from('out\n'),
  stderr: Buffer.alloc(0),
  stdoutTruncated: false,
  stderrTruncated: false,
  ...end,
})
const toolchain = (id: string) => TOOLCHAINS.find((one) => one.id === id) ?? TOOLCHAINS[0]
const result = (end: BoxEnd, id = 'c', startMs = 0) => {
  const of = toolchain(id)
  if (!of) throw new Error('There is no toolchain')
  return boxResult('1', 'jail/gcc-12', of, end, { cpuMs: 100, startMs })
}
const failing = (stderr: string): Ended => ended({ exitCode: 1, stderr: Buffer.from(stderr) })
const killed = (signal: string): Ended => ended({ exitCode: null, signal })

test.each<[string, BoxEnd, string, string?]>([
  ['its own end', ended(), 'ok'],
  ['another status', ended({ exitCode: 3 }), 'runtime_error'],
  ['a signal', killed('SIGSEGV'), 'runtime_error'],
  ['the signal of the system for its time', killed('SIGXCPU'), 'time_limit'],
  ['a call that the filter ends it for', killed('SIGSYS'), 'sandbox_violation'],
  ['more time than it has, by itself', ended({ cpuMs: 100.1 }), 'time_limit'],
  ['all its time', ended({ cpuMs: 100 }), 'ok'],
  ['the supervisor, for its time', ended({ endedBy: 'cpu' }), 'time_limit'],
  ['the supervisor, for the time that passed', ended({ endedBy: 'wall' }), 'time_limit'],
  ['the supervisor, for its memory', ended({ endedBy: 'memory' }), 'memory_limit'],
  ['the supervisor, for its files', ended({ endedBy: 'files' }), 'sandbox_violation'],
  ['the supervisor, for its processes', ended({ endedBy: 'processes' }), 'sandbox_violation'],
  ['this server, for its output', ended({ endedBy: 'output', cpuMs: null }), 'output_limit'],
  ['no memory, in its own words', failing('terminate called after std::bad_alloc'), 'memory_limit'],
  ['those words without a failure', ended({ stderr: Buffer.from('MemoryError') }), 'ok'],
  [
    'a program that cannot be read',
    failing('/app/main.rb:1: syntax error, unexpected'),
    'compile_error',
    'ruby',
  ],
  [
    'the same words in another language',
    failing('/app/main.rb:1: syntax error, unexpected'),
    'runtime_error',
    'bash',
  ],
  [
    'a line of PHP in a text',
    failing("PHP Parse error:  x in /app/main.php(1) : eval()'d code on line 1"),
    'runtime_error',
    'php',
  ],
  [
    'a trace of Lua',
    failing('lua5.4: /app/main.lua:1: no\nstack traceback:\n\t[C]: in ?'),
    'runtime_error',
    'lua',
  ],
])('%s', (_, end, outcome, id) => expect(result(end, id)).toMatchObject({ outcome }))

test('a language’s own start is in no program’s time', () => {
  expect(result(ended({ cpuMs: 150 }), 'java', 60)).toMatchObject({ outcome: 'ok', cpuMs: 90 })
  expect(result(ended({ cpuMs: 160.1 }), 'java', 60)).toMatchObject({ outcome: 'time_limit', cpuMs: 100.1 })
  expect(result(ended({ cpuMs: 50 }), 'java', 60)).toMatchObject({ cpuMs: 0 })
  expect(result(ended({ cpuMs: null }))).toMatchObject({ cpuMs: null })
})

test('a box that could not be made is no verdict', () => {
  const failed = { kind: 'failed', detail: 'no user namespaces' } as const
  const told = { outcome: 'engine_error', retryable: true, message: 'no user namespaces' }
  expect(result(failed)).toMatchObject({ ...told, suspect: 'crash' })
  expect(refusedResult('1', 'jail/gcc-12', {}, failed)).toMatchObject(told)
})

test('a compiler that refuses says why, and one that is ended says by what', () => {
  const refused = (end: Partial<Ended>) =>
    refusedResult(
      '1',
      'jail/gcc-12',
      {},
      ended({ exitCode: 1, stdout: Buffer.alloc(0), stderr: Buffer.from('main.c: no'), ...end }),
    )
  expect(refused({})).toMatchObject({ outcome: 'compile_error', compileOutput: 'main.c: no', exitCode: 1 })
  expect(refused({ endedBy: 'memory', exitCode: null })).toMatchObject({
    outcome: 'compile_error',
    compileOutput: 'The compiler was ended: memory used up.\nmain.c: no',
    message: 'memory used up',
    exitCode: null,
  })
})
