import { describe, expect, it } from 'vitest'
import { texts } from '#contract/texts.ts'
import { checkLogin } from '#pwa/console/features/login/check.ts'
import { homeOf, wantedUrl } from '#pwa/console/guards/home.ts'

describe('the login form', () => {
  it.each([
    ['a@b.example', 'secret', {}],
    [' a@b.example ', 'secret', {}],
    ['', '', { email: texts.emailRequired, password: texts.passwordTooShort }],
    ['a@b', 'secret', { email: 'Email must be a valid email' }],
    ['a b@c.example', 'secret', { email: 'Email must be a valid email' }],
    ['a@b.example', 'short', { password: texts.passwordTooShort }],
  ])('%j with %j', (email, password, faults) => expect(checkLogin({ email, password })).toEqual(faults))
})

describe('after the login', () => {
  it.each([
    [{ from: '/admin/drive/3/result?page=2' }, '/admin/drive/3/result?page=2'],
    [{ from: 'https://elsewhere.example' }, null],
    [{ from: '//elsewhere.example' }, null],
    [{ from: 7 }, null],
    [null, null],
  ])('%j leads to %j', (state, url) => expect(wantedUrl(state)).toBe(url))

  it('starts where the role has its screens', () => {
    expect(homeOf('Admin')).toBe('/admin')
    expect(homeOf('SuperAdmin')).toBe('/organizations')
  })
})
