import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import { judgeCases } from '#api/execution/judging/judgeCase.ts'
import type { JudgedCase, JudgedProblem } from '#api/execution/judging/judged.ts'
import type { Executor } from '#api/execution/port.ts'
import type { JudgeProgram } from '#contract/judging.ts'
import { embeddedExecutor } from '../support.ts'
import { foldersOfBoxes, processesOfBoxes } from './boxesLeft.ts'

/** Programs of authors that judge, each in a box of its own: validators, testlib, interactors, several passes, unit tests. */

// The server keeps its files for itself.
const umask = process.umask(0o077)
afterAll(() => void process.umask(umask))

const isLongRun = process.env.HOLDFAST_EXAMS_TIMES !== undefined
const before = new Set(foldersOfBoxes())
const executor = createJailExecutor({ slots: 1 })
afterAll(() => executor.close())
const offered = (await executor.describe()).languages.map(({ id }) => id)
const ownFolders = foldersOfBoxes().filter((name) => !before.has(name))
const canJudge = offered.includes('python')
if (!canJudge) console.log('skipped: no boxes on this machine for programs that judge')

const judgedIn = (
  judge: Omit<JudgeProgram, 'files'> & { source: string; beside?: JudgeProgram['files'] },
): JudgedProblem => {
  const { source, beside = [], ...of } = judge
  return {
    tests: [],
    checker: 'program',
    judging: { program: { ...of, files: [{ name: 'judge', content: source }, ...beside] } },
  }
}

async function judge(
  problem: JudgedProblem,
  source: string,
  tests: readonly [input: string, output: string][],
  language = 'python',
): Promise<JudgedCase[]> {
  const all = tests.map(([input, output], n) => ({
    id: String(n),
    input,
    output,
    marks: 10,
    isSample: n === 0,
  }))
  const judged: JudgedCase[] = []
  for await (const one of judgeCases(executor, problem, { languageId: language, source }, all, { limits }))
    judged.push(one)
  return judged
}
const limits = { cpuMs: 500 }
const outcomes = (judged: readonly JudgedCase[]) => judged.map(({ outcome, share }) => [outcome, share])

const VALIDATOR = `
import sys
judge_in, judge_ans, feedback = sys.argv[1:4]
limit = int(open(judge_in).read())
wanted = int(open(judge_ans).read())
try:
    given = [int(word) for word in sys.stdin.read().split()]
except ValueError:
    open(feedback + 'judgemessage.txt', 'w').write('not a number')
    sys.exit(43)
if sum(given) == wanted and len(given) <= limit:
    sys.exit(42)
open(feedback + 'judgemessage.txt', 'w').write('the sum is %d' % sum(given))
if len(sys.argv) > 4 and sum(given) * 2 == wanted:
    open(feedback + 'score_multiplier.txt', 'w').write('0.5')
    sys.exit(42)
sys.exit(43)
`

describe.runIf(canJudge)('programs that judge', () => {
  it('a validator takes any right output, says why not, and gives parts of the marks', async () => {
    const problem = judgedIn({ kind: 'validator', language: 'python', source: VALIDATOR })
    const program = "print('3 4' if input() == '2' else 'words')"
    const judged = await judge(problem, program, [
      ['2', '7'],
      ['5', '7'],
      ['2', '8'],
    ])
    expect(outcomes(judged)).toEqual([
      ['passed', 1],
      ['wrong_answer', 0],
      ['wrong_answer', 0],
    ])
    expect(judged.map(({ judgeMessage }) => judgeMessage)).toEqual(['', 'not a number', 'the sum is 7'])
    const partly = judgedIn({
      kind: 'validator',
      language: 'python',
      source: VALIDATOR,
      arguments: ['partly'],
    })
    expect(outcomes(await judge(partly, program, [['2', '14']]))).toEqual([['partly', 0.5]])
  })

  it('one that fails is no verdict, and says what it said', async () => {
    const judged = await judge(
      judgedIn({ kind: 'validator', language: 'python', source: 'raise Exception("no such file")' }),
      'print(1)',
      [['1', '1']],
    )
    expect(judged[0]).toMatchObject({ outcome: 'engine_error', share: 0, isJudgesFault: true })
    expect(judged[0]?.judgeMessage).toMatch(
      /^The judge’s program ended with exit code 1\.\n[\s\S]*no such file/,
    )
    const killed = await judge(
      judgedIn({ kind: 'validator', language: 'python', source: 'import os; os.kill(os.getpid(), 11)' }),
      'print(1)',
      [['1', '1']],
    )
    expect(killed[0]?.judgeMessage).toContain('was ended by SIGSEGV')
    const nowhere = await judge(judgedIn({ kind: 'validator', language: 'cobol', source: 'x' }), 'print(1)', [
      ['1', '1'],
    ])
    expect(nowhere[0]).toMatchObject({ isJudgesFault: true })
    expect(nowhere[0]?.judgeMessage).toContain('cobol')
  }, 60_000)

  it('is not asked about a program that did not simply end', async () => {
    const problem = judgedIn({ kind: 'validator', language: 'python', source: 'import sys; sys.exit(42)' })
    expect(outcomes(await judge(problem, 'raise SystemExit(1)', [['1', '1']]))).toEqual([
      ['runtime_error', 0],
    ])
  })

  it.runIf(offered.includes('cpp'))(
    'testlib’s way: a header beside it, exit codes, points',
    async () => {
      const problem = judgedIn({
        kind: 'testlib',
        language: 'cpp',
        source: `
#include "mylib.h"
int main(int argc, char** argv) {
  std::ifstream in(argv[1]), out(argv[2]), answer(argv[3]);
  int a, b; answer >> a;
  if (!(out >> b)) { std::cerr << "no number"; return PE; }
  if (a == b) return 0;
  if (a < b) { std::cerr << "points 5 too much"; return 7; }
  std::cerr << "too little"; return 1;
}`,
        beside: [{ name: 'mylib.h', content: '#include <fstream>\n#include <iostream>\n#define PE 2\n' }],
      })
      const judged = await judge(problem, 'print(input())', [
        ['7', '7'],
        ['8', '7'],
        ['6', '7'],
        ['x', '7'],
      ])
      expect(outcomes(judged)).toEqual([
        ['passed', 1],
        ['partly', 0.5],
        ['wrong_answer', 0],
        ['wrong_answer', 0],
      ])
      expect(judged.map(({ judgeMessage }) => judgeMessage)).toEqual([
        '',
        'points 5 too much',
        'too little',
        'no number',
      ])
    },
    60_000,
  )

  const INTERACTOR = `
import sys
number = int(open(sys.argv[1]).read())
for turn in range(10):
    line = sys.stdin.readline()
    if not line: sys.exit(43)
    if line.startswith('!'):
        sys.exit(42 if int(line[1:]) == number else 43)
    guess = int(line)
    print('less' if number < guess else 'more' if number > guess else 'it', flush=True)
open(sys.argv[3] + 'judgemessage.txt', 'w').write('too many questions')
sys.exit(43)
`
  const ASKING = `
low, high = 1, 100
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    said = input()
    if said == 'it': break
    if said == 'less': high = middle - 1
    else: low = middle + 1
print('!', middle)
`

  it('an interactor talks to the program, and what they said is kept', async () => {
    const problem = judgedIn({ kind: 'interactor', language: 'python', source: INTERACTOR })
    const [right] = await judge(problem, ASKING, [['75', '']])
    expect(right).toMatchObject({ outcome: 'passed', share: 1 })
    expect(right?.result.stdout).toBe('> 50\n< more\n> 75\n< it\n> ! 75\n')
    const [asksOn] = await judge(problem, 'while True:\n  print(1, flush=True)\n  input()', [['75', '']])
    expect(asksOn).toMatchObject({ outcome: 'wrong_answer', judgeMessage: 'too many questions' })
    const [silent] = await judge(problem, 'print(end="")', [['75', '']])
    expect(silent).toMatchObject({ outcome: 'wrong_answer' })
    const [crashed] = await judge(problem, 'print(1, flush=True)\nraise Exception("x")', [['75', '']])
    expect(crashed).toMatchObject({ outcome: 'runtime_error' })
    if (isLongRun) {
      const [waits] = await judge(problem, 'import time\ntime.sleep(60)', [['75', '']])
      expect(waits).toMatchObject({ outcome: 'time_limit' })
    }
  }, 60_000)

  it('an interactor that fails is no verdict', async () => {
    const problem = judgedIn({ kind: 'interactor', language: 'python', source: 'raise Exception("away")' })
    const [one] = await judge(problem, ASKING, [['75', '']])
    expect(one).toMatchObject({ outcome: 'engine_error', isJudgesFault: true })
  })

  it('a validator with several passes runs the program again on what it writes, and remembers', async () => {
    const source = `
import os, sys
feedback = sys.argv[3]
state = feedback + 'seen'
seen = open(state).read() if os.path.exists(state) else ''
said = sys.stdin.read().strip()
open(state, 'w').write(seen + said)
if len(seen) < 2:
    open(feedback + 'nextpass.in', 'w').write('pass %d' % (len(seen) + 2))
    sys.exit(42)
sys.exit(42 if seen + said == '123' else 43)
`
    const program = "line = input()\nprint(line[-1] if line.startswith('pass') else 1)"
    const of = (passes?: number) =>
      judgedIn({ kind: 'validator', language: 'python', source, ...(passes && { passes }) })
    expect(outcomes(await judge(of(3), program, [['start', '']]))).toEqual([['passed', 1]])
    expect(outcomes(await judge(of(3), 'print(1)', [['start', '']]))).toEqual([['wrong_answer', 0]])
    const [tooMany] = await judge(of(2), program, [['start', '']])
    expect(tooMany?.judgeMessage).toBe('The judge’s program asked for more than 2 passes.')
    const [single] = await judge(of(), program, [['start', '']])
    expect(single?.judgeMessage).toContain('does not allow for several')
  })

  it('unit tests call the code, tell each test by its name, and are not fooled by an early end', async () => {
    const problem = judgedIn({
      kind: 'tests',
      language: 'python',
      source: `
from solution import add
import unittest
def test_small(): assert add(1, 2) == 3
def test_large(): assert add(10**20, 1) == 10**20 + 1
class TestMore(unittest.TestCase):
    def setUp(self): self.base = 5
    def test_base(self): self.assertEqual(add(self.base, 1), 6)
`,
    })
    const names: [string, string][] = [
      ['test_small', ''],
      ['test_large', ''],
      ['TestMore.test_base', ''],
    ]
    const all = (source: string) => judge(problem, source, names)
    expect(outcomes(await all('def add(a, b): return a + b'))).toEqual(Array(3).fill(['passed', 1]))
    const [small, large] = await all("print('hi')\ndef add(a, b): return min(a + b, 99)")
    expect([small?.outcome, large?.outcome]).toEqual(['passed', 'wrong_answer'])
    expect(small?.result.stdout).toBe('hi')
    expect(large?.result.stderr).toContain('AssertionError')
    expect(outcomes(await all('import os\nos._exit(0)'))).toEqual(Array(3).fill(['wrong_answer', 0]))
    const [refused] = await all('def add(a, b:\n  return')
    expect(refused?.outcome).toBe('compile_error')
    expect(refused?.result.compileOutput).toContain('line 1')
    const [unknown] = await judge(problem, 'def add(a, b): return 3', [['test_none', '']])
    expect(unknown).toMatchObject({ isJudgesFault: true, judgeMessage: 'The tests have no test_none.' })
    const [other] = await judge(problem, 'puts 1', [['test_small', '']], 'ruby')
    expect(other?.result.compileOutput).toBe(
      'The tests of this problem call code in python: write it in that language.',
    )
  }, 60_000)

  it('the files beside a judge’s program belong to it: with another one it is another program', async () => {
    const of = (code: number) =>
      judgedIn({
        ...{ kind: 'validator', language: 'python', source: 'import sys, helper\nsys.exit(helper.code)' },
        beside: [{ name: 'helper.py', content: `code = ${code}` }],
      })
    expect((await judge(of(42), 'print(1)', [['1', '']]))[0]?.outcome).toBe('passed')
    expect((await judge(of(43), 'print(1)', [['1', '']]))[0]?.outcome).toBe('wrong_answer')
  })

  it('reads no link of the feedback folder, and lets a validator write what it likes', async () => {
    const source = `
import os, sys
os.symlink('/judge/answer', sys.argv[3] + 'judgemessage.txt')
sys.stdout.write('x' * 20_000_000)
sys.exit(43)`
    const [one] = await judge(judgedIn({ kind: 'validator', language: 'python', source }), 'print(1)', [
      ['1', 'secret'],
    ])
    expect(one).toMatchObject({ outcome: 'wrong_answer', judgeMessage: '' })
  })

  it('a talk keeps its beginning, and one that goes on after its end is over', async () => {
    const talks = 'import sys\nfor line in sys.stdin: pass\nsys.exit(42)'
    const [long] = await judge(
      judgedIn({ kind: 'interactor', language: 'python', source: talks }),
      "print('0123456789' * 100_000)",
      [['1', '']],
    )
    expect(long?.outcome).toBe('passed')
    expect(long?.result.stdout.length).toBeLessThan(40_000)
    const accepts = judgedIn({ kind: 'interactor', language: 'python', source: 'import sys; sys.exit(42)' })
    const [sleeps] = await judge(accepts, 'import time\ntime.sleep(60)', [['1', '']])
    expect(sleeps?.outcome).toBe('time_limit')
  }, 60_000)

  it('unit tests that wait are waited for, and those that nobody can read are their author’s fault', async () => {
    const tests = (source: string) => judgedIn({ kind: 'tests', language: 'python', source })
    const waits = tests(`
import unittest
from solution import add
async def test_right(): assert await add(1, 2) == 3
async def test_wrong(): assert await add(1, 2) == 4
class TestLater(unittest.IsolatedAsyncioTestCase):
    async def test_wrong(self): self.assertEqual(await add(1, 2), 4)
`)
    const names: [string, string][] = [
      ['test_right', ''],
      ['test_wrong', ''],
      ['TestLater.test_wrong', ''],
    ]
    const later = 'async def add(a, b): return a + b'
    expect(outcomes(await judge(waits, later, names)).map(([outcome]) => outcome)).toEqual([
      'passed',
      'wrong_answer',
      'wrong_answer',
    ])
    const one: [string, string][] = [['test_a', '']]
    for (const source of ['def test_a(:', 'raise ValueError("mine")'])
      expect((await judge(tests(source), later, one))[0]).toMatchObject({ isJudgesFault: true })
    expect((await judge(tests('def test_a(): pass'), later, [[' ', '']]))[0]).toMatchObject({
      isJudgesFault: true,
    })
    const imports = tests('from solution import subtract\ndef test_a(): pass')
    expect((await judge(imports, later, one))[0]?.outcome).toBe('wrong_answer')
    expect((await judge(tests('def test_a(): pass'), '1 / 0', one))[0]?.outcome).toBe('runtime_error')
  }, 60_000)

  it('hidden unit tests are in no word of a program: samples have a file of their own, or are hushed', async () => {
    const hidden = 'def test_HIDDEN(): pass\ndef test_shown(): pass\n'
    const both = [{ is_sample: true }, { is_sample: false }]
    const names: [string, string][] = [
      ['test_shown', ''],
      ['test_HIDDEN', ''],
    ]
    const nosy = 'import sys\nprint(open(sys.argv[0]).read())\nprint("mine")'
    const alone = { ...judgedIn({ kind: 'tests', language: 'python', source: hidden }), tests: both }
    const [hushed] = await judge(alone, nosy, names.slice(0, 1))
    expect(hushed).toMatchObject({ outcome: 'passed', result: { stdout: '' } })
    expect(JSON.stringify(hushed)).not.toContain('HIDDEN')
    const [fails] = await judge(alone, '1 / 0', names.slice(0, 1))
    expect(JSON.stringify(fails)).not.toContain('HIDDEN')
    const beside = [{ name: 'samples.py', content: 'def test_shown(): pass' }]
    const apart = { ...judgedIn({ kind: 'tests', language: 'python', source: hidden, beside }), tests: both }
    const [shown, other] = await judge(apart, nosy, names)
    expect([shown?.outcome, other?.outcome]).toEqual(['passed', 'passed'])
    expect(shown?.result.stdout).toContain('mine')
    expect(shown?.result.stdout).not.toContain('HIDDEN')
    expect(
      (await judge({ ...alone, isForStaff: true }, nosy, names.slice(0, 1)))[0]?.result.stdout,
    ).toContain('HIDDEN')
  }, 60_000)

  it.each([
    [
      'a file that is too large',
      "open(f + 'nextpass.in', 'w').write('1' * 1048577)",
      'too large (nextpass.in)',
    ],
    ['more files than are kept', "[open(f + 'x%d' % i, 'w') for i in range(31)]", 'more than 30 files'],
  ])('nothing in the feedback folder is cut in silence: %s', async (_, body, words) => {
    const source = `import sys\nf = sys.argv[3]\n${body}\nsys.exit(42)`
    const [one] = await judge(
      judgedIn({ kind: 'validator', language: 'python', source, passes: 2 }),
      'print(1)',
      [['1', '']],
    )
    expect(one).toMatchObject({ isJudgesFault: true })
    expect(one?.judgeMessage).toContain(words)
  })

  it('an interactor that is at work for ever, or asks for another pass, is at fault itself', async () => {
    const sleeps = judgedIn({ kind: 'interactor', language: 'python', source: 'while True: pass' })
    if (isLongRun)
      expect((await judge(sleeps, 'input()', [['1', '']]))[0]).toMatchObject({ isJudgesFault: true })
    const again = "import sys\nopen(sys.argv[3] + 'nextpass.in', 'w').write('1')\nsys.exit(42)"
    const asks = judgedIn({ kind: 'interactor', language: 'python', source: again })
    expect((await judge(asks, 'print(1)', [['1', '']]))[0]).toMatchObject({ isJudgesFault: true })
  }, 60_000)

  it('unit tests in JavaScript, as node:test has them', async () => {
    const problem = judgedIn({
      kind: 'tests',
      language: 'javascript',
      source: `
const assert = require('node:assert')
const { test, describe, beforeEach } = require('node:test')
const { add } = require('./solution')
test('small', () => assert.strictEqual(add(1, 2), 3))
let set = 0
describe('later', () => {
  beforeEach(() => { set += 1 })
  test('waits', { timeout: 9 }, async () => { assert.strictEqual(await add(1, 1), 1 + set) })
})
test('alone', () => assert.strictEqual(add(set, 0), 0))
test.skip('never', () => assert.fail())
`,
    })
    const names: [string, string][] = [
      ['small', ''],
      ['later > waits', ''],
      ['alone', ''],
    ]
    const right = 'module.exports.add = (a, b) => a + b'
    expect(outcomes(await judge(problem, right, names, 'javascript'))).toEqual(Array(3).fill(['passed', 1]))
    const wrong = 'module.exports.add = () => 3'
    expect(outcomes(await judge(problem, wrong, names, 'javascript'))).toEqual([
      ['passed', 1],
      ['wrong_answer', 0],
      ['wrong_answer', 0],
    ])
    const [refused] = await judge(problem, 'const = 1', names, 'javascript')
    expect(refused?.outcome).toBe('compile_error')
  }, 60_000)

  it('leaves no process and no file', () => {
    for (const folder of ownFolders) {
      expect(processesOfBoxes(folder)).toEqual([])
      expect(readdirSync(join(tmpdir(), folder)).filter((name) => name.startsWith('judge-'))).toEqual([])
    }
  })

  it.runIf(isLongRun)(
    'one that never ends is ended',
    async () => {
      const problem = judgedIn({ kind: 'validator', language: 'python', source: 'while True: pass' })
      const [one] = await judge(problem, 'print(1)', [['1', '1']])
      expect(one?.judgeMessage).toContain('used up its processor time')
    },
    60_000,
  )
})

/** Unit tests need no boxes. */
describe('unit tests in an engine of WebAssembly', () => {
  let embedded: Executor
  beforeAll(async () => {
    embedded = await embeddedExecutor({ slots: 1 })
  })
  afterAll(() => embedded.close())

  it.each([
    [
      'python',
      'def add(a, b): return a + b',
      'from solution import add\ndef test_a(): assert add(1, 2) == 3',
      'test_a',
    ],
    [
      'javascript',
      'exports.add = (a, b) => a + b',
      "require('node:test').test('a', () => { if (require('./solution').add(1, 2) !== 3) throw new Error('no') })",
      'a',
    ],
  ])(
    '%s',
    async (language, right, source, name) => {
      const problem = judgedIn({ kind: 'tests', language, source })
      const test = { id: '1', input: name, output: '', marks: 1, isSample: false }
      const outcomesOf = async (program: string) => {
        const told: string[] = []
        for await (const one of judgeCases(
          embedded,
          problem,
          { languageId: language, source: program },
          [test],
          {},
        ))
          told.push(one.outcome)
        return told
      }
      expect(await outcomesOf(right)).toEqual(['passed'])
      expect(await outcomesOf(right.replace('+', '-'))).toEqual(['wrong_answer'])
      expect(await outcomesOf('def (')).toEqual(['compile_error'])
    },
    60_000,
  )
})
