import { expect, it } from 'vitest'
import type { ReceiptCheck } from '#contract/views/receipt.ts'
import { messageOfCheck } from '#pwa/candidate/receipt/messages.ts'

/** The message to a person who hands a receipt in. */

const held: ReceiptCheck = {
  outcome: 'held',
  code: 'ABCDEFGHIJKL',
  checkable_by: 'anybody',
  time: '2026-01-15T09:00:00.000Z',
  changes: 12,
  held: 12,
  later: 0,
  is_ended: true,
}
const nothing = { checkable_by: null, time: null, changes: null, held: null, later: null, is_ended: null }

it.each<[string, Partial<ReceiptCheck>, string, RegExp]>([
  [
    'all of it',
    {},
    'ok',
    /genuine, and the server has everything.*first 12 changes.*has ended.*anybody can check/s,
  ],
  [
    'more since',
    { later: 1 },
    'ok',
    /One more change came after the receipt was made: it says nothing of that one/,
  ],
  [
    'much more since',
    { later: 3 },
    'ok',
    /3 more changes came after the receipt was made: it says nothing of those/,
  ],
  ['the start', { changes: 0, held: 0 }, 'ok', /it had the start of the test/],
  ['one change', { changes: 1, held: 1 }, 'ok', /the first change of the test/],
  [
    'a running test',
    { checkable_by: 'server', is_ended: false },
    'ok',
    /not ended yet.*only this server can check/s,
  ],
  ['a part', { outcome: 'missing', held: 5 }, 'bad', /does not have everything.*first 5 changes are there/s],
  ['one of it', { outcome: 'missing', held: 1 }, 'bad', /Only the first 1 change/],
  ['none', { outcome: 'missing', held: 0, is_ended: null }, 'bad', /None of it is there now/],
  ['another log', { outcome: 'altered', held: 3 }, 'bad', /a different one.*Show this receipt/s],
  ['another server', { outcome: 'foreign', ...nothing }, 'bad', /did not make this receipt/],
  [
    'an unknown code',
    { outcome: 'unknown', ...nothing },
    'warn',
    /No receipt with this code.*typing mistake/s,
  ],
])('of %s', (_, change, tone, said) => {
  const words = messageOfCheck({ ...held, ...change })
  expect(words.tone).toBe(tone)
  expect([words.title, ...words.lines].join('\n')).toMatch(said)
})
