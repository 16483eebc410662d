import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportError } from '#contract/views/bank.ts'
import { GUARDED } from './cell.ts'
import type { FileKind } from './columns.ts'
import { quoted } from './quoted.ts'
import { columnName } from './table.ts'

/** The place of each column in a file: by the names in its first row, or as somebody said. */

export interface Placed {
  places: ReadonlyMap<string, number>
  faults: ImportError[]
}

/** Every column that a file may have. */
export const headerNames = (kind: FileKind): string[] => [...kind.columns.map(({ name }) => name), GUARDED]

const fault = (column: string, value: string, reason: string): ImportError => ({
  row: 1,
  column: quoted(column),
  value: quoted(value),
  reason,
})

const missingOf = (kind: FileKind, given: readonly string[]): ImportError[] =>
  kind.columns
    .filter(({ name, isRequired }) => isRequired && !given.includes(name))
    .map(({ name }) => fault(name, '', 'This column is missing'))

export function placedByName(header: readonly string[], kind: FileKind): Placed {
  const known = headerNames(kind)
  const names = header.map(columnName)
  const faults = names.flatMap((name, i) => {
    const value = header[i] ?? ''
    if (name === '') return i < names.length - 1 ? [fault('', value, 'This column has no name')] : []
    if (!known.includes(name))
      return [fault(name, value, 'This column is not known. Compare the sample file')]
    return names.indexOf(name) === i ? [] : [fault(name, value, 'This column is there twice')]
  })
  return {
    places: new Map(names.map((name, i) => [name, i])),
    faults: [...faults, ...missingOf(kind, names)],
  }
}

/** As somebody said who saw the file; columns that nobody named are left out. */
export function placedAsSaid(
  first: readonly string[],
  kind: FileKind,
  { columns, has_header }: ImportMapping,
): Placed {
  const known = headerNames(kind)
  const said = Object.entries(columns)
  const faults = said.flatMap(([name, place], i) => {
    if (!known.includes(name)) return [fault(name, '', 'This column is not known. Compare the sample file')]
    if (place >= first.length)
      return [fault(name, String(place + 1), `The file has no more than ${first.length} columns`)]
    return said.findIndex(([, other]) => other === place) === i
      ? []
      : [fault(name, first[place] ?? '', 'This column of the file is chosen twice')]
  })
  const given = said.map(([name]) => name)
  // Nobody is asked for the column of our own exports.
  const guards = has_header ? first.map(columnName).indexOf(GUARDED) : -1
  const places = new Map(guards < 0 ? said : [[GUARDED, guards], ...said])
  return { places, faults: [...faults, ...missingOf(kind, given)] }
}
