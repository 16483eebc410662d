import { expect, onTestFinished, test } from 'vitest'
import { signInLimitsOf } from '#api/auth/signInLimits.ts'
import { call, MINUTE, openApp, seedOrganization } from '../../factories/index.ts'
import { expectRefusal } from './expect.ts'

/** Wrong passwords: how many from where, and whom they keep out. */

async function open() {
  const app = await openApp({ listen: true })
  onTestFinished(() => app.remove())
  app.ctx.config.trustedProxies.push('127.0.0.1')
  const { admin } = await seedOrganization(app.ctx, 'entrance')
  const enter = (from: string, password: string, email = admin.email) =>
    call(app.send, 'signIn', { body: { email, password }, headers: { 'x-forwarded-for': from } })
  return { app, admin, enter }
}

const HOME = '203.0.113.7'
const AWAY = '198.51.100.1'
const WRONG = 'a wrong password'

test('wrong passwords from one address stop that address, and not the owner at another', async () => {
  const { app, admin, enter } = await open()
  for (let i = 0; i < 10; i++) expect((await enter(AWAY, WRONG)).status, `guess ${i}`).toBe(401)
  const stopped = await enter(AWAY, WRONG)
  expectRefusal(stopped, 'the eleventh')
  expect(stopped).toMatchObject({ status: 429, failure: { message: 'Too many attempts. Wait 30 seconds.' } })
  // Not even with the right one: it would tell that it is right.
  expect((await enter(AWAY, admin.password)).status).toBe(429)
  // The owner was never here before, and enters.
  expect((await enter(HOME, admin.password)).status).toBe(200)
  app.clock.move(MINUTE / 2)
  expect((await enter(AWAY, WRONG)).status).toBe(401)
  expect((await enter(AWAY, WRONG)).status).toBe(429)
  expect((await enter(HOME, admin.password)).status).toBe(200)
})

test('an account that does not exist is limited in the same words', async () => {
  const { app, admin, enter } = await open()
  const nobody = 'nobody@entrance.example'
  const told = async (email: string) => {
    const { status, failure } = await enter(AWAY, WRONG, email)
    return { status, code: failure.code, message: failure.message }
  }
  const refused = await told(admin.email)
  expect(refused.status).toBe(401)
  expect(await told(nobody)).toEqual(refused)
  for (let i = 0; i < 9; i++)
    for (const email of [admin.email, nobody]) signInLimitsOf(app.ctx).tried(email, AWAY)
  const limited = await told(admin.email)
  expect(limited.status).toBe(429)
  expect(await told(nobody)).toEqual(limited)
})

test('guesses from very many addresses are slowed, and still not the owner where the owner has been', async () => {
  const { app, admin, enter } = await open()
  expect((await enter(HOME, admin.password)).status).toBe(200)
  const limits = signInLimitsOf(app.ctx)
  const guess = (i: number) => limits.tried(admin.email, `10.0.${i >> 8}.${i & 255}`)
  for (let i = 0; i < 299; i++) guess(i)
  expect((await enter(AWAY, WRONG)).status).toBe(401)
  const fresh = await enter('198.51.100.2', WRONG)
  expect(fresh).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
  expect((await enter(HOME, admin.password)).status).toBe(200)
  // The account is known at its address, not the address itself.
  expect((await enter(HOME, WRONG, 'nobody@entrance.example')).status).toBe(401)
  // The tight limit holds all the same where it is known.
  for (let i = 0; i < 10; i++) limits.tried(admin.email, HOME)
  expect((await enter(HOME, admin.password)).status).toBe(429)
  app.clock.move(MINUTE)
  expect((await enter('198.51.100.2', WRONG)).status).toBe(401)
})

test('tries at once are counted as they come, not when their passwords have been checked', async () => {
  const { app, admin, enter } = await open()
  const burst = async (n: number) => {
    const all = await Promise.all(Array.from({ length: n }, () => enter(AWAY, WRONG)))
    return all.filter(({ status }) => status === 401).length
  }
  expect(await burst(30)).toBe(10)
  app.clock.move(MINUTE / 2)
  expect(await burst(30)).toBe(1)
  // Who is right has not used a try up, however often.
  for (let i = 0; i < 12; i++) expect((await enter(HOME, admin.password)).status).toBe(200)
})

test('one customer’s many networks are one: they keep no account closed', async () => {
  const { app, admin, enter } = await open()
  const network = (i: number) => `2001:db8:7:${i.toString(16)}::1`
  const statuses = []
  for (let i = 0; i < 101; i++) statuses.push((await enter(network(i), WRONG)).status)
  expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
  expect(statuses[100]).toBe(429)
  expect((await enter('2001:db8:8::1', admin.password)).status).toBe(200)
  expect(signInLimitsOf(app.ctx).wait(admin.email, '198.51.100.9')).toBe(0)
})
