import { describe, expect, it } from 'vitest'
import { times } from './simulator/many.ts'
import { type HallFault, type HallReport, playHall } from './whole/hall.ts'

const HALLS = Math.round(10 * times)

/** Few halls miss some of the rarest kinds; so many of them may be missing. */
const MISSED = times < 1 ? 5 : 0
/** The things the halls must have been through together, or their silence says little. */
const KINDS = [
  ...['mcq_select', 'mcq_save', 'mcq_submit_all', 'draft', 'submit', 'finish', 'feedback', 'snapshot_taken'],
  ...['applied', 'applied_late', 'rejected'],
  ...['on_time', 'on_time_claimed', 'late'],
  ...['not_over', 'after_finish', 'too_large', 'already_submitted', 'no_submissions_left'],
  ...['ended by candidate', 'ended by timeout', 'ended by the server'],
  ...['taken over', 'kept beside the log', 'adopted', 'paused', 'given minutes', 'read from a file'],
  ...['made in a pause', 'late behind a claim', 'more with claimed work', 'less with claimed work'],
  'written over since it was lost',
  ...['401', '403', '409', '410', '413', '429', '503'],
]

it(`keeps every promise through ${HALLS} halls of 8 whole exams each, on a database file that loses what was not flushed`, {
  timeout: 1_800_000 * Math.max(1, times),
}, async () => {
  const reports: HallReport[] = []
  for (let seed = 1; seed <= HALLS; seed++) {
    const report = await playHall(seed)
    expect(report.broken, `seed ${seed}`).toEqual([])
    reports.push(report)
  }
  const sum = (of: (report: HallReport) => number): number =>
    reports.reduce((all, report) => all + of(report), 0)
  const seen = new Set(reports.flatMap((report) => [...report.seen]))
  const missed = KINDS.filter((kind) => !seen.has(kind))
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(MISSED)
  // No fault of the server's own, whatever was cut or filled.
  expect([...seen].filter((kind) => kind === '500')).toEqual([])
  const exams = sum((report) => report.exams)
  expect(exams).toBe(HALLS * 8)
  expect(sum((report) => report.ops) / exams).toBeGreaterThan(40)
  expect(sum((report) => report.cuts) / HALLS).toBeGreaterThan(5)
  expect(sum((report) => report.outages) / HALLS).toBeGreaterThan(5)
  expect(sum((report) => report.lostBytes)).toBeGreaterThan(10_000)
})

describe('the halls find each planted fault', () => {
  it.each<[Exclude<HallFault, 'none'>, RegExp]>([
    ['a commit is not flushed', /^change \d+ was acknowledged and is gone$/],
    ['an answer leaves before its commit', /^change \d+ was acknowledged and is gone$/],
    ['a page forgets its tail', /changes never arrived$|^a log is no prefix of what was written$/],
  ])('%s', { timeout: 1_800_000 }, async (fault, invariant) => {
    let found: string[] = []
    for (let seed = 1; seed <= 10 && !found.some((words) => invariant.test(words)); seed++)
      found = (await playHall(seed, fault)).broken
    expect(found).toContainEqual(expect.stringMatching(invariant))
  })
})
