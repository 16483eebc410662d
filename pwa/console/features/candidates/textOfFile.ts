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
