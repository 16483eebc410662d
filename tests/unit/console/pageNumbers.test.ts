import { expect, it } from 'vitest'
import { pageNumbers } from '#pwa/ui/Pager.tsx'

it.each([
  [1, 1, [1]],
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 12, [1, 2, 3, 4, 5, null, 11, 12]],
  [6, 12, [1, 2, null, 4, 5, 6, 7, 8, null, 11, 12]],
  [12, 12, [1, 2, null, 8, 9, 10, 11, 12]],
])('page %d of %d', (page, pages, numbers) => expect(pageNumbers(page, pages)).toEqual(numbers))
