import { PackageFiles } from './files.ts'
import { otherArchive } from './otherArchives.ts'
import { PackageError } from './packageError.ts'
import type { PackedFiles } from './unpack.ts'

/** The forms of packages that are read, by the file that each of them has. */
const markers = [
  ['icpc', 'problem.yaml'],
  ['domjudge', 'domjudge-problem.ini'],
  ['cms', 'task.yaml'],
] as const
export type PackageForm = (typeof markers)[number][0]

const depthOf = (name: string): number => name.split('/').length

/**
 * The package's own folder: packed with or without it, it begins where its settings lie.
 * @throws PackageError where there is no problem, or more than one
 */
export function locatePackage(packed: PackedFiles): { form: PackageForm; files: PackageFiles } {
  const names = [...packed.keys()]
  const found = markers.flatMap(([form, marker]) =>
    names
      .filter((name) => name === marker || name.endsWith(`/${marker}`))
      .map((name) => ({ form, root: name.slice(0, -marker.length) })),
  )
  const top = Math.min(...found.map(({ root }) => depthOf(root)))
  const roots = found.filter(({ root }) => depthOf(root) === top)
  const [first] = roots
  if (!first)
    throw new PackageError(
      otherArchive(names, 'a problem’s package') ??
        'There is no problem.yaml in the package, nor domjudge-problem.ini or task.yaml.',
    )
  const problems = [...new Set(roots.map(({ root }) => root.slice(0, -1)))]
  if (problems.length > 1)
    throw new PackageError(
      `The zip contains ${problems.length} problems (${problems.slice(0, 5).join(', ')}${problems.length > 5 ? ' …' : ''}). Pack and import them one by one.`,
    )
  return { form: first.form, files: new PackageFiles(packed, first.root) }
}
