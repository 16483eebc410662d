import { expect, it } from 'vitest'
import { titleOf } from '#pwa/candidate/shell/arrival.ts'

it.each([
  ['/candidate/overview/abc', 'Long Drive', 'Welcome · Long Drive · Holdfast'],
  ['/candidate/ide', 'Long Drive', 'Test · Long Drive · Holdfast'],
  ['/candidate/endpage', undefined, 'End of the test · Holdfast'],
  ['/candidate', undefined, 'Holdfast'],
])('%s with the drive %s is called %s', (path, drive, title) => {
  expect(titleOf(path, drive)).toBe(title)
})
