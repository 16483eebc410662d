import { expect, test } from 'vitest'
import { isPagePath } from '#api/pagePaths.ts'
import { routes } from '#pwa/candidate/routes.ts'
import { urls } from '#pwa/console/urls.ts'

/** The server knows each address that the pages have. */

const paths = [
  ...Object.values(routes),
  ...Object.values(urls).map((url) => (typeof url === 'function' ? url('mcq' as never, 'x' as never) : url)),
  '/',
  '/admin/users',
]

test.each(paths)('%s', (path) => {
  expect(isPagePath(new URL(path, 'http://here').pathname)).toBe(true)
})

test('others are none', () => {
  expect(['/metrics', '/admins', '/usersx/1', '/Login', '/.env'].filter(isPagePath)).toEqual([])
})
