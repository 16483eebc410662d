import { randomBytes } from 'node:crypto'

/**
 * Unit tests as a checker: the author's test file calls the candidate's code, which it imports as 'solution'. Both are put into
 * one program, so that every engine can run it, and the input of a test is the name of one in the file. The program tells how
 * the test went in a line with a number nobody can guess, because the candidate's code may end the process or print anything.
 */

/** The languages that unit tests can be written in. */
export const TESTED_LANGUAGES = ['python', 'javascript'] as const
type TestedLanguage = (typeof TESTED_LANGUAGES)[number]

const python = (solution: string, tests: string): string => `
import sys, traceback, types
def _holdfast(solution, tests):
    secret, name = sys.stdin.readline().strip().split(' ', 1)
    write, flush = sys.stdout.write, sys.stdout.flush
    def load(module_name, source):
        module = types.ModuleType(module_name)
        module.__file__ = module_name + '.py'
        try:
            code = compile(source, module.__file__, 'exec')
        except SyntaxError as error:
            sys.stderr.write(''.join(traceback.format_exception_only(type(error), error)))
            write('\\n' + secret + ' refused\\n')
            sys.exit(0)
        sys.modules[module_name] = module
        exec(code, module.__dict__)
        return module
    load('solution', solution)
    found = load('tests', tests)
    steps = []
    parts = name.replace('::', '.').split('.')
    for part in parts:
        found = getattr(found, part, None)
        if isinstance(found, type):
            try:
                found = found(parts[-1])
            except TypeError:
                found = found()
            steps = [getattr(found, 'setUp', None), getattr(found, 'tearDown', None)]
    if not callable(found):
        sys.stderr.write('The tests have no ' + name + '.\\n')
        state = 'missing'
    else:
        try:
            if steps and steps[0]: steps[0]()
            try:
                found()
            finally:
                if steps and steps[1]: steps[1]()
            state = 'passed'
        except Exception:
            traceback.print_exc()
            state = 'failed'
    write('\\n' + secret + ' ' + state + '\\n')
    flush()
_holdfast(${JSON.stringify(solution)}, ${JSON.stringify(tests)})
`

/** Each file stands on the line that its wrapper begins with, so that its own lines keep their numbers. */
const javascript = (solution: string, tests: string): string => `;(async () => {
  const input = require('fs').readFileSync(0, 'utf8').trim()
  const secret = input.slice(0, input.indexOf(' '))
  const wanted = input.slice(input.indexOf(' ') + 1)
  const write = console.log.bind(console)
  const complain = console.error.bind(console)
  const tell = (state) => write('\\n' + secret + ' ' + state)
  const found = []
  const path = []
  const hooks = { before: [], after: [] }
  const test = (name, body) => { found.push({ name: [...path, name].join(' > '), body }) }
  const describe = (name, body) => { path.push(name); body(); path.pop() }
  const beforeEach = (body) => { hooks.before.push(body) }
  const afterEach = (body) => { hooks.after.push(body) }
  Object.assign(test, { test, it: test, describe, beforeEach, afterEach, default: test })
  const load = (name, source, require) => {
    const module = { exports: {} }
    let body
    try {
      body = (0, eval)('(module, exports, require) => {' + source + '\\n}')
    } catch (error) {
      complain(name + ': ' + error)
      tell('refused')
      return null
    }
    body(module, module.exports, require)
    return module
  }
  const solution = load('solution.js', ${JSON.stringify(solution)}, require)
  if (solution === null) return
  const own = load('tests.js', ${JSON.stringify(tests)}, (name) =>
    /^(\\.\\/)?solution(\\.js)?$/.test(name) ? solution.exports : name === 'node:test' ? test : require(name))
  if (own === null) return
  const one = found.find(({ name }) => name === wanted)
  if (!one) {
    complain('The tests have no ' + wanted + '.')
    return tell('missing')
  }
  try {
    for (const hook of hooks.before) await hook()
    await one.body()
    for (const hook of hooks.after) await hook()
    tell('passed')
  } catch (error) {
    complain(error && error.stack ? error.stack : String(error))
    tell('failed')
  }
})()
`

const COMPOSE: Readonly<Record<TestedLanguage, (solution: string, tests: string) => string>> = {
  python,
  javascript,
}

const isTested = (language: string): language is TestedLanguage =>
  (TESTED_LANGUAGES as readonly string[]).includes(language)

/** A candidate's code and its author's tests as one program; null in a language that has no such form. */
export const testedProgram = (language: string, solution: string, tests: string): string | null =>
  isTested(language) ? COMPOSE[language](solution, tests) : null

/** A number that nobody can guess, for one run. */
export const newSecret = (): string => randomBytes(16).toString('hex')

/** passed, failed; missing: no test has that name; refused: the code or its tests cannot be read. */
const STATES = ['passed', 'failed', 'missing', 'refused'] as const

/** @returns how the test went, by the last line that the program wrote with its secret; null: it told nothing */
export function stateOfTest(secret: string, stdout: string): (typeof STATES)[number] | null {
  const line = stdout.split('\n').findLast((one) => one.startsWith(`${secret} `))
  const state = line?.slice(secret.length + 1).trim()
  return STATES.find((one) => one === state) ?? null
}

/** The program's own words, without the line that tells of the test. */
export const withoutState = (secret: string, stdout: string): string =>
  stdout
    .split('\n')
    .filter((line) => !line.startsWith(`${secret} `))
    .join('\n')
    .trimEnd()
