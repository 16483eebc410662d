import { expect, it } from 'vitest'
import { textOfFile } from '#pwa/console/results/candidates/addressesOfFile.ts'

/** A file of candidates as spreadsheets save it. */

const TEXT = 'Name,Email\r\nJörg Müller,jm@x.example\r\n'
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
const utf8 = new TextEncoder()
const western = Uint8Array.from(TEXT, (sign) => sign.charCodeAt(0))

it.each<[string, Uint8Array]>([
  ['UTF-8', utf8.encode(TEXT)],
  ['UTF-8 with its mark', utf8.encode(`\uFEFF${TEXT}`)],
  ['UTF-16, little end first', utf16(`\uFEFF${TEXT}`, false)],
  ['UTF-16, big end first', utf16(`\uFEFF${TEXT}`, true)],
  ['UTF-16, little end first, without a mark', utf16(TEXT, false)],
  ['UTF-16, big end first, without a mark', utf16(TEXT, true)],
  ['Windows-1252', western],
])('is read from %s', (_, bytes) => {
  expect(textOfFile(bytes)).toBe(TEXT)
})

it('of what is no text something is left that tells so', () => {
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xff, 0xd8])
  expect(textOfFile(zip)).toContain('\0')
})
