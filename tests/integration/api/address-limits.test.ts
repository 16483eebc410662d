import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { Buckets } from '#api/auth/limits.ts'
import { checkPassword, hashPassword } from '#api/auth/password.ts'
import type { Config } from '#api/config.ts'
import { callerAddress, networkOf } from '#api/kit/address.ts'
import { DomainError } from '#api/kit/errors.ts'
import { call, movableClock, openApp, type TestApp } from '../../factories/index.ts'

/** The addresses that limits go by, and what limits forget. */

let app: TestApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('behind a trusted proxy everybody has a limit of their own; without one the header says nothing', async () => {
  const opened = await openApp({ listen: true })
  app = opened
  const guess = (from: string, i: number) =>
    call(opened.send, 'getDrive', {
      params: { token: `${i}`.padEnd(43, 'g') },
      headers: { 'x-forwarded-for': from },
    })
  for (let i = 0; i < 200; i++) await guess('198.51.100.1', i)
  // Not believed: another header, the same address.
  expect((await guess('198.51.100.2', 201)).status).toBe(429)
  await opened.remove()

  const proxied = await openApp({ listen: true })
  app = proxied
  proxied.ctx.config.trustedProxies.push('127.0.0.1')
  const through = (from: string, i: number) =>
    call(proxied.send, 'postSync', {
      token: `${i}`.padEnd(43, 'g'),
      body: {},
      headers: { 'x-forwarded-for': `10.9.9.9, ${from}` },
    })
  for (let i = 0; i < 200; i++) await through('2001:db8:1:2::1', i)
  expect((await through('2001:db8:1:2:aaaa::2', 201)).status).toBe(429)
  expect((await through('2001:db8:1:3::1', 202)).status).toBe(401)
})

test('a flood of addresses makes the limit forget the oldest, not everybody', () => {
  const clock = movableClock()
  const buckets = new Buckets(1, 1, clock.now)
  buckets.take('first')
  for (let i = 0; i < 49_999; i++) buckets.take(`a${i}`)
  buckets.take('first')
  for (let i = 0; i < 10; i++) buckets.take(`b${i}`)
  expect(buckets.wait('first')).toBeGreaterThan(0)
  expect(buckets.wait('a0')).toBe(0)
  expect(buckets.wait('a20')).toBeGreaterThan(0)
  // A clock that goes back gives nothing and takes nothing.
  clock.move(-3_600_000)
  expect(buckets.wait('first')).toBe(60)
})

test('more passwords at once than can wait are asked to come back, whichever call they came by', async () => {
  const done = await Promise.allSettled([
    ...Array.from({ length: 30 }, (_, i) => hashPassword(`word ${i}`)),
    ...Array.from({ length: 30 }, (_, i) => checkPassword(null, `word ${i}`)),
  ])
  const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  // Two run and fifty wait; those without an account come a moment later, when the decoy is there.
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(8)
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(DomainError)
    expect((reason as DomainError).status).toBe(503)
    expect((reason as DomainError).retryAfterSeconds).toBeGreaterThan(0)
  }
  expect(await checkPassword(await hashPassword('and then'), 'and then')).toBe(true)
})

/** The address that limits go by, behind a proxy at 127.0.0.1 that is believed, and others within 10.0.0.0/8. */
const behind = (forwarded: string | undefined, peer = '127.0.0.1'): string =>
  callerAddress(
    { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } as unknown as Config,
    {
      socket: { remoteAddress: peer },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
  )

test.each([
  [undefined, '127.0.0.1'],
  ['8.8.4.4', '8.8.4.4'],
  ['1.1.1.1, 8.8.4.4', '8.8.4.4'],
  ['1.1.1.1, 8.8.4.4, 10.1.2.3', '8.8.4.4'],
  // With the port of the caller, as some proxies write it.
  ['1.1.1.1, 8.8.4.4:51234', '8.8.4.4'],
  ['1.1.1.1, [2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['1.1.1.1, [2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  // An entry that cannot be read hides who called: nothing before it is believed.
  ['1.1.1.1, unknown', '127.0.0.1'],
  ['1.1.1.1, unknown, 10.1.2.3', '10.1.2.3'],
  ['1.1.1.1, 8.8.4.4:port', '127.0.0.1'],
  ['1.1.1.1,', '127.0.0.1'],
  ['10.1.2.3, 10.1.2.4', '10.1.2.3'],
])('X-Forwarded-For %j counts as %s', (forwarded, address) => {
  expect(behind(forwarded)).toBe(address)
  expect(behind(forwarded, '8.8.8.8')).toBe('8.8.8.8')
})
