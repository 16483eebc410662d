import type { ImportPreview } from '#contract/views/bank.ts'
import { GUARDED, guardedIn, unguarded } from './cell.ts'
import type { FileColumn, FileKind } from './columns.ts'
import { columnsByName, headerNames } from './header.ts'
import { quoted } from './quoted.ts'
import { columnName, readTable } from './table.ts'

/** The beginning of a file, so that somebody sees how it would be read before it is. */

const SHOWN = 5
const NAMES_OF_A_HEADER = 3

/** Longer than the name of any column; taking marks apart takes time by the square of their number. */
const LONGEST_NAME = 200

/** Letters and digits alone: 'Time (in seconds)' and time_in_seconds are one. */
const plain = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The place of each column, by its own name or by one that other systems give it; null: there is none. */
function guessed(header: readonly string[], columns: readonly FileColumn[]): (number | null)[] {
  const names = header.map(plain)
  const taken = new Set<number>()
  const places = new Map<FileColumn, number>()
  for (const wanted of [(c: FileColumn) => [c.name], (c: FileColumn) => c.aliases ?? []])
    for (const column of columns.filter((one) => !places.has(one))) {
      const words = wanted(column).map(plain)
      const place = names.findIndex((name, i) => words.includes(name) && !taken.has(i))
      if (place < 0) continue
      places.set(column, place)
      taken.add(place)
    }
  return columns.map((column) => places.get(column) ?? null)
}

/** @throws FileError as `readRows` does of a file that is no table */
export function previewOf(text: string, kind: FileKind): Omit<ImportPreview, 'guessed'> {
  const { header, rows } = readTable(text, new Set(headerNames(kind)))
  const places = guessed(header.cells, kind.columns)
  const names = header.cells.map(columnName)
  const guards = names.indexOf(GUARDED)
  const below = rows.slice(0, SHOWN).map(({ row, cells }) => {
    const guarded = guardedIn(cells[guards] ?? '')
    return {
      row,
      cells: cells.map((cell, i) => quoted(guarded.has(names[i] ?? '') ? unguarded(cell) : cell)),
    }
  })
  return {
    is_known: columnsByName(header.cells, kind).errors.length === 0,
    // An item may hold a word that is a name as well; one taken for a header would be lost.
    has_header: places.filter((place) => place !== null).length >= NAMES_OF_A_HEADER,
    columns: kind.columns.map(({ name, isRequired }, i) => ({
      name,
      is_required: isRequired ?? false,
      place: places[i] ?? null,
    })),
    rows: [{ row: header.row, cells: header.cells.map(quoted) }, ...below],
  }
}
