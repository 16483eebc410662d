import { source } from '#contract/forms/bank.ts'
import { namedFile, type PackageFiles, textOf } from './files.ts'
import { languageOf } from './languages.ts'
import { byNumbers } from './tests.ts'

/**
 * The programs that authors submitted to their own problem: one accepted program becomes the reference solution, the
 * others are kept to go out with the problem again.
 */

const SUBMISSIONS = 'submissions/'
const ACCEPTED = `${SUBMISSIONS}accepted/`

/** The most for one problem, together: authors' programs are small, and a bank has room for many problems. */
const MAX_FILES = 200
const MAX_BYTES = 2 * 1024 * 1024

export interface KeptSubmission {
  path: string
  bytes: Uint8Array
}

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
      warnings.push(`${submission.name} has ${sources.length} files: here a program is a single file.`)
      continue
    }
    const [path] = sources
    const language = path && languageOf(path, offered)
    const bytes = path === undefined ? undefined : files.look(path)
    if (path === undefined || !language || !bytes) continue
    const program = source.safeParse(textOf(bytes))
    if (!program.success) {
      warnings.push(`${path} was not imported: ${program.error.issues[0]?.message}.`)
      continue
    }
    files.take(path)
    return { language, source: program.data }
  }
  warnings.push(
    accepted.length === 0
      ? 'The package has no accepted submission, so there is no reference solution.'
      : 'No accepted submission is a single program in a language offered here, so there is no reference solution.',
  )
  return null
}

/** Whatever else was submitted, as it is; what is too much for one problem stays behind. */
export function othersOf(files: PackageFiles, warnings: string[]): KeptSubmission[] {
  const kept: KeptSubmission[] = []
  let room = MAX_BYTES
  for (const path of files.left().toSorted(byNumbers.compare)) {
    const bytes = path.startsWith(SUBMISSIONS) ? files.look(path) : undefined
    if (!bytes || bytes.length > room || kept.length === MAX_FILES) continue
    room -= bytes.length
    kept.push({ path, bytes })
  }
  const paths = kept.map(({ path }) => path)
  files.leave(paths)
  if (paths.length > 0)
    warnings.push(`Kept with the problem for export, and not run here: ${namedFile(paths)}.`)
  return kept
}

/** Tells by name what stays behind. */
export function tellLeft(files: PackageFiles, warnings: string[]): void {
  const left = files.left().toSorted(byNumbers.compare)
  const submissions = left.filter((name) => name.startsWith(SUBMISSIONS))
  const others = left.filter((name) => !name.startsWith(SUBMISSIONS))
  if (submissions.length > 0)
    warnings.push(
      `A problem keeps ${MAX_FILES} submissions of 2 MB in total. These were not imported: ${namedFile(submissions)}.`,
    )
  if (others.length > 0)
    warnings.push(`These files have no place here and were not imported: ${namedFile(others)}.`)
}
