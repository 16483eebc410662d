import { MAX_TESTS, TEST_INPUT_MAX_BYTES } from '#contract/constants.ts'
import { firstTooMuch, TOO_MUCH_TOGETHER } from '#contract/forms/bank.ts'
import { type PackageFiles, textOf } from './files.ts'
import { PackageError } from './unpack.ts'

/** A package's tests. */

export interface PackageTest {
  /** Below data/, without its end. */
  file: string
  input: string
  output: string
  is_sample: boolean
}

export const byNumbers = new Intl.Collator('en', { numeric: true })

/** Samples first, then secret ones, each by name; those that cannot be asked are left out and told. */
export function packageTests(files: PackageFiles, warnings: string[]): PackageTest[] {
  const ins = files
    .names()
    .filter((name) => /^data\/(sample|secret)\/.+\.in$/.test(name))
    .toSorted(byNumbers.compare)
  const tests = ins.flatMap((name): PackageTest[] => {
    const file = name.slice('data/'.length, -'.in'.length)
    const given = files.take(name)
    const answer = files.take(`data/${file}.ans`)
    const why = !answer
      ? 'has no answer file'
      : !given?.length || answer.length === 0
        ? 'is empty'
        : Math.max(given.length, answer.length) > TEST_INPUT_MAX_BYTES
          ? 'is larger than 1 MiB'
          : null
    if (why !== null || !given || !answer) {
      warnings.push(`Test ${file} ${why}: it was left out.`)
      return []
    }
    return [{ file, input: textOf(given), output: textOf(answer), is_sample: file.startsWith('sample/') }]
  })
  if (tests.length > MAX_TESTS)
    warnings.push(`The package has ${tests.length} tests: the first ${MAX_TESTS} were imported.`)
  const taken = tests.slice(0, MAX_TESTS)
  if (firstTooMuch(taken) >= 0) throw new PackageError(`${TOO_MUCH_TOGETHER}.`)
  if (taken.length === 0) throw new PackageError('There is no usable test in the package.')
  return taken
}
