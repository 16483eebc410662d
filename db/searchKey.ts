/** Letters of either case, and however their accents are written, are the same to a search. */
const folded = (text: string): string => text.toLowerCase().normalize('NFC')

/** The text that a drive is found by, kept in its row. */
export const nameKey = (name: string): string => folded(name)

/** The text that staff finds a candidate by, kept in each attempt's row: the address, and the whole name below it. */
export const searchKey = (who: {
  email: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}): string => folded(`${who.email}\n${[who.first_name, who.last_name].filter(Boolean).join(' ')}`)

/** The typed text, in the form that is looked for within a key. */
export const searchText = (typed: string): string => folded(typed)
