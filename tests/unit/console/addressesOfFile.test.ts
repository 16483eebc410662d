import { expect, test } from 'vitest'
import { splitEmails } from '#contract/forms/invitation.ts'
import {
  addressesOfFile,
  invalidRowsFile,
  invalidRowsMessage,
} from '#pwa/console/results/candidates/addressesOfFile.ts'

/** A spreadsheet's file, as the call takes it. */

test.each([
  ['a line each', 'a@x.example\r\nb@x.example\r\n', 'a@x.example,b@x.example'],
  ['all in one line', 'a@x.example,b@x.example', 'a@x.example,b@x.example'],
  ['with a byte order mark and quotes', '\uFEFF"a@x.example"\n"b@x.example"', 'a@x.example,b@x.example'],
  [
    'with a heading and other columns',
    'First,Email\nAna,a@x.example\nBo,b@x.example',
    'a@x.example,b@x.example',
  ],
  ['with semicolons', 'Name;Email\nAna;a@x.example', 'a@x.example'],
  ['with tabs', 'Name\tEmail\nAna\ta@x.example', 'a@x.example'],
  [
    'with a mistyped one beside',
    'a@x.example,b@@x.example\nc@x.example',
    'a@x.example,b@@x.example,c@x.example',
  ],
  ['with a mistyped one in front', 'a@@x.example\nb@x.example', 'a@@x.example,b@x.example'],
  ['with what only looks like one', 'Name,Chat,Email\nAna,@ana,a@x.example', 'a@x.example'],
  ['with empty lines', '\n\na@x.example\n\n', 'a@x.example'],
])('%s', async (_, text, expected) => {
  expect((await addressesOfFile(text)).emails).toBe(expected)
})

test('a row without an address is told whole, but for the heading', async () => {
  const text = 'Name,Email\nAna,a@x.example\nBo,nobody\n'
  expect((await addressesOfFile(text)).emails).toBe('a@x.example,Bo nobody')
  expect((await addressesOfFile('nobody')).emails).toBe('nobody')
})

test('a blank within an address makes nobody else of it', async () => {
  const { emails } = await addressesOfFile('a@x.example\njohn smith@x.example')
  expect(emails).toBe('a@x.example,john smith@x.example')
})

test('what is no address is told with its row and why, a line each, without the name beside it', async () => {
  const text = [
    'Name,Email',
    'Ana,a@x.example',
    '',
    'NoMail,',
    'Broken,broken@@x.example',
    'Space,sp ace@x.example',
    'Ümit,ümit@x.example',
    'Cut,cut@off',
  ].join('\r\n')
  const { emails, invalidRows } = await addressesOfFile(text)
  expect(emails).toBe('a@x.example,NoMail,broken@@x.example,sp ace@x.example,ümit@x.example,cut@off')
  expect(invalidRowsMessage(invalidRows)).toBe(
    [
      'Row 4: NoMail (no address in this row)',
      'Row 5: broken@@x.example (more than one @)',
      'Row 6: sp ace@x.example (a space in the address)',
      'Row 7: ümit@x.example (a character that is not allowed in email addresses here)',
      'Row 8: cut@off (not an address)',
    ].join('\n'),
  )
})

test('what the row says itself is not said twice', () => {
  const row = { row: 92, text: 'no address here', why: 'no address in this row' }
  expect(invalidRowsMessage([row])).toBe('Row 92: no address here')
})

test('of very many the first ones are told, and how many more there are', () => {
  const invalidRows = Array.from({ length: 23 }, (_, at) => ({
    row: at + 1,
    text: 'x',
    why: 'not an address',
  }))
  const lines = invalidRowsMessage(invalidRows).split('\n')
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toBe('and 3 more, in the file below')
})

test('a row without an address is one row of the file of them too, whatever it holds', async () => {
  const text = 'Email\na@x.example\n"Smith, John; Jo",=SUM(A1)\n=b@@x.example\n'
  const { emails, invalidRows } = await addressesOfFile(text)
  expect(splitEmails(emails)).toEqual(['a@x.example', 'Smith John Jo =SUM(A1)', '=b@@x.example'])
  expect(await invalidRowsFile(invalidRows)).toBe(
    '\uFEFF"Email"\r\n"Smith, John; Jo =SUM(A1)"\r\n"\'=b@@x.example"',
  )
})
