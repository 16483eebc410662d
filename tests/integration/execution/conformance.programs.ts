import type { Limits, Outcome } from '#api/execution/port.ts'
import type { LanguageId } from '#runtimes/languages.ts'
import { SQL_PROGRAMS } from './conformance.sql.ts'
import { TYPESCRIPT_PROGRAMS } from './conformance.typescript.ts'

/** A program with what any engine must make of it. */
export interface ConformanceProgram {
  name: string
  languageId: LanguageId
  source: string
  stdin?: string
  limits?: Partial<Limits>
  outcome: Outcome
  stdout?: string
  stderr?: RegExp
  exitCode?: number
  /** On WebAssembly alone: CPython itself runs out of its memory there. */
  isOfWasm?: true
}

const MiB = 1024 * 1024
/** Enough for a busy machine; what must end by a limit gets less. */
const brief: Partial<Limits> = { cpuMs: 250 }

const javascript: Omit<ConformanceProgram, 'languageId'>[] = [
  { name: 'hello', source: 'console.log("hello")', outcome: 'ok', stdout: 'hello\n', exitCode: 0 },
  {
    name: 'sum of standard input',
    source:
      "const t = require('fs').readFileSync(0, 'utf8'); console.log(t.split(' ').map(Number).reduce((a, b) => a + b))",
    stdin: '5 6 7',
    outcome: 'ok',
    stdout: '18\n',
  },
  {
    name: 'lines by readline',
    source:
      "const rl = require('readline').createInterface({ input: process.stdin }); let n = 0; rl.on('line', () => n++); rl.on('close', () => console.log(n))",
    stdin: 'a\nb\nc',
    outcome: 'ok',
    stdout: '3\n',
  },
  {
    name: 'promises and timers',
    source: 'setTimeout(() => console.log("b"), 50); Promise.resolve().then(() => console.log("a"))',
    outcome: 'ok',
    stdout: 'a\nb\n',
  },
  {
    name: 'uncaught error',
    source: 'throw new TypeError("bad")',
    outcome: 'runtime_error',
    exitCode: 1,
    stderr: /TypeError: bad/,
  },
  {
    name: 'rejected main',
    source: 'async function main() { throw new Error("late") }\nmain()',
    outcome: 'runtime_error',
    exitCode: 1,
    stderr: /late/,
  },
  { name: 'exit code', source: 'process.exit(7)', outcome: 'runtime_error', exitCode: 7 },
  { name: 'syntax error', source: 'let x = ;', outcome: 'compile_error' },
  { name: 'endless loop', source: 'for (;;) {}', limits: brief, outcome: 'time_limit' },
  { name: 'endless output', source: 'for (;;) console.log("x".repeat(1000))', outcome: 'output_limit' },
  {
    name: 'memory',
    source: 'const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))',
    limits: { memoryBytes: 48 * MiB },
    outcome: 'memory_limit',
  },
  { name: 'recursion', source: 'function f(n) { return f(n + 1) + 1 } f(0)', outcome: 'runtime_error' },
  { name: 'no output', source: '', outcome: 'ok', stdout: '' },
  { name: 'text beyond ASCII', source: 'console.log("é€😀")', outcome: 'ok', stdout: 'é€😀\n' },
]

const python: Omit<ConformanceProgram, 'languageId'>[] = [
  { name: 'hello', source: 'print("hello")', outcome: 'ok', stdout: 'hello\n', exitCode: 0 },
  {
    name: 'sum of standard input',
    source: 'print(sum(map(int, input().split())))',
    stdin: '5 6 7',
    outcome: 'ok',
    stdout: '18\n',
  },
  {
    name: 'all lines',
    source: 'import sys\nprint(len(sys.stdin.readlines()))',
    stdin: 'a\nb\nc',
    outcome: 'ok',
    stdout: '3\n',
  },
  {
    name: 'standard library',
    source: 'import collections, heapq, json, math, re\nprint(json.dumps(collections.Counter("aab")))',
    outcome: 'ok',
    stdout: '{"a": 2, "b": 1}\n',
  },
  {
    name: 'uncaught error',
    source: 'print("before")\n1/0',
    outcome: 'runtime_error',
    exitCode: 1,
    stdout: 'before\n',
    stderr: /ZeroDivisionError/,
  },
  { name: 'exit code', source: 'import sys\nsys.exit(7)', outcome: 'runtime_error', exitCode: 7 },
  { name: 'syntax error', source: 'def f(:', outcome: 'compile_error', exitCode: 1, stderr: /SyntaxError/ },
  {
    name: 'syntax error in a text',
    source: 'exec("def f(:")',
    outcome: 'runtime_error',
    stderr: /SyntaxError/,
  },
  {
    name: 'much on standard error',
    source: 'import sys\nsys.stderr.write("note\\n" * 4000)\nprint("right")',
    outcome: 'ok',
    stdout: 'right\n',
  },
  {
    name: 'a remembered recursion',
    source:
      'from functools import lru_cache\n@lru_cache(None)\ndef f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nprint(f(480) % 1000)',
    outcome: 'ok',
    stdout: '360\n',
  },
  {
    name: 'an object that calls itself',
    source: 'class A:\n  def __call__(self, n): return 0 if n == 0 else 1 + self(n - 1)\nprint(A()(480))',
    outcome: 'ok',
    stdout: '480\n',
  },
  {
    name: 'a recursion through C without an end',
    isOfWasm: true,
    source:
      'import sys\nfrom functools import lru_cache\nsys.setrecursionlimit(10**6)\n@lru_cache(None)\ndef f(n): return f(n - 1)\ntry: f(10**6)\nexcept RecursionError: print("caught")',
    outcome: 'ok',
    stdout: 'caught\n',
  },
  {
    name: 'lists that grow',
    source: 'a = []\nwhile True: a.append(list(range(1000)))',
    limits: { memoryBytes: 64 * MiB },
    outcome: 'memory_limit',
  },
  { name: 'endless loop', source: 'while True: pass', limits: brief, outcome: 'time_limit' },
  {
    name: 'sleep over the wall time',
    source: 'import time\ntime.sleep(60)',
    limits: { wallMs: 400 },
    outcome: 'time_limit',
  },
  {
    name: 'short sleep',
    source: 'import time\nt = time.time()\ntime.sleep(0.1)\nprint(0.09 < time.time() - t < 1)',
    outcome: 'ok',
    stdout: 'True\n',
  },
  {
    name: 'its own processor time',
    source:
      'import time\na = time.process_time()\nwhile time.process_time() - a < 0.05: pass\ntime.sleep(0.3)\nprint(0.05 <= time.process_time() - a < 0.3, a < 2)',
    outcome: 'ok',
    stdout: 'True True\n',
  },
  { name: 'endless output', source: 'while True: print("x" * 1000)', outcome: 'output_limit' },
  {
    name: 'memory',
    source: 'a = []\nwhile True: a.append(bytearray(1 << 20))',
    limits: { memoryBytes: 48 * MiB },
    outcome: 'memory_limit',
  },
  {
    name: 'recursion',
    source: 'def f(n): return f(n + 1)\nf(0)',
    outcome: 'runtime_error',
    stderr: /RecursionError/,
  },
  {
    name: 'own files',
    source: 'open("a.txt", "w").write("x" * 9)\nprint(len(open("a.txt").read()))',
    outcome: 'ok',
    stdout: '9\n',
  },
  { name: 'text beyond ASCII', source: 'print("é€😀")', outcome: 'ok', stdout: 'é€😀\n' },
]

export const CONFORMANCE: ConformanceProgram[] = [
  ...javascript.map((program) => ({ ...program, languageId: 'javascript' as const })),
  ...python.map((program) => ({ ...program, languageId: 'python' as const })),
  ...SQL_PROGRAMS.map((program) => ({ ...program, languageId: 'sql' as const })),
  ...TYPESCRIPT_PROGRAMS.map((program) => ({ ...program, languageId: 'typescript' as const })),
]
