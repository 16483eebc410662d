import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** The tables that lead from a sentence to its test name tests that are there. */

const root = fileURLToPath(new URL('../', import.meta.url))

/** Letters of each table, and the folders they stand for. */
const tables: Record<string, Record<string, string>> = {
  'e2e/candidate/README.md': {
    b: 'e2e/candidate',
    c: 'e2e/console',
    i: 'integration/api',
    ic: 'integration/console',
    ix: 'integration/execution',
    u: 'unit',
    o: 'offline',
    f: 'faults',
  },
  'e2e/console/README.md': { b: 'e2e/console', i: 'integration/console', u: 'unit' },
}

/** The titles in a file of tests. */
const titlesOf = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)?\(|\)\()\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g)].map(
    (found) => (found[2] ?? '').replaceAll(/\\(.)/g, '$1'),
  )

interface Pointer {
  file: string
  /** Part of a title; null where the whole file is meant. */
  name: string | null
}

/** One cell: a letter chooses a folder, a name a file in it, quoted words a test in that file. */
function pointersIn(cell: string, folders: Record<string, string>): Pointer[] {
  const found: Pointer[] = []
  let folder = ''
  let file = ''
  for (const [, path, letter, name, quoted] of cell.matchAll(
    /`tests\/([\w/.-]+)`|(?<![\w/])([a-z]{1,2}) (?=[\w/-]+(?:[:,;]|$))|([\w/-]+)(?=[:,;]|$)|'([^']+)'/g,
  )) {
    if (path) found.push({ file: path, name: null })
    else if (letter) folder = folders[letter] ?? ''
    else if (name) {
      file = `${folder}/${name}.test.ts`
      found.push({ file, name: null })
    } else if (quoted) found.push({ file, name: quoted.replace(/^…\s*|\s*…$/g, '') })
  }
  return found
}

/** Pointers of a table that lead nowhere, and rows that lead to nothing; one line each. */
function faultsIn(readme: string, folders: Record<string, string>): string[] {
  const rows = readme.split('\n').filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line))
  const titles = new Map<string, string[]>()
  const titlesIn = (file: string): string[] => {
    const known = titles.get(file) ?? titlesOf(readFileSync(join(root, file), 'utf8'))
    titles.set(file, known)
    return known
  }
  return rows.flatMap((row) => {
    const cells = row.split('|').slice(1, -1)
    const held = cells.at(-1)?.trim() ?? ''
    if (held === 'held by') return []
    const pointers = pointersIn(held, folders)
    if (pointers.length === 0) return [`nothing holds: ${cells.at(-2)?.trim()}`]
    return pointers.flatMap(({ file, name }) => {
      if (!existsSync(join(root, file))) return [`no such file: ${file}`]
      if (name === null || titlesIn(file).some((title) => title.includes(name))) return []
      return [`no such test: ${file}: ${name}`]
    })
  })
}

it.each(Object.keys(tables))('%s names tests that are there', (path) => {
  expect(faultsIn(readFileSync(join(root, path), 'utf8'), tables[path] ?? {})).toEqual([])
})

it('a table that rots is found', () => {
  const table = [
    '| section | sentence | held by |',
    '|---|---|---|',
    "| 2 | good | b journey: 'answers the questions'; u attempt/timer: 'the clock' |",
    "| 2 | renamed | b journey: 'answers the questions', 'answers no questions' |",
    '| 2 | moved | u attempt/gone; `tests/e2e/gone.test.ts` |',
    '| 2 | forgotten |  |',
  ]
  expect(faultsIn(table.join('\n'), tables['e2e/candidate/README.md'] ?? {})).toEqual([
    'no such test: e2e/candidate/journey.test.ts: answers no questions',
    'no such file: unit/attempt/gone.test.ts',
    'no such file: e2e/gone.test.ts',
    'nothing holds: forgotten',
  ])
})
