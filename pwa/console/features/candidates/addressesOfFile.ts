import { sortEmails } from '#contract/forms/invitation.ts'

/**
 * The addresses of a CSV file, one text with commas as the call takes it. Of a row with an address the other cells are
 * names and the like; a first row without one is a heading; any other row without one is told as invalid, whole.
 */
export async function addressesOfFile(text: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  return data
    .flatMap((row, index) => {
      const { valid } = sortEmails(row.join(','))
      if (valid.length > 0) return valid
      return index === 0 && data.length > 1 ? [] : [row.filter((cell) => cell.trim() !== '').join(' ')]
    })
    .join(',')
}
