import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportError } from '#contract/views/bank.ts'
import { GUARDED } from './cell.ts'
import type { FileKind } from './columns.ts'
import { quoted } from './quoted.ts'
import { columnName } from './table.ts'

/** The place of each column in a file: by the names in its first row, or as somebody said. */

export interface ColumnPositions {
  places: ReadonlyMap<string, number>
  errors: ImportError[]
}

/** Every column that a file may have. */
export const headerNames = (kind: FileKind): string[] => [...kind.columns.map(({ name }) => name), GUARDED]

const errorAt = (column: string, value: string, reason: string): ImportError => ({
  row: 1,
  column: quoted(column),
  value: quoted(value),
  reason,
})

const missingOf = (kind: FileKind, given: readonly string[]): ImportError[] =>
  kind.columns
    .filter(({ name, isRequired }) => isRequired && !given.includes(name))
    .map(({ name }) => errorAt(name, '', 'This column is missing'))

export function columnsByName(header: readonly string[], kind: FileKind): ColumnPositions {
  const known = headerNames(kind)
  const names = header.map(columnName)
  const errors = names.flatMap((name, i) => {
    const value = header[i] ?? ''
    if (name === '') return i < names.length - 1 ? [errorAt('', value, 'This column has no name')] : []
    if (!known.includes(name)) return [errorAt(name, value, 'Unknown column. Compare with the sample file')]
    return names.indexOf(name) === i ? [] : [errorAt(name, value, 'This column appears twice')]
  })
  return {
    places: new Map(names.map((name, i) => [name, i])),
    errors: [...errors, ...missingOf(kind, names)],
  }
}

/** As somebody said who saw the file; columns that nobody named are left out. */
export function columnsAsMapped(
  first: readonly string[],
  kind: FileKind,
  { columns, has_header }: ImportMapping,
): ColumnPositions {
  const known = headerNames(kind)
  const said = Object.entries(columns)
  const errors = said.flatMap(([name, place], i) => {
    if (!known.includes(name)) return [errorAt(name, '', 'Unknown column. Compare with the sample file')]
    if (place >= first.length)
      return [errorAt(name, String(place + 1), `The file has no more than ${first.length} columns`)]
    return said.findIndex(([, other]) => other === place) === i
      ? []
      : [errorAt(name, first[place] ?? '', 'This column of the file is chosen twice')]
  })
  const given = said.map(([name]) => name)
  // Nobody is asked for the column of our own exports.
  const guards = has_header ? first.map(columnName).indexOf(GUARDED) : -1
  const places = new Map(guards < 0 ? said : [[GUARDED, guards], ...said])
  return { places, errors: [...errors, ...missingOf(kind, given)] }
}
