import { randomBytes } from 'node:crypto'
import { TESTED_LANGUAGES } from '#contract/judging.ts'

/**
 * Unit tests as a checker: the author's test file calls the candidate's code, which it imports as 'solution'. Both are put into
 * one program, so that every engine can run it, and the input of a test is the name of one in the file. The program tells how
 * the test went in a line with a number nobody can guess, because the candidate's code may end the process or print anything.
 */

type TestedLanguage = (typeof TESTED_LANGUAGES)[number]

const python = (solution: string, tests: string): string => `
import sys, traceback, types
def _holdfast(texts):
    secret, _, name = sys.stdin.readline().strip().partition(' ')
    write, flush, complain = sys.stdout.write, sys.stdout.flush, sys.stderr.write
    def tell(state):
        write('\\n' + secret + ' ' + state + '\\n')
        flush()
        return None
    def load(module_name, unreadable):
        module = types.ModuleType(module_name)
        module.__file__ = module_name + '.py'
        try:
            code = compile(texts[module_name], module.__file__, 'exec')
        except (SyntaxError, ValueError) as error:
            complain(''.join(traceback.format_exception_only(type(error), error)))
            return tell(unreadable)
        sys.modules[module_name] = module
        exec(code, module.__dict__)
        return module
    try:
        if load('solution', 'refused') is None: return
    except SystemExit:
        return
    except BaseException:
        traceback.print_exc()
        return tell('crashed')
    try:
        tests = load('tests', 'broken')
        if tests is None: return
    except BaseException as error:
        traceback.print_exc()
        last = traceback.extract_tb(error.__traceback__)[-1].filename
        isOwn = last == 'solution.py' or (isinstance(error, ImportError) and error.name == 'solution')
        return tell('failed' if isOwn else 'broken')
    parts = name.replace('::', '.').split('.')
    found, owner = tests, None
    for part in parts:
        owner, found = found, getattr(found, part, None)
    if not callable(found):
        complain('The tests have no ' + name + '.\\n')
        return tell('missing')
    unittest = sys.modules.get('unittest')
    try:
        if unittest and isinstance(owner, type) and issubclass(owner, unittest.TestCase):
            result = unittest.TestResult()
            unittest.TestSuite([owner(parts[-1])]).run(result)
            for _, text in result.failures + result.errors: complain(text)
            return tell('passed' if result.wasSuccessful() else 'failed')
        if isinstance(owner, type): found = getattr(owner(), parts[-1])
        given = found()
        if hasattr(given, '__next__'):
            complain('A test is no generator: it yields, and was not run.\\n')
            return tell('broken')
        if hasattr(given, '__await__'):
            import asyncio
            async def wait(): return await given
            asyncio.run(wait())
        tell('passed')
    except BaseException:
        traceback.print_exc()
        tell('failed')
_holdfast({'solution': ${JSON.stringify(solution)}, 'tests': ${JSON.stringify(tests)}})
`

/** Each file stands on the line that its wrapper begins with, so that its own lines keep their numbers. */
const javascript = (solution: string, tests: string): string => `;(async () => {
  const input = require('fs').readFileSync(0, 'utf8').trim()
  const at = input.indexOf(' ')
  const secret = at < 0 ? input : input.slice(0, at)
  const wanted = at < 0 ? '' : input.slice(at + 1)
  const write = console.log.bind(console)
  const error = console.error.bind(console)
  const complain = (fault) => error(fault && fault.stack ? fault.stack : String(fault))
  const tell = (state) => write('\\n' + secret + ' ' + state)
  const found = []
  const path = []
  const newScope = () => ({ before: [], after: [] })
  const scopes = [newScope()]
  const nothing = () => {}
  const test = (name, ...given) => { found.push({ name: [...path, name].join(' > '), body: given.at(-1), scopes: [...scopes] }) }
  const describe = (name, ...given) => { path.push(name); scopes.push(newScope()); given.at(-1)(); scopes.pop(); path.pop() }
  const beforeEach = (body) => { scopes.at(-1).before.push(body) }
  const afterEach = (body) => { scopes.at(-1).after.push(body) }
  const hooks = { beforeEach, afterEach, before: beforeEach, after: afterEach }
  describe.skip = test.skip = test.todo = nothing
  Object.assign(test, { test, it: test, only: test, describe, suite: describe, ...hooks, default: test })
  const load = (name, source, require, states) => {
    const module = { exports: {} }
    let body
    try {
      body = (0, eval)('(module, exports, require) => {' + source + '\\n}')
    } catch (fault) {
      error(name + ': ' + fault)
      tell(states.unreadable)
      return null
    }
    try {
      body(module, module.exports, require)
    } catch (fault) {
      complain(fault)
      tell(states.thrown)
      return null
    }
    return module
  }
  const solution = load('solution.js', ${JSON.stringify(solution)}, require, { unreadable: 'refused', thrown: 'crashed' })
  if (solution === null) return
  const own = load('tests.js', ${JSON.stringify(tests)}, (name) =>
    /^(\\.\\/)?solution(\\.js)?$/.test(name) ? solution.exports : name === 'node:test' ? test : require(name),
    { unreadable: 'broken', thrown: 'failed' })
  if (own === null) return
  const one = found.find(({ name }) => name === wanted)
  if (!one || typeof one.body !== 'function') {
    error('The tests have no ' + wanted + '.')
    return tell('missing')
  }
  try {
    for (const { before } of one.scopes) for (const hook of before) await hook()
    await one.body({ name: one.name, diagnostic: nothing })
    for (const { after } of one.scopes.reverse()) for (const hook of after) await hook()
    tell('passed')
  } catch (fault) {
    complain(fault)
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

/**
 * passed, failed; crashed: the candidate's code did not even come to its end when it was loaded; refused: it cannot be read;
 * broken: the tests cannot be; missing: no test has that name.
 */
const STATES = ['passed', 'failed', 'crashed', 'refused', 'broken', 'missing'] as const

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
