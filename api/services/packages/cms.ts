import { namedFile, type PackageFiles, textOf } from './files.ts'
import { factsOf, readYaml, type YamlFacts } from './problemYaml.ts'
import { byNumbers, type NamedTest } from './tests.ts'

/**
 * Batch tasks in the form of CMS: task.yaml, input/input0.txt with output/output0.txt, and gen/GEN, which parts the tests into
 * groups.
 */

export const readTaskYaml = (files: PackageFiles): YamlFacts =>
  factsOf(readYaml(files.takeText('task.yaml') ?? '', 'task.yaml'))

/** A group of tests, and what it is worth as a whole. */
export interface CmsGroup {
  name: string
  points: number | null
  /** How many tests it has. */
  tests: number
}

/**
 * The groups of gen/GEN in their order: a line without a comment is a test, `#ST: 30` begins a group worth 30, `#COPY: file`
 * is a test that is copied.
 */
export function groupsOfGen(text: string): CmsGroup[] {
  const groups: CmsGroup[] = []
  const begin = (points: number | null) => {
    const group = { name: String(groups.length + 1), points, tests: 0 }
    groups.push(group)
    return group
  }
  let group: CmsGroup | null = null
  for (const line of text.split('\n')) {
    const at = line.indexOf('#')
    const comment = at < 0 ? '' : line.slice(at + 1).trim()
    if (comment.startsWith('ST:')) {
      const points = Number(comment.slice('ST:'.length).trim())
      group = begin(Number.isFinite(points) ? points : null)
    }
    const isTest = (at < 0 ? line : line.slice(0, at)).trim() !== '' || comment.startsWith('COPY:')
    if (!isTest) continue
    group ??= begin(null)
    group.tests += 1
  }
  return groups
}

const NUMBER = /(\d{1,9})[^\d/]*$/

/** Tests by the numbers of their files. Those of a group worth nothing are the examples. */
export function testsOfTask(
  files: PackageFiles,
  warnings: string[],
): { tests: NamedTest[]; groups: CmsGroup[] } {
  const inputs = files
    .names()
    .filter((name) => /^input\/[^/]+$/.test(name))
    .toSorted(byNumbers.compare)
  const outputs = new Map(
    files
      .names()
      .filter((name) => /^output\/[^/]+$/.test(name))
      .map((name) => [NUMBER.exec(name)?.[1], name]),
  )
  const gen = files.look('gen/GEN')
  const groups = gen ? groupsOfGen(textOf(gen)) : []
  const told = groups.flatMap((group) => Array.from({ length: group.tests }, () => group))
  const isTold = told.length === inputs.length && groups.some(({ points }) => points !== null)
  if (gen && told.length !== inputs.length)
    warnings.push(
      `gen/GEN lists ${told.length} tests, and there are ${inputs.length}: their groups were not taken.`,
    )
  const tests = inputs.map((input, i): NamedTest => {
    const number = NUMBER.exec(input)?.[1] ?? String(i)
    const group = isTold ? told[i] : undefined
    return {
      name: `input/${input.slice('input/'.length)}`.replace(/\.[^./]+$/, ''),
      group: group?.name ?? null,
      input,
      output: outputs.get(number) ?? `output/output${number}.txt`,
      is_sample: group?.points === 0,
    }
  })
  const unused = [...outputs.values()].filter((name) => !tests.some(({ output }) => output === name))
  if (unused.length > 0) warnings.push(`There is no input for ${namedFile(unused)}.`)
  return { tests, groups: isTold ? groups : [] }
}
