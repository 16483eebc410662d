import { expect, it } from 'vitest'
import { type Course, newsOf, patience, seen, type Told } from '#api/alerts/course.ts'
import { type AlertNews, TROUBLES, type TroubleKind } from '#api/mail/kinds.ts'

/** When super admins are told of a trouble, minute by minute. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The news of a trouble that is looked at each minute, each with the minute it is told in. */
function newsIn(
  trouble: TroubleKind,
  isBadAt: (minute: number) => boolean,
  minutes: number,
): [number, AlertNews][] {
  let course: Course = { badSince: null, goodSince: null }
  let told = null as Told | null
  const all: [number, AlertNews][] = []
  for (let minute = 0; minute <= minutes; minute++) {
    const now = minute * MINUTE
    course = seen(course, isBadAt(minute), now)
    const news = newsOf(trouble, told, course, now)
    if (!news) continue
    all.push([minute, news])
    told = news === 'over' ? null : { since: told?.since ?? course.badSince ?? now, toldAt: now }
  }
  return all
}

it.each([
  ['disk', 0, 5],
  ['backup', 30, 0],
  ['log', 5, 1],
  ['engine', 5, 5],
] as const)('%s: told after %i minutes, its end after %i', (trouble, begins, ends) => {
  const [from, until] = [10, 100]
  expect(newsIn(trouble, (minute) => minute >= from && minute < until, 200)).toEqual([
    [from + begins, 'begun'],
    [until + ends, 'over'],
  ])
})

it('a trouble that is shorter than that is not told, one that comes and goes is one', () => {
  expect(newsIn('engine', (minute) => minute % 5 !== 0, 600)).toEqual([])
  // The disk is full for most of each ten minutes, and has room for fewer than are waited for.
  expect(newsIn('disk', (minute) => minute % 10 < 6, 600)).toEqual([[0, 'begun']])
})

it('it is told once a day while it lasts, and never more', () => {
  for (const trouble of TROUBLES) {
    const first = patience[trouble].beginsAfterMs / MINUTE
    const day = DAY / MINUTE
    expect(newsIn(trouble, () => true, 2 * day + first)).toEqual([
      [first, 'begun'],
      [first + day, 'lasts'],
      [first + 2 * day, 'lasts'],
    ])
  }
})
