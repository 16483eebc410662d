import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmissionView } from '#contract/views/candidate.ts'
import type { ClientEvent } from '#pwa/attempt/events.ts'
import { reduce } from '#pwa/attempt/reduce.ts'
import { type ClientState, readState } from '#pwa/attempt/state.ts'
import { ATTEMPT, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** The state of the test, event by event: a pure function of the state before. */

let known: ClientState
const verdict = { submission_id: 5, status: 'accepted' } as SubmissionView
const submission = { op_id: 'made', problem_id: 1, language_id: 2, made_at: 1 }
const choice = { selected: [70], saving: null }

beforeEach(async () => {
  const db = openStorage()
  await db.attempts.add(attemptOf())
  const code = { problem_id: 1, language_id: 2 }
  await appendOps(db, ATTEMPT, [
    { type: 'mcq_save', key: 'mcq:7', body: { question_id: 7, selected_options: [70] } },
    { type: 'submit', key: 'code:1:2', body: { ...code, source_code: 'mine' }, op_id: 'submit' },
  ])
  known = await readState(db, ATTEMPT)
  db.close()
})

/** From now on whoever reads a clock is told that this is no pure function. */
const withoutClocks = (): void => {
  const read = (): never => {
    throw new Error('a clock was read')
  }
  vi.spyOn(Date, 'now').mockImplementation(read)
  vi.spyOn(performance, 'now').mockImplementation(read)
}
afterEach(() => void vi.restoreAllMocks())

const following = (...events: readonly ClientEvent[]): ClientState => events.reduce(reduce, known)
const at = { mono: 100_000, wall: 100_000, server: 100_000 }
const away = (offlineSince: number | null, lastContactAt: number | null = null): ClientEvent => ({
  type: 'SYNC_CHANGED',
  sync: { offlineSince, lastContactAt } as never,
  at,
})
const deadline = (deadline_at: string): ClientEvent => ({
  type: 'SERVER_TOLD',
  told: { deadline_at: Date.parse(deadline_at) },
})
const READ: ClientEvent = { type: 'WORK_READ', work: null as never }

const rows: [string, (state: ClientState) => ClientEvent[], (state: ClientState) => unknown, unknown][] = [
  [
    'what the disk would not take stands over what is read from it',
    (state) => [deadline('2026-01-15T11:00:00.000Z'), { ...READ, work: state }],
    ({ attempt }) => attempt.deadline_at,
    Date.parse('2026-01-15T11:00:00.000Z'),
  ],
  [
    'and over what is written to it, until the disk has it',
    ({ attempt }) => [
      deadline('2026-01-15T11:00:00.000Z'),
      { type: 'OPS_WRITTEN', written: { attempt, answers: [], submissions: [], ops: [] } },
    ],
    ({ attempt }) => attempt.deadline_at,
    Date.parse('2026-01-15T11:00:00.000Z'),
  ],
  [
    'a test that is taken up goes on in its languages, at its place and with its strikes',
    (state) => [
      { type: 'STRIKE_NOTED' },
      { type: 'TEST_RESUMED', work: state, prefs: { languageOf: { 1: 4 }, position: 'there' }, strikes: 3 },
    ],
    ({ languageOf, position, strikes }) => [languageOf, position, strikes],
    [{ 1: 4 }, 'there', 3],
  ],
  [
    'a choice that is made while an older one is kept stays on its way',
    () => [
      { type: 'CHOICES_MADE', choices: new Map([['mcq:7', choice]]) },
      { type: 'CHOICES_MADE', choices: new Map([['mcq:7', { ...choice }]]) },
      { type: 'CHOICES_KEPT', choices: new Map([['mcq:7', choice]]) },
    ],
    ({ choosing }) => choosing.size,
    1,
  ],
  [
    'a choice that is kept is not on its way any more',
    () => [
      { type: 'CHOICES_MADE', choices: new Map([['mcq:7', choice]]) },
      { type: 'CHOICES_KEPT', choices: new Map([['mcq:7', choice]]) },
    ],
    ({ choosing }) => choosing.size,
    0,
  ],
  [
    'of two submissions on their way the one that is kept goes',
    () => [
      { type: 'SUBMISSIONS_MADE', submissions: [submission] },
      { type: 'SUBMISSIONS_MADE', submissions: [{ ...submission, op_id: 'later' }] },
      { type: 'SUBMISSIONS_KEPT', submissions: [submission] },
    ],
    ({ submitting }) => submitting.map(({ op_id }) => op_id),
    ['later'],
  ],
  [
    'a verdict comes to its submission, and to no other',
    () => [
      { type: 'SUBMISSION_JUDGED', opId: 'submit', result: verdict },
      { type: 'SUBMISSION_JUDGED', opId: 'of another test', result: { ...verdict, submission_id: 6 } },
    ],
    ({ submissions }) => submissions.map(({ submission_id, result }) => [submission_id, result?.status]),
    [[5, 'accepted']],
  ],
  [
    'what was read of the notices stands beside the disk where that did not take it',
    (state) => [
      { type: 'NOTICES_READ', id: 3, isKept: false },
      { ...READ, work: state },
    ],
    ({ attempt }) => attempt.notices_read,
    3,
  ],
  [
    'and is the disk’s where it did',
    () => [{ type: 'NOTICES_READ', id: 3, isKept: true }],
    ({ attempt, told }) => [attempt.notices_read, told],
    [3, null],
  ],
  [
    'a language chosen here outlasts one of a lost device, which counts as one arrival',
    () => [
      { type: 'LANGUAGE_CHOSEN', problemId: 1, languageId: 2 },
      { type: 'WORK_ARRIVED', languageOf: { 1: 9, 3: 4 } },
    ],
    ({ languageOf, arrivals }) => [languageOf, arrivals],
    [{ 1: 2, 3: 4 }, 1],
  ],
  [
    'an outage is as old as the sender says, and goes on over what changes in it',
    () => [away(90_000), away(90_000)],
    ({ outage }) => outage?.began,
    90_000,
  ],
  ['and is over with an answer', () => [away(90_000), away(null)], ({ outage }) => outage, null],
]

describe('what is known', () => {
  it.each(rows)('%s', (_, events, of, expected) => {
    const happened = events(known)
    withoutClocks()
    const state = following(...happened)
    vi.restoreAllMocks()
    expect(of(state)).toEqual(expected)
  })

  it('is the same object where nothing changes', () => {
    const nothing: ClientEvent[] = [
      { type: 'TICK' },
      { type: 'WAKE' },
      { type: 'HOLDER_CHANGED', isHolder: true },
      { type: 'LOG_TRIED', fault: null, unwritten: new Set(['code:1:2']) },
    ]
    expect(following(...nothing)).toBe(known)
  })
})

/** Whatever is known is left as it was: who holds it, a screen, draws it once more. */
it('is never changed in place, whatever happens in whatever order', () => {
  const { attempt } = known
  const events: ClientEvent[] = [
    ...rows.flatMap(([, events]) => events(known)),
    { type: 'TEST_RESUMED', work: known, prefs: { languageOf: {}, position: 1 }, strikes: 2 },
    { type: 'OPS_WRITTEN', written: { attempt, answers: [], submissions: [...known.submissions], ops: [] } },
    { type: 'FINISH_MADE', at: 1 },
    { type: 'FINISH_OVER' },
    { type: 'POSITION_LEFT', position: 2 },
    { type: 'STRIKE_NOTED' },
    { type: 'NOTICES_CAME', notices: [] },
    { type: 'HOLDER_CHANGED', isHolder: false },
    { type: 'TYPING_CHANGED', keys: new Set(['code:1:2']) },
    { type: 'LOG_TRIED', fault: 'full', unwritten: new Set() },
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (sequence) => {
      let state = known
      for (const event of sequence) {
        const before = structuredClone(state)
        const next = reduce(state, event)
        expect(state).toEqual(before)
        state = next
      }
    }),
  )
})
