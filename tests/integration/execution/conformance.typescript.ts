import type { ConformanceProgram } from './conformance.programs.ts'

/** TypeScript, with all that is more than types. */
export const TYPESCRIPT_PROGRAMS: readonly Omit<ConformanceProgram, 'languageId'>[] = [
  {
    name: 'sum of standard input',
    source:
      "import { readFileSync } from 'node:fs'\ninterface Pair { n: number }\nconst all = readFileSync(0, 'utf8').split(' ').map((word): Pair => ({ n: Number(word) }))\nconsole.log(all.reduce<number>((sum, { n }) => sum + n, 0))",
    stdin: '5 6 7',
    outcome: 'ok',
    stdout: '18\n',
    exitCode: 0,
  },
  {
    name: 'enums, namespaces, parameter properties and an import by require',
    source:
      "import fs = require('fs')\nenum Colour { Red, Green = 'g' }\nconst enum Size { Large = 5 }\nnamespace Box { export const depth: number = 3 }\nclass Ship { constructor(readonly name: string, private tons = 2) {}\n  weight(): number { return this.tons } }\nconst ship = new Ship(fs.readFileSync(0, 'utf8').trim())\nconsole.log(Colour.Green, Size.Large, Box.depth, ship.name, ship.weight())",
    stdin: 'Ada',
    outcome: 'ok',
    stdout: 'g 5 3 Ada 2\n',
  },
  {
    name: 'types that are wrong',
    source: "const n: number = 'four' as any\nconsole.log(n!.length satisfies number)",
    outcome: 'ok',
    stdout: '4\n',
  },
  {
    name: 'syntax error',
    source: 'interface A { n: number }\nlet x: = 3',
    outcome: 'compile_error',
    stderr: /main\.ts:2:8\nlet x: = 3\n {7}\^\nSyntaxError: Unexpected token `=`/,
    exitCode: 1,
  },
  {
    name: 'an error of the engine that runs it',
    source: 'let a: number = 1\nlet a: number = 2',
    outcome: 'compile_error',
    stderr: /\b2:\d+|main\.[jt]s:2\b/,
  },
  {
    name: 'the line of an uncaught error',
    source: 'type N = number\n\nfunction fail(n: N): never {\n  throw new TypeError("bad " + n)\n}\nfail(1)',
    outcome: 'runtime_error',
    exitCode: 1,
    stderr: /TypeError: bad 1[\s\S]*main\.[jt]s:4:/,
  },
  {
    name: 'the line of an uncaught error behind an enum',
    source:
      'enum A {\n  B,\n  C,\n}\n\n// A note.\n\nfunction fail(n: A): never {\n  throw new TypeError("bad " + n)\n}\nfail(A.C)',
    outcome: 'runtime_error',
    exitCode: 1,
    stderr: /TypeError: bad 1[\s\S]*main\.ts:9:/,
  },
  {
    name: 'endless loop',
    source: 'for (let n: number = 0; ; n++) {}',
    limits: { cpuMs: 250 },
    outcome: 'time_limit',
  },
  {
    name: 'too deep to be read',
    source: `const x: unknown = ${'['.repeat(20_000)}`,
    outcome: 'compile_error',
  },
  { name: 'no output', source: '', outcome: 'ok', stdout: '' },
]
