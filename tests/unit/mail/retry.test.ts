import { expect, it } from 'vitest'
import { MAX_DEFERRALS, pauseAfter, waitAfter } from '#api/mail/retry.ts'
import { mailErrorOf } from '#api/mail/transport/mailError.ts'

it('a mail put off waits ever longer, and is tried for about three days', () => {
  const waits = Array.from({ length: MAX_DEFERRALS - 1 }, (_, i) => waitAfter(i + 1))
  expect(waits.slice(0, 3)).toEqual([10_000, 20_000, 40_000])
  expect(waits.at(-1)).toBe(4 * 3_600_000)
  const days = waits.reduce((sum, ms) => sum + ms, 0) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
})

it('a server that takes nothing is asked again within a minute, for ever', () => {
  expect([1, 2, 3, 100, 1_000_000].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000])
})

it.each([
  ['no such recipient', { responseCode: 550, command: 'RCPT TO', permanent: true }, 'refused'],
  ['a recipient put off', { responseCode: 450, command: 'RCPT TO', permanent: false }, 'deferred'],
  ['a text that is not wanted', { responseCode: 554, command: 'DATA', permanent: true }, 'refused'],
  ['a server that closes', { responseCode: 421, command: 'RCPT TO', permanent: false }, 'unreachable'],
  ['a sender it does not take', { responseCode: 553, command: 'MAIL FROM', permanent: true }, 'unreachable'],
  ['a wrong password', { responseCode: 535, command: 'AUTH PLAIN', permanent: true }, 'unreachable'],
  ['no connection', { code: 'ESOCKET' }, 'unreachable'],
  ['an address that is not even tried', { code: 'EENVELOPE' }, 'refused'],
  ['a mail larger than the server takes', { code: 'EMESSAGE' }, 'refused'],
])('%s: %o means %s', (_what, fault, kind) => {
  expect(mailErrorOf(Object.assign(new Error('words'), fault)).kind).toBe(kind)
})
