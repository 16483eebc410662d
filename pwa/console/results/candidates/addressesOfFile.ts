import { sortEmails } from '#contract/forms/invitation.ts'
import { utf16Of } from '#contract/utf16.ts'

/**
 * The text of a CSV file as spreadsheets save it, without its byte order mark: UTF-16, UTF-8, or what Windows programs of
 * the west write. Addresses read alike in the last two, so what is none of them costs no more than the look of a name.
 */
export function textOfFile(bytes: Uint8Array): string {
  for (const encoding of [utf16Of(bytes)?.encoding, 'utf-8']) {
    try {
      if (encoding !== undefined) return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // It is another one.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Whether the text was meant as an address, be it one or not. */
const isMeant = (cell: string): boolean => /\S@/.test(cell)

interface InvalidRow {
  /** As a spreadsheet counts its rows. */
  row: number
  /** The text that stands there instead of an address. */
  text: string
  why: string
}

interface AddressesOfFile {
  /** One text with commas as the call takes it; what is no address stands there as one of them. */
  emails: string
  invalidRows: InvalidRow[]
}

/**
 * The addresses of a CSV file. In a row with an address the other cells are names and the like; a first row without one
 * is a heading. A mistyped address is told alone, and any other row without an address whole.
 */
export async function addressesOfFile(text: string): Promise<AddressesOfFile> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''))
  const rows = data
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const read = rows.map(({ cells, row }, index) => {
    const { valid, invalid } = sortEmails(cells.join(','))
    const mistyped = invalid.filter(isMeant)
    const isHeading = index === 0 && rows.length > 1
    const isNone = valid.length === 0 && mistyped.length === 0
    const texts = isNone && !isHeading ? [cells.filter((cell) => cell.trim() !== '').join(' ')] : mistyped
    return { valid, invalidRows: texts.map((told) => ({ row, text: told, why: whyNone(told) })) }
  })
  return {
    emails: read
      .flatMap(({ valid, invalidRows }) => [
        ...valid,
        ...invalidRows.map(({ text: told }) => withoutEnds(told)),
      ])
      .join(','),
    invalidRows: read.flatMap(({ invalidRows }) => invalidRows),
  }
}

/** Without what ends an address, or a row would be several of them. */
const withoutEnds = (told: string): string => told.replace(/[,;\r\n]+\s*/g, ' ')

/** Why something is no address, as far as that can be told. */
function whyNone(told: string): string {
  const signs = told.split('@').length - 1
  if (signs === 0) return 'no address in this row'
  if (signs > 1) return 'more than one @'
  if (/\s/.test(told.trim())) return 'a space in the address'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the letters that mail addresses are made of
  if (/[^\x00-\x7f]/.test(told)) return 'a character that is not allowed in email addresses here'
  return 'not an address'
}

/** More than this nobody reads in a dialog; the file has them all. */
const SHOWN = 20

/** In the words of a row itself: they would say twice what stands there. */
const told = ({ text, why }: InvalidRow): string =>
  text.toLowerCase().includes(why.replace(' in this row', '')) ? text : `${text} (${why})`

/** 'Row 3: ana@@x.example (more than one @)', one a line. */
export function invalidRowsMessage(invalidRows: readonly InvalidRow[]): string {
  const lines = invalidRows.slice(0, SHOWN).map((one) => `Row ${one.row}: ${told(one)}`)
  if (invalidRows.length > SHOWN) lines.push(`and ${invalidRows.length - SHOWN} more, in the file below`)
  return lines.join('\n')
}

/**
 * The texts that are no addresses as a file, a row each as it stood: with a byte order mark, and nothing that a
 * spreadsheet would run.
 */
export async function invalidRowsFile(invalidRows: readonly InvalidRow[]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const rows = { fields: ['Email'], data: invalidRows.map(({ text }) => [text]) }
  return `\uFEFF${Papa.unparse(rows, { quotes: true, escapeFormulae: true })}`
}
