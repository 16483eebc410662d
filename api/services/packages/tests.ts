import { MAX_TESTS, PROBLEM_MAX_BYTES, TEST_INPUT_MAX_BYTES } from '#contract/constants.ts'
import { isStorable } from '#contract/storable.ts'
import { type PackageFiles, textOf } from './files.ts'

/** A package's tests: which there are, and which of them fit into a problem here. */

/** A test by its files, not read yet. */
export interface NamedTest {
  /** Its place in the package, without its end: secret/group1/03. */
  name: string
  /** The group that its author put it into; null where there are none. */
  group: string | null
  input: string
  output: string
  is_sample: boolean
}

export interface PackageTest extends Omit<NamedTest, 'input' | 'output'> {
  input: string
  output: string
}

/** A test that a problem here cannot have, and why. */
export interface UnfitTest {
  /** Its number in the package, from 1. */
  place: number
  name: string
  reason: string
}

export const byNumbers = new Intl.Collator('en', { numeric: true })

/** Those of the ICPC form: samples first, then secret ones, each by name. A folder below them is a group. */
export function testsInData(files: PackageFiles): NamedTest[] {
  return files
    .names()
    .filter((name) => /^data\/(sample|secret)\/.+\.in$/.test(name))
    .toSorted(byNumbers.compare)
    .map((input) => {
      const name = input.slice('data/'.length, -'.in'.length)
      const folders = name.split('/').slice(1, -1)
      return {
        name,
        group: folders.length > 0 ? folders.join('/') : null,
        input,
        output: `data/${name}.ans`,
        is_sample: name.startsWith('sample/'),
      }
    })
}

const TOGETHER = `the tests of a problem can have at most ${PROBLEM_MAX_BYTES / 1_000_000} MB in total, and those before it leave no room`

/** By the sizes that the package tells: what does not fit is not even unpacked. */
function misfit(files: PackageFiles, test: NamedTest, room: { tests: number; bytes: number }): string | null {
  const [input, output] = [files.sizeOf(test.input), files.sizeOf(test.output)]
  if (output === undefined) return `it has no answer file (${test.output})`
  if (input === undefined) return `it has no input file (${test.input})`
  if (input === 0 || output === 0) return `its ${input === 0 ? 'input' : 'answer'} is empty`
  if (Math.max(input, output) > TEST_INPUT_MAX_BYTES)
    return `its ${input > TEST_INPUT_MAX_BYTES ? 'input' : 'answer'} is larger than 1 MiB`
  if (room.tests === 0) return `a problem can have at most ${MAX_TESTS} tests`
  return input + output > room.bytes ? TOGETHER : null
}

/** The tests that fit, read, and those that do not. All of them count as taken. */
export function fittingTests(
  files: PackageFiles,
  named: readonly NamedTest[],
): { tests: PackageTest[]; unfit: UnfitTest[] } {
  const tests: PackageTest[] = []
  const unfit: UnfitTest[] = []
  const room = { tests: MAX_TESTS, bytes: PROBLEM_MAX_BYTES }
  for (const [i, test] of named.entries()) {
    files.leave([test.input, test.output])
    const reason = misfit(files, test, room)
    const [input, output] =
      reason === null ? [test.input, test.output].map((name) => textIn(files, name)) : []
    if (reason !== null || input === undefined || output === undefined) {
      unfit.push({ place: i + 1, name: test.name, reason: reason ?? '' })
      continue
    }
    if (!isStorable(input) || !isStorable(output)) {
      unfit.push({ place: i + 1, name: test.name, reason: 'it contains characters that cannot be stored' })
      continue
    }
    room.tests -= 1
    room.bytes -= Buffer.byteLength(input) + Buffer.byteLength(output)
    tests.push({ ...test, input, output })
  }
  return { tests, unfit }
}

const textIn = (files: PackageFiles, name: string): string => textOf(files.look(name) ?? new Uint8Array())
