import { expect, test } from 'vitest'
import type { ResultRow } from '#contract/views/admin.ts'
import { columnNames, columnsOf, scoreOf } from '#pwa/console/results/results/columns.ts'

const rowOf = (change: Partial<ResultRow> = {}): ResultRow => ({
  candidate_id: 7,
  first_name: 'Gita',
  last_name: 'Raman',
  email: 'gita.raman@eastmoor.example',
  score: 40,
  score_claimed: 40,
  total_marks: 54,
  time_taken: '00:34:00',
  is_selected: false,
  token: 'one',
  is_fraud: false,
  test_end_reason: null,
  judging: 0,
  ...change,
})
const widthOf = (...rows: ResultRow[]) =>
  Number.parseInt(
    columnsOf(columnNames, 'best', () => {}, rows).find(({ name }) => name === 'Score')?.width ?? '',
    10,
  )

test('the score of a test that is over is what is proven, and beside it what is claimed', () =>
  expect(scoreOf(rowOf({ score_claimed: 43, judging: 2 }))).toEqual({ proven: 40, claimed: 3, judging: 2 }))

test('a test that runs has no score, though it was reopened with one', () => {
  expect(scoreOf(rowOf({ time_taken: 'In progress', score: null, score_claimed: null }))).toBeNull()
  expect(scoreOf(rowOf({ time_taken: 'In progress' }))).toBeNull()
})

test('the score takes no more room than what stands in it', () => {
  const plain = widthOf(rowOf())
  const claimed = widthOf(rowOf(), rowOf({ score_claimed: 43 }))
  const judged = widthOf(rowOf({ judging: 2 }), rowOf())
  expect(claimed).toBeGreaterThan(plain)
  expect(judged).toBeGreaterThan(claimed)
  expect(widthOf(rowOf({ time_taken: 'In progress', judging: 2 }))).toBe(plain)
})
