import { SOURCE_MAX_BYTES } from '#contract/constants.ts'
import { source } from '#contract/forms/bank.ts'
import { namedFile, type PackageFiles, textOf } from './files.ts'
import { languageOf } from './languages.ts'
import { foreignSettings, PACKAGE_SETTINGS } from './settings.ts'
import { byNumbers } from './tests.ts'

/**
 * The programs that authors submitted to their own problem: one accepted program becomes the reference solution. The others,
 * and whatever checks or makes the tests, are kept to go out with the problem again.
 */

/** The most for one problem, together: authors' programs are small, and a bank has to have room for many problems. */
const MAX_FILES = 200
const MAX_BYTES = 2 * 1024 * 1024

export interface KeptSubmission {
  /** As it lies in the package: submissions/wrong_answer/two files/main.py */
  path: string
  bytes: Uint8Array
}

interface Accepted {
  name: string
  files: string[]
  isFolder: boolean
}

/**
 * Right programs in their order: each a file, or a folder with all of its files.
 * @param beginning of their paths
 */
function acceptedIn(files: PackageFiles, beginning: string): Accepted[] {
  const folder = beginning.slice(0, beginning.lastIndexOf('/') + 1)
  const groups = new Map<string, string[]>()
  for (const path of files.names().filter((name) => name.startsWith(beginning))) {
    const name = folder + (path.slice(folder.length).split('/')[0] ?? '')
    groups.set(name, [...(groups.get(name) ?? []), path])
  }
  return [...groups]
    .map(([name, paths]) => ({ name, files: paths, isFolder: paths[0] !== name }))
    .toSorted((a, b) => byNumbers.compare(a.name, b.name))
}

/** The first that is one program in a language offered here. */
export function referenceOf(
  files: PackageFiles,
  of: { accepted: string; offered: readonly string[] },
  warnings: string[],
): { language: string; source: string; path: string } | null {
  const { offered } = of
  const accepted = acceptedIn(files, of.accepted)
  for (const submission of accepted) {
    const sources = submission.files.filter((path) => languageOf(path, offered) !== undefined)
    if (submission.isFolder && sources.length > 1) {
      warnings.push(`${submission.name} has ${sources.length} files: here a program is a single file.`)
      continue
    }
    const [path] = sources
    const language = path && languageOf(path, offered)
    if (path === undefined || !language) continue
    if ((files.sizeOf(path) ?? 0) > SOURCE_MAX_BYTES) {
      warnings.push(`${path} is larger than 48 KB, and so no reference solution here.`)
      continue
    }
    const bytes = files.look(path)
    if (!bytes) continue
    const program = source.safeParse(textOf(bytes))
    if (!program.success) {
      warnings.push(`${path} was not imported: ${program.error.issues[0]?.message}.`)
      continue
    }
    return { language, source: program.data, path }
  }
  warnings.push(
    accepted.length === 0
      ? 'The package has no accepted submission, so there is no reference solution.'
      : 'No accepted submission is a single program in a language offered here, so there is no reference solution.',
  )
  return null
}

/** Folders of a package whose files are its authors' own: kept to go out with it again. */
const KEPT =
  /^(submissions|input_(?:format_)?validators?|output_validators?|answer_validators?|graders?|generators|attachments|solution|include|sol|gen|check|cor)\//

/**
 * Whatever its authors put into it, as it is; what is too much for one problem stays behind.
 * @param reference the file of the reference solution, which keeps its name as well
 */
export function othersOf(
  files: PackageFiles,
  reference: string | null,
  warnings: string[],
): KeptSubmission[] {
  const kept: KeptSubmission[] = []
  let room = MAX_BYTES
  const left = files.left()
  if (reference !== null && !left.includes(reference) && files.sizeOf(reference) !== undefined)
    left.push(reference)
  for (const path of left.toSorted(byNumbers.compare)) {
    const size = files.sizeOf(path) ?? 0
    if (!KEPT.test(path) || size > room || kept.length === MAX_FILES) continue
    const bytes = files.look(path)
    if (!bytes) continue
    room -= size
    kept.push({ path, bytes })
  }
  const paths = kept.map(({ path }) => path)
  files.leave(paths)
  const settings = files.look(PACKAGE_SETTINGS)
  if (settings && Object.keys(foreignSettings(settings)).length > 0)
    kept.push({ path: PACKAGE_SETTINGS, bytes: settings })
  const others = paths.filter((path) => path !== reference)
  if (others.length > 0)
    warnings.push(`Kept with the problem for export, and not run here: ${namedFile(others)}.`)
  return kept
}

/** Tells by name what stays behind. */
export function tellLeft(files: PackageFiles, warnings: string[]): void {
  const left = files.left().toSorted(byNumbers.compare)
  const kept = left.filter((name) => KEPT.test(name))
  const others = left.filter((name) => !KEPT.test(name))
  if (kept.length > 0)
    warnings.push(
      `A problem keeps ${MAX_FILES} such files of 2 MB in total. These were not imported: ${namedFile(kept)}.`,
    )
  if (others.length > 0)
    warnings.push(`These files have no place here and were not imported: ${namedFile(others)}.`)
}
