import {
  JUDGE_FILE_MAX,
  type JudgeProgram,
  judgeFileName,
  judgeProgram,
  MOST_PASSES,
} from '#contract/judging.ts'
import { CATALOGUE } from '../../execution/catalogue.ts'
import { namedFile, type PackageFiles, textOf } from './files.ts'
import { languageOf } from './languages.ts'
import { byNumbers } from './tests.ts'

/** The program of a package that judges, as the judge's program of a problem. */

export interface ValidatorFacts {
  isInteractive: boolean
  /** Runs of one test at most; null where there is but one. */
  passes: number | null
  arguments: readonly string[]
}

const FOLDER = /^output_validators?\//
const MAIN = /(?:^|\/)(?:main|__main__|validate|validator|check|checker)\.[^/]+$/i
const isHidden = (path: string): boolean => /(?:^|\/)\.[^/]+$/.test(path)
const ids = Object.keys(CATALOGUE)
/** Sources that are compiled together; here one file is compiled, with its headers beside it. */
const COMPILED_TOGETHER = ['c', 'cpp', 'go', 'rust']

/**
 * The first program below output_validators, or output_validator of the newer form, with the files beside it.
 * @returns null, and why in `warnings`, where there is none that could run here
 */
export function readJudgeProgram(
  files: PackageFiles,
  { isInteractive, passes, arguments: given }: ValidatorFacts,
  warnings: string[],
): JudgeProgram | null {
  const all = files
    .names()
    .filter((name) => FOLDER.test(name))
    .toSorted(byNumbers.compare)
  const sources = all.filter((name) => languageOf(name, ids) !== undefined)
  const main = sources.find((name) => MAIN.test(name)) ?? sources[0]
  const language = main && languageOf(main, ids)
  if (main === undefined || !language) {
    warnings.push(
      all.length === 0
        ? 'The package has a checker of its own in a form that is not read here: outputs are compared word by word.'
        : 'The package has a validator of its own in no language known here: outputs are compared word by word.',
    )
    return null
  }
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const inFolder = all.filter((name) => name !== main && name.startsWith(folder))
  const beside = inFolder.filter((name) => judgeFileName.safeParse(name.slice(folder.length)).success)
  const odd = inFolder.filter((name) => !beside.includes(name) && !isHidden(name))
  const left = [...odd, ...all.filter((name) => !name.startsWith(folder))]
  if (left.length > 0)
    warnings.push(`Beside the package’s validator these files were not taken: ${namedFile(left)}.`)
  if (isInteractive && passes !== null)
    warnings.push('The package talks in several passes; here a talk has one alone.')
  const together = beside.filter((name) => languageOf(name, ids) === language)
  if (together.length > 0 && COMPILED_TOGETHER.includes(language))
    warnings.push(
      `The validator of the package has several source files; only ${main.slice(folder.length)} is compiled, and ${namedFile(together.map((name) => name.slice(folder.length)))} must be included by it.`,
    )
  const read = [main, ...beside].map((path) => ({
    name: path.slice(folder.length),
    content: (files.sizeOf(path) ?? 0) > JUDGE_FILE_MAX ? null : textOf(files.look(path) ?? new Uint8Array()),
  }))
  const kept = read.flatMap(({ name, content }) => (content === null ? [] : [{ name, content }]))
  const parsed = judgeProgram.safeParse({
    kind: isInteractive ? 'interactor' : 'validator',
    language,
    files: kept,
    ...(given.length > 0 && { arguments: given }),
    ...(passes !== null && !isInteractive && { passes: Math.min(MOST_PASSES, Math.max(2, passes)) }),
  })
  if (kept.length === read.length && parsed.success) {
    // They go out with the problem's judge, as it is then.
    files.leave([main, ...beside])
    return parsed.data
  }
  const why = parsed.success ? 'one of its files is too large' : (parsed.error.issues[0]?.message ?? '')
  warnings.push(`The validator of the package was not taken (${why}): outputs are compared word by word.`)
  return null
}
