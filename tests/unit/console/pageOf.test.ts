import { expect, test } from 'vitest'
import { pageOf } from '#pwa/console/kit/list/PageFooter.tsx'

const rows = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

test('a list of 200 rows stands on one page, and a longer one on more', () => {
  expect(pageOf(rows(200), 1)).toMatchObject({ from: 0, pages: 1, shown: rows(200) })
  expect(pageOf(rows(201), 1)).toMatchObject({ from: 0, pages: 2, shown: rows(200) })
  expect(pageOf(rows(201), 2)).toEqual({ from: 200, pages: 2, shown: [201] })
})

test('a page behind the last one shows the last one, and no rows make one page', () => {
  expect(pageOf(rows(450), 9)).toMatchObject({ from: 400, shown: rows(450).slice(400) })
  expect(pageOf([], 3)).toEqual({ from: 0, pages: 1, shown: [] })
})
