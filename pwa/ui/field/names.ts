import { LONGEST_NAME } from '#contract/constants.ts'

/** A name as a question tells it, cut where it is longer than the specification allows. */
export const cutName = (name: string): string => {
  const signs = [...name]
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME).join('')}…` : name
}

/** Names that differ only by case, or by how their accents are written, are one name. */
const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/** The name as it stands already, else as it was typed. */
export const nameAsItStands = (typed: string, names: readonly string[]): string =>
  names.find((name) => folded(name) === folded(typed)) ?? typed.trim().normalize('NFC')

/** Names that hold what was typed, the nearest first: the name itself, then those that begin so. All while nothing is. */
export function namesWith(typed: string, names: readonly string[]): string[] {
  const wanted = folded(typed)
  const distance = (name: string) => (folded(name) === wanted ? 0 : folded(name).startsWith(wanted) ? 1 : 2)
  const found = names.filter((name) => folded(name).includes(wanted))
  return wanted === '' ? found : found.toSorted((a, b) => distance(a) - distance(b))
}

export const isOneOf = (name: string, names: readonly string[]): boolean =>
  names.some((one) => folded(one) === folded(name))

export interface Offer {
  value: string
  label: string
  /** No matches stands yet: choosing it makes it. */
  isNew: boolean
}

/** So many rows a list shows at once: among more than these nobody looks for a name, and each one costs time to draw. */
const MAX_ROWS = 100

/** The rows shown of a long list, and the number of names left to find by typing. The row for a new name stays. */
export function firstRows(offers: readonly Offer[]): { rows: Offer[]; more: number } {
  const known = offers.filter(({ isNew }) => !isNew)
  return {
    rows: [...known.slice(0, MAX_ROWS), ...offers.filter(({ isNew }) => isNew)],
    more: Math.max(0, known.length - MAX_ROWS),
  }
}

/** The rows of a list of names: those that hold what was typed, and last the making of a new one. */
export function offersOf(typed: string, names: readonly string[], canCreate: boolean): Offer[] {
  const found = namesWith(typed, names).map((name) => ({ value: name, label: name, isNew: false }))
  const fresh = nameAsItStands(typed, names)
  if (!canCreate || fresh === '' || isOneOf(fresh, names)) return found
  return [...found, { value: fresh, label: `Create ‘${fresh}’`, isNew: true }]
}
