import { describe, expect, it } from 'vitest'
import { decodeText, encodingOf } from '#api/services/bankFiles/decode.ts'

const TEXT = 'description,tags\r\nWas heißt „größer“?,Größe\r\n'
const utf8 = new TextEncoder()
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBig)
  return bytes
}
const western = Uint8Array.from(TEXT, (sign) => ({ '„': 0x84, '“': 0x93 })[sign] ?? sign.charCodeAt(0))

describe('a file’s text', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8.encode(TEXT)],
    ['UTF-8 with its mark', utf8.encode(`\uFEFF${TEXT}`)],
    ['UTF-16, little end first', utf16(`\uFEFF${TEXT}`, false)],
    ['UTF-16, big end first', utf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16, little end first, without a mark', utf16(TEXT, false)],
    ['UTF-16, big end first, without a mark', utf16(TEXT, true)],
    ['Windows-1252', western],
  ])('is read from %s', (_, bytes) => {
    expect(decodeText(bytes).text).toBe(TEXT)
  })

  it.each([false, true])('is UTF-16 without a mark whatever the script is (big end first: %s)', (isBig) => {
    const cyrillic = `description,tags\r\n${'Какое из чисел простое? '.repeat(50)},числа\r\n`
    expect(decodeText(utf16(cyrillic, isBig))).toMatchObject({ text: cyrillic, isGuessed: true })
  })

  it('with one damaged sign is refused, by its line and column', () => {
    const good = utf8.encode('description,tags\r\nGröße und Länge,')
    const bytes = Uint8Array.from([...good, 0xff, ...utf8.encode('a,Maße\r\n')])
    expect(() => decodeText(bytes)).toThrow('line 2, column 17')
  })

  it('is refused where UTF-16 holds half of a sign', () => {
    expect(() => decodeText(utf16('\uFEFFdescription\uD83D,x', false))).toThrow('incomplete character')
  })

  it('keeps a mark that is not at its beginning', () => {
    expect(decodeText(utf8.encode('a\uFEFFb')).text).toBe('a\uFEFFb')
  })

  it.each<[string, number[], string]>([
    ['nothing', [], 'utf-8'],
    ['one byte', [0x61], 'utf-8'],
    ['a byte that is no UTF-8', [0x61, 0xe9], 'windows-1252'],
    ['half of the UTF-8 mark', [0xef, 0xbb], 'windows-1252'],
  ])('of %s is %s', (_, bytes, encoding) => {
    expect(encodingOf(Uint8Array.from(bytes)).encoding).toBe(encoding)
  })
})
