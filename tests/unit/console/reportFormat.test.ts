import { expect, it } from 'vitest'
import type { ProblemReport } from '#contract/views/admin.ts'
import {
  draftName,
  formatOps,
  lateWorkMessage,
  mcqLook,
  problemLook,
  programName,
  testLook,
  testsOf,
  verdictLook,
} from '#pwa/console/results/report/format.ts'

it.each([
  [{}, ''],
  [{ draft: 1 }, '1 draft'],
  [
    { draft: 3, submit: 1, focus_lost: 1, offline: 2 },
    '3 drafts, 1 submission, 1 signal, 2 notes on the connection',
  ],
])('%j is told as %j', (types, words) => expect(formatOps(types)).toBe(words))

it.each([
  [{ is_passed: true, outcome: 'ok' }, 'Passed'],
  [{ is_passed: false, outcome: 'ok' }, 'Wrong output'],
  [{ is_passed: false, outcome: 'time_limit' }, 'Time over'],
  [{ is_passed: false, outcome: 'a_new_word' }, 'Failed'],
  [{ is_passed: false, outcome: null }, 'Not run'],
])('a test with %j reads %s', (test, word) => expect(testLook(test).word).toBe(word))

it.each([
  [{ selected_options: [1], is_accepted: true }, 'Right'],
  [{ selected_options: [1] }, 'Wrong'],
  [{}, 'Not answered'],
  [{ held_options: [1] }, 'Answered, not counted'],
  [{ unsaved_options: [1] }, 'Chosen, not saved'],
  // An answer that counts says more than one that does not.
  [{ selected_options: [1], held_options: [2], unsaved_options: [2] }, 'Wrong'],
])('a question with %j reads %s', (mcq, word) =>
  expect(
    mcqLook({ selected_options: [], held_options: [], unsaved_options: [], is_accepted: false, ...mcq }).word,
  ).toBe(word),
)

it.each([
  [null, null],
  [{ waiting: 2 }, 'Review late work'],
  [{ waiting: 0 }, 'Late work, decided'],
])('with %j the way to late work is called %j', (late_work, words) =>
  expect(lateWorkMessage({ late_work })).toBe(words),
)

it('keeps a verdict it does not know as it came', () => {
  expect(verdictLook('late').word).toBe('Late')
  expect(verdictLook('held').word).toBe('held')
})

const problem: ProblemReport = {
  problem_id: 1,
  title: 'Harbour lights',
  pictures: [],
  description: '',
  image_url: null,
  image_alt: null,
  asked_as: 1,
  is_attempted: true,
  total_score: 10,
  obtained_score: 4,
  percentage: 40,
  submission_time: null,
  submissions_used: 1,
  total_submissions: 3,
  runs: 0,
  answer: 'a',
  answer_kind: 'submit',
  language: null,
  lang_code: null,
  language_id: 1,
  status: 'accepted',
  verdict: 'on_time',
  drafts: [],
  test_case_result: [],
}
const draft: ProblemReport['drafts'][number] = {
  answer: 'b',
  language: null,
  lang_code: null,
  saved_at: '2026-01-15T09:00:00.000Z',
  verdict: 'on_time',
  passed_testcases: null,
  total_testcases: 3,
}

it.each([
  [{}, 'Best submission'],
  [{ drafts: [draft] }, 'Best submission'],
  [{ status: 'held' }, 'Late submission'],
  [{ answer_kind: 'final' as const }, 'Judged draft, not submitted'],
  [{ answer_kind: 'final' as const, drafts: [draft] }, 'Judged draft, not submitted'],
])('the program of %j is the %s', (change, name) => expect(programName({ ...problem, ...change })).toBe(name))

it.each([
  [{ is_attempted: false }, 'Not attempted'],
  [{ status: 'held' }, 'Late, not judged'],
  [{ status: 'processing' }, 'Judging'],
  [{}, 'No test passed'],
])('a problem with %j reads %s', (change, word) =>
  expect(problemLook({ ...problem, ...change }).word).toBe(word),
)

it('counts tests of what was judged alone', () => {
  expect(testsOf(problem)).toEqual([0, 0])
  expect(testsOf({ ...problem, status: 'held' })).toBeNull()
  expect(testsOf({ ...problem, is_attempted: false })).toBeNull()
})

it('tells a problem that was never opened from one with a draft alone', () => {
  const idle = { ...problem, is_attempted: false, answer: null, answer_kind: null }
  expect(problemLook(idle).word).toBe('Not attempted')
  expect(problemLook({ ...idle, drafts: [draft] }).word).toBe('Not submitted')
})

it('calls a draft by its language', () =>
  expect([draftName('Python'), draftName(null)]).toEqual([
    'Draft in Python, not submitted',
    'Draft in another language, not submitted',
  ]))
