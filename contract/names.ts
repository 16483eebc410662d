import { composed } from './composed.ts'

/** Lists of names (tags, difficulties) as one text, and names as one another. */

/** Names separated by commas; a comma of a name itself stands behind a backslash. */
export const joinNames = (names: readonly string[], between = ', '): string =>
  names.map((name) => name.replace(/[\\,]/g, (sign) => `\\${sign}`)).join(between)

/** The names of a text as `joinNames` wrote it, or as somebody typed it. */
export function splitNames(text: string): string[] {
  const parts = text.match(/(?:\\[\\,]|[^,])+/g) ?? []
  return parts.map((part) => part.trim().replace(/\\([\\,])/g, '$1')).filter((name) => name !== '')
}

/** Names that differ only by case, or by how their accents are written, are one name. */
export const foldedName = (name: string): string => composed(name).toLowerCase()
