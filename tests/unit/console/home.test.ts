import { describe, expect, it } from 'vitest'
import { homeOf, wantedUrl } from '#pwa/console/app/guards/guards.tsx'

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
