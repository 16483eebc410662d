/** Names that differ only by case, or by how their accents are written, are one name. */
const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/** The name as it stands already, else as it was typed. */
export const nameAsItStands = (typed: string, names: readonly string[]): string =>
  names.find((name) => folded(name) === folded(typed)) ?? typed.trim().normalize('NFC')

/** Names that hold what was typed; all while nothing is. */
export const namesWith = (typed: string, names: readonly string[]): string[] =>
  names.filter((name) => folded(name).includes(folded(typed)))

export const isAmong = (name: string, names: readonly string[]): boolean =>
  names.some((one) => folded(one) === folded(name))
