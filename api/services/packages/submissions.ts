import { source } from '#contract/forms/bank.ts'
import { named, type PackageFiles, textOf } from './files.ts'
import { languageOf } from './languages.ts'
import { byNumbers } from './tests.ts'

/** What authors submitted to their own problem: one accepted program is kept as the reference solution. */

const ACCEPTED = 'submissions/accepted/'

/** Accepted submissions in their order: each a file, or a folder with all of its files. */
function acceptedIn(files: PackageFiles): { name: string; files: string[]; isFolder: boolean }[] {
  const groups = new Map<string, string[]>()
  for (const path of files.names().filter((name) => name.startsWith(ACCEPTED))) {
    const name = path.slice(ACCEPTED.length).split('/')[0] ?? ''
    groups.set(name, [...(groups.get(name) ?? []), path])
  }
  return [...groups]
    .map(([name, paths]) => ({
      name: `${ACCEPTED}${name}`,
      files: paths,
      isFolder: paths[0] !== `${ACCEPTED}${name}`,
    }))
    .toSorted((a, b) => byNumbers.compare(a.name, b.name))
}

/** The first that is one program in a language offered here. */
export function referenceOf(files: PackageFiles, offered: readonly string[], warnings: string[]) {
  const accepted = acceptedIn(files)
  for (const submission of accepted) {
    const sources = submission.files.filter((path) => languageOf(path, offered) !== undefined)
    if (submission.isFolder && sources.length > 1) {
      warnings.push(`${submission.name} is a program of ${sources.length} files: here a program is one file.`)
      continue
    }
    const [path] = sources
    const language = path && languageOf(path, offered)
    const bytes = path === undefined ? undefined : files.look(path)
    if (path === undefined || !language || !bytes) continue
    const program = source.safeParse(textOf(bytes))
    if (!program.success) {
      warnings.push(`${path} was not taken: ${program.error.issues[0]?.message}.`)
      continue
    }
    files.take(path)
    return { language, source: program.data }
  }
  warnings.push(
    accepted.length === 0
      ? 'The package has no accepted submission: there is no reference solution.'
      : 'No accepted submission is one program in a language offered here: there is no reference solution.',
  )
  return null
}

/** Tells by name what stays behind. */
export function tellLeft(files: PackageFiles, warnings: string[]): void {
  const left = files.left().toSorted(byNumbers.compare)
  const submissions = left.filter((name) => name.startsWith('submissions/'))
  const others = left.filter((name) => !name.startsWith('submissions/'))
  if (submissions.length > 0)
    warnings.push(
      `A problem keeps one program, its reference solution. These submissions were not taken: ${named(submissions)}.`,
    )
  if (others.length > 0) warnings.push(`There is no place here for these files: ${named(others)}.`)
}
