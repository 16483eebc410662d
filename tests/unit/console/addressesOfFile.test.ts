import { expect, test } from 'vitest'
import { addressesOfFile } from '#pwa/console/features/candidates/addressesOfFile.ts'

/** What a spreadsheet saves, as the call takes it. */

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
  expect(await addressesOfFile(text)).toBe(expected)
})

test('a row without an address is told whole, but for the heading', async () => {
  const text = 'Name,Email\nAna,a@x.example\nBo,nobody\n'
  expect(await addressesOfFile(text)).toBe('a@x.example,Bo nobody')
  expect(await addressesOfFile('nobody')).toBe('nobody')
})

test('a blank within an address makes nobody else of it', async () => {
  expect(await addressesOfFile('a@x.example\njohn smith@x.example')).toBe('a@x.example,john smith@x.example')
})
