import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onOneLine, readAddress, readMailbox } from '#api/mail/address.ts'

describe('an address', () => {
  it.each([
    ['ida@example.org'],
    [' ida@example.org ', 'ida@example.org'],
    ["o'neill+test@mail.example.org"],
    ['jörg@münchen.example'],
    ['用户@例子.广告'],
    ['ida@xn--mnchen-3ya.example'],
  ])('%s can be written to', (given, read = given) => {
    expect(readAddress(given)).toBe(read)
  })

  it.each([
    [''],
    ['ida'],
    ['@example.org'],
    ['ida@'],
    ['ida@example.org, bob@example.org'],
    ['ida@example.org\r\nBcc: all@example.org'],
    ['ida\u0000@example.org'],
    ['a@b@example.org'],
    ['Ida <ida@example.org>'],
    ['"a b"@example.org'],
    ['ida@exa mple.org'],
    ['ida@[127.0.0.1]'],
    ['ida@example.org>'],
    ['ida@.org'],
    ['ida@example..org'],
    ['ida@example.org.'],
    [`${'a'.repeat(65)}@example.org`],
    [`ida@${'a.'.repeat(130)}org`],
  ])('%j is none', (given) => {
    expect(readAddress(given)).toBeNull()
  })
})

describe('a mailbox', () => {
  it.each([
    ['post@example.org', '', 'post@example.org'],
    ['Holdfast <post@example.org>', 'Holdfast', 'post@example.org'],
    ['"Nord, Häfen" <post@example.org>', 'Nord, Häfen', 'post@example.org'],
  ])('%s has its name and its address', (given, name, address) => {
    expect(readMailbox(given)).toEqual({ name, address })
  })

  it.each(['nobody', 'A <b>', 'A <b@c.example> d', '<a@b.example> <c@d.example>'])('%s is none', (given) => {
    expect(readMailbox(given)).toBeNull()
  })
})

describe('one line', () => {
  it('holds no line end, control or turned direction, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 300 }), (text, longest) => {
        const line = onOneLine(text, longest)
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u)
        expect([...line].length).toBeLessThanOrEqual(longest)
        expect(line).toBe(line.trim())
      }),
    )
  })

  it('leaves names as they are', () => {
    for (const name of ['Zoë O’Neill', '李 小龍', 'Ana-Maria, "the first"'])
      expect(onOneLine(name)).toBe(name)
    expect(onOneLine('Ida\r\nBcc: x')).toBe('Ida Bcc: x')
  })
})
