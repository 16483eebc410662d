import type { ImportMapping } from '#contract/forms/importMapping.ts'
import { letterOf } from '#contract/letters.ts'
import type { ImportPreview } from '#contract/views/bank.ts'

/** Which column of a file is read as which of ours, while somebody chooses. */

/** As the server guesses. */
export const guessedMapping = ({ has_header, columns }: ImportPreview): ImportMapping => ({
  has_header,
  columns: Object.fromEntries(columns.flatMap(({ name, place }) => (place === null ? [] : [[name, place]]))),
})

export function withColumn(mapping: ImportMapping, name: string, place: number | null): ImportMapping {
  const { [name]: _, ...others } = mapping.columns
  return { ...mapping, columns: place === null ? others : { ...others, [name]: place } }
}

/** The file's columns by the words of its first row, and by their letters. */
export function fileColumns({ rows }: ImportPreview, hasHeader: boolean): string[] {
  const first = rows[0]?.cells ?? []
  return first.map((cell, place) => {
    const letter = `Column ${letterOf(place)}`
    return cell.trim() === '' ? letter : hasHeader ? `${cell} (${letter})` : `${letter}: ${cell}`
  })
}

/** The columns of the file that are not read. */
export function leftOut(preview: ImportPreview, mapping: ImportMapping): string[] {
  const taken = new Set(Object.values(mapping.columns))
  return fileColumns(preview, mapping.has_header).filter((_, place) => !taken.has(place))
}

/** Preview of the first rows: our columns that have something in them, in our order. */
export function previewRows(
  preview: ImportPreview,
  mapping: ImportMapping,
): { names: string[]; rows: { row: number; cells: string[] }[] } {
  const rows = preview.rows.slice(mapping.has_header ? 1 : 0)
  const shown = preview.columns.flatMap(({ name }) => {
    const place = mapping.columns[name]
    return place !== undefined && rows.some(({ cells }) => cells[place]?.trim()) ? [{ name, place }] : []
  })
  return {
    names: shown.map(({ name }) => name),
    rows: rows.map(({ row, cells }) => ({ row, cells: shown.map(({ place }) => cells[place] ?? '') })),
  }
}
