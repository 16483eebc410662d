import { sortEmails } from '#contract/forms/invitation.ts'

/** What was meant as an address, whether it is one or not. */
const isMeant = (cell: string): boolean => /\S@/.test(cell)

/**
 * The addresses of a CSV file, one text with commas as the call takes it, mistyped ones as well. Of a row with an address
 * the other cells are names and the like; a first row without one is a heading; any other row without one is told as
 * invalid, whole.
 */
export async function addressesOfFile(text: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  return data
    .flatMap((row, index) => {
      const { valid, invalid } = sortEmails(row.join(','))
      const mistyped = invalid.filter(isMeant)
      if (valid.length > 0) return [...valid, ...mistyped]
      return index === 0 && data.length > 1 && mistyped.length === 0
        ? []
        : [row.filter((cell) => cell.trim() !== '').join(' ')]
    })
    .join(',')
}
