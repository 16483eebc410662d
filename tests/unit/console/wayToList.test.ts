import { expect, it } from 'vitest'
import { fromList, wayToList } from '#pwa/console/kit/list/useReturn.ts'

it('a page that its list opened goes back to it; any other takes its place, whatever is the entry before', () => {
  expect(wayToList(fromList, '/organizations')).toBe(-1)
  for (const state of [null, undefined, 'x', { from: '/organizations' }])
    expect(wayToList(state, '/organizations')).toBe('/organizations')
})
