import { createHash } from 'node:crypto'
import { factsOf } from './problemYaml.ts'

/**
 * The tests that a package makes by programs of its own, as `generators/generators.yaml` of BAPCtools lists them. Nothing is
 * run here: this says what would have to be.
 */

/** A test that a program prints. */
export interface GeneratedTest {
  /** Its place below data/, without an end: secret/01-small. */
  name: string
  /** The program's name within generators/, or that of an entry of `sources`. */
  program: string
  arguments: string[]
  /** The number that stands for {seed} in the arguments; null where none is asked for. */
  seed: number | null
}

export interface GeneratorPlan {
  tests: GeneratedTest[]
  /** The files that a named program is made of, within generators/. */
  sources: Readonly<Record<string, readonly string[]>>
  /** The solution that prints the answers, from the package's root; null where none is named. */
  solution: string | null
}

/** A few lines may ask for any number of tests. */
const MAX_TESTS = 5_000
const MAX_DEPTH = 20
const SEED = /\{seed(?::\d{1,9})?\}/

/** Words of a command, as a shell parts them: quotation marks hold blanks together. */
const wordsOf = (command: string): string[] =>
  (command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'))

/** @param yaml what the file says @returns the tests in their order, at most 5,000 */
export function generatorPlan(yaml: unknown): GeneratorPlan {
  const root = factsOf(yaml)
  const tests: GeneratedTest[] = []
  walk(root.data, { path: '', salt: textOr(root.random_salt, ''), depth: 0 }, tests)
  return {
    tests,
    sources: Object.fromEntries(
      Object.entries(factsOf(root.generators)).flatMap(([name, files]) =>
        Array.isArray(files) ? [[name, files.map(String)]] : [],
      ),
    ),
    solution:
      typeof root.solution === 'string'
        ? (root.solution.trim().replace(/^\//, '').split(/\s/)[0] ?? null)
        : null,
  }
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

interface Place {
  /** Folder with its slash. */
  path: string
  salt: string
  depth: number
}

/** The entries of a folder; of a list each has its number before its name. */
function entriesOf(data: unknown): [name: string, value: unknown][] {
  if (!Array.isArray(data)) return Object.entries(factsOf(data))
  const digits = String(data.length).length
  return data.flatMap((group, i) =>
    Object.entries(factsOf(group)).map(([name, value]): [string, unknown] => {
      const number = String(i + 1).padStart(digits, '0')
      return [name === '' ? number : `${number}-${name}`, value]
    }),
  )
}

function walk(data: unknown, place: Place, tests: GeneratedTest[]): void {
  for (const [name, value] of entriesOf(data)) {
    if (tests.length >= MAX_TESTS || place.depth > MAX_DEPTH) return
    const facts = factsOf(value)
    const salt = textOr(facts.random_salt, place.salt)
    if (facts.data !== undefined)
      walk(facts.data, { path: `${place.path}${name}/`, salt, depth: place.depth + 1 }, tests)
    else addTests(value, { ...place, salt }, name, tests)
  }
}

/** The command of an entry; null for one that is written out, copied or made by hand. */
function commandOf(value: unknown): string | null {
  const facts = factsOf(value)
  const command = typeof value === 'string' ? value : (facts.generate ?? facts.input)
  return typeof command === 'string' && command.trim() !== '' && !command.trim().endsWith('.in')
    ? command.trim()
    : null
}

function addTests(value: unknown, { path, salt }: Place, name: string, tests: GeneratedTest[]): void {
  const command = commandOf(value)
  if (command === null) return
  const counted = Number(factsOf(value).count)
  const count = Number.isInteger(counted) && counted > 1 ? counted : 1
  const digits = String(count).length
  for (let n = 1; n <= count && tests.length < MAX_TESTS; n++) {
    const own = count === 1 ? name : `${name}-${String(n).padStart(digits, '0')}`
    const numbered = command.replaceAll('{count}', String(n))
    const seed = SEED.test(numbered) ? seedOf(`${salt}${n === 1 ? '' : `:${n - 1}`}${numbered}`) : null
    const [program = '', ...rest] = wordsOf(numbered)
    tests.push({
      name: `${path}${own}`,
      program,
      arguments: rest.map((word) => word.replaceAll('{name}', own).replace(SEED, String(seed ?? ''))),
      seed,
    })
  }
}

/** As BAPCtools computes it, so that the same tests come out: the last 31 bits of the command's SHA-512. */
const seedOf = (text: string): number =>
  createHash('sha512').update(text).digest().readUInt32BE(60) & 0x7fffffff
