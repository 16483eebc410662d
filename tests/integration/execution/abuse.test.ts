import { beforeAll, describe, expect, it } from 'vitest'
import type { Executor, Limits, Outcome, Program } from '#api/execution/port.ts'
import { js, py, runOne, sharedEngine } from './support.ts'

let executor: Executor

beforeAll(async () => {
  executor = await sharedEngine()
})

interface Abuse {
  name: string
  program: Program
  limits?: Partial<Limits>
  outcomes: Outcome[]
  stdout?: string
}

const MiB = 1024 * 1024

const corpus: Abuse[] = [
  { name: 'fork bomb', program: py('import os\nwhile True: os.fork()'), outcomes: ['runtime_error'] },
  {
    name: 'processes',
    program: py('import subprocess\nsubprocess.run(["id"])'),
    outcomes: ['runtime_error'],
  },
  { name: 'os.system', program: py('import os\nos.system("id")'), outcomes: ['runtime_error'] },
  {
    name: 'child_process',
    program: js('require("child_process").execSync("id")'),
    outcomes: ['runtime_error'],
  },
  { name: 'endless output', program: py('while True: print("x")'), outcomes: ['output_limit'] },
  { name: 'a line of 10 MB', program: py('print("x" * 10**7)'), outcomes: ['output_limit'] },
  {
    name: 'endless errors',
    program: js('for (;;) console.error("x".repeat(99))'),
    limits: { cpuMs: 200 },
    outcomes: ['time_limit'],
  },
  {
    name: 'output limit caught',
    program: js('for (;;) { try { console.log("x".repeat(999)) } catch {} }'),
    outcomes: ['output_limit'],
  },
  {
    name: 'invalid UTF-8',
    program: py('import sys\nsys.stdout.buffer.write(b"a\\xff\\xfeb")'),
    outcomes: ['ok'],
    stdout: 'a\uFFFD\uFFFDb',
  },
  {
    name: 'invalid UTF-8',
    program: js('process.stdout.write(Buffer.from([97, 255, 98]))'),
    outcomes: ['ok'],
    stdout: 'a\uFFFDb',
  },
  { name: 'a NUL in the output', program: js('console.log("a\\0b")'), outcomes: ['ok'], stdout: 'a\0b\n' },
  {
    name: 'sleep',
    program: py('import time\ntime.sleep(10**6)'),
    limits: { wallMs: 300 },
    outcomes: ['time_limit'],
  },
  {
    name: 'a sleep that is too long',
    program: py('import time\ntime.sleep(10**6)'),
    limits: { idleMs: 300 },
    outcomes: ['time_limit'],
  },
  {
    name: 'a sleep that is too long',
    program: js('setTimeout(() => console.log("woken"), 30_000)'),
    outcomes: ['time_limit'],
    stdout: '',
  },
  {
    name: 'many short sleeps',
    program: js('const nap = () => setTimeout(nap, 10); nap()'),
    outcomes: ['time_limit'],
  },
  {
    name: '/etc/passwd',
    program: py('print(open("/etc/passwd").read())'),
    outcomes: ['runtime_error'],
    stdout: '',
  },
  {
    name: '/etc/passwd',
    program: js('console.log(require("fs").readFileSync("/etc/passwd", "utf8"))'),
    outcomes: ['runtime_error'],
    stdout: '',
  },
  {
    name: '/proc',
    program: py('import os\nprint(os.listdir("/proc"))'),
    outcomes: ['runtime_error'],
    stdout: '',
  },
  {
    name: 'a way up',
    program: py('print(open("../../../../etc/hostname").read())'),
    outcomes: ['runtime_error'],
    stdout: '',
  },
  {
    name: 'environment',
    program: py('import os\nprint(dict(os.environ))'),
    outcomes: ['ok'],
    stdout: '{}\n',
  },
  { name: 'environment', program: js('console.log(process.env)'), outcomes: ['ok'], stdout: '{}\n' },
  {
    name: 'socket',
    program: py('import socket\nsocket.create_connection(("1.1.1.1", 80))'),
    outcomes: ['runtime_error'],
  },
  { name: 'fetch', program: js('fetch("http://1.1.1.1")'), outcomes: ['runtime_error'] },
  { name: 'kill -9 -1', program: py('import os, signal\nos.kill(-1, 9)'), outcomes: ['runtime_error'] },
  {
    name: 'threads',
    program: py('import threading\nthreading.Thread(target=print).start()'),
    outcomes: ['runtime_error'],
  },
  { name: 'ctypes', program: py('import ctypes\nctypes.string_at(0)'), outcomes: ['runtime_error'] },
  { name: 'memory hog', program: py('a = [0] * 10**9'), outcomes: ['memory_limit'] },
  {
    name: 'memory hog',
    program: js('let s = "x"; for (;;) s += s'),
    limits: { memoryBytes: 48 * MiB },
    outcomes: ['memory_limit', 'runtime_error'],
  },
  {
    name: 'file hog',
    program: py('f = open("f", "wb")\nwhile True: f.write(b"x" * 65536)'),
    outcomes: ['runtime_error'],
  },
  {
    name: 'files that are gone and open',
    program: py(
      'import os\nopen_files = []\nfor i in range(99):\n f = open("f", "wb")\n f.write(b"x" * 10**7)\n f.flush()\n os.remove("f")\n open_files.append(f)',
    ),
    outcomes: ['runtime_error'],
  },
  {
    name: 'files that were long',
    program: py(
      'import os\nfor i in range(40):\n fd = os.open(str(i), os.O_CREAT | os.O_RDWR)\n os.ftruncate(fd, 24 << 20)\n os.ftruncate(fd, 0)\nprint("ok")',
    ),
    outcomes: ['ok'],
  },
  {
    name: 'a hole in a file',
    program: py('import os\nos.truncate(os.open("f", os.O_CREAT | os.O_RDWR), 1 << 40)'),
    outcomes: ['runtime_error'],
  },
  {
    name: 'infinite recursion',
    program: py('import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()'),
    limits: { memoryBytes: 32 * MiB },
    outcomes: ['runtime_error', 'memory_limit'],
  },
  {
    name: 'native recursion',
    program: py('class A:\n def __repr__(self): return repr(self)\nrepr(A())'),
    outcomes: ['runtime_error'],
  },
  { name: 'infinite recursion', program: js('const f = () => f(); f()'), outcomes: ['runtime_error'] },
  { name: 'native recursion', program: js('JSON.parse("[".repeat(1e6))'), outcomes: ['runtime_error'] },
  {
    name: 'slow expression',
    program: js('/(a+)+$/.test("a".repeat(50) + "b")'),
    limits: { cpuMs: 200 },
    outcomes: ['time_limit'],
  },
  {
    name: 'slow built-in',
    program: js('(9n ** 999999n) ** 99n'),
    limits: { cpuMs: 200 },
    outcomes: ['time_limit', 'runtime_error', 'memory_limit'],
  },
  {
    name: 'endless timers',
    program: js('setInterval(() => {}, 1)'),
    limits: { cpuMs: 200 },
    outcomes: ['time_limit'],
  },
  {
    name: 'endless promises',
    program: js('const f = () => Promise.resolve().then(f); f()'),
    limits: { cpuMs: 200 },
    outcomes: ['time_limit', 'memory_limit'],
  },
  { name: 'empty output', program: py(''), outcomes: ['ok'], stdout: '' },
  {
    name: 'CRLF output',
    program: py('import sys\nsys.stdout.write("a\\r\\nb\\r\\n")'),
    outcomes: ['ok'],
    stdout: 'a\r\nb\r\n',
  },
  { name: 'abort', program: py('import os\nos.abort()'), outcomes: ['runtime_error'] },
  { name: 'source with NUL', program: py('print(1)\0print(2)'), outcomes: ['compile_error'] },
  { name: 'source with lone surrogate', program: js('console.log("\ud800".length)'), outcomes: ['ok'] },
]

describe('programs that mean harm or break things', () => {
  it.each(corpus)('$program.languageId: $name', async ({ program, limits, outcomes, stdout }) => {
    const result = await runOne(executor, program, '', { limits })
    expect(outcomes).toContain(result.outcome)
    if (stdout !== undefined) expect(result.stdout).toBe(stdout)
    expect(result.stdout.length).toBeLessThanOrEqual(65_536)
  })

  it('leaves the engine as it was: normal programs pass afterwards', async () => {
    expect(await runOne(executor, py('print(input())'), 'x')).toMatchObject({ outcome: 'ok', stdout: 'x\n' })
    expect(await runOne(executor, js('console.log(readline())'), 'x')).toMatchObject({
      outcome: 'ok',
      stdout: 'x\n',
    })
  })

  it('shares nothing between two runs', async () => {
    await runOne(executor, js('Object.prototype.left = 1; Array.prototype.map = null'))
    expect((await runOne(executor, js('console.log({}.left, [1].map(String)[0])'))).stdout).toBe(
      'undefined 1\n',
    )
    await runOne(executor, py('open("left", "w").write("x")\nimport builtins\nbuiltins.print = None'))
    expect((await runOne(executor, py('import os\nprint(os.path.exists("left"))'))).stdout).toBe('False\n')
  })

  it('takes entropy for each run of Python', async () => {
    const program = py('import random\nprint(random.random(), hash("a"))')
    const [first, second] = [await runOne(executor, program), await runOne(executor, program)]
    expect(first.stdout).not.toBe(second.stdout)
  })
})
