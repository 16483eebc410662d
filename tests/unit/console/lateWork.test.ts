import { describe, expect, test } from 'vitest'
import type { LateItem, LateReason } from '#contract/views/lateWork.ts'
import {
  acceptedMessage,
  endOf,
  evidenceOf,
  formatDistance,
  formatPolicy,
  formatTestEnd,
  lateKindLabel,
  optionsIn,
} from '#pwa/console/results/lateWork/format.ts'

const end = { at: '2026-01-15T10:00:00.000Z', name: 'the end' } as const

test.each([
  ['2026-01-15T10:00:00.000Z', 'at the end'],
  ['2026-01-15T09:59:59.000Z', '1 s before the end'],
  ['2026-01-15T10:00:59.000Z', '59 s after the end'],
  ['2026-01-15T09:56:40.000Z', '3 min 20 s before the end'],
  ['2026-01-15T12:05:30.000Z', '2 h 5 min after the end'],
])('%s is %s', (at, words) => {
  expect(formatDistance(at, end)).toBe(words)
})

test.each([
  [{ kind: 'draft', counts_now: 'x', source: 'log' }, []],
  [{ kind: 'choice', counts_now: null, source: 'log' }, []],
  [{ kind: 'choice', counts_now: 'A', source: 'log' }, ['A choice replaces']],
  [{ kind: 'draft', counts_now: null, source: 'aside' }, ['cannot be undone']],
  [{ kind: 'choice', counts_now: 'A', source: 'aside' }, ['A choice replaces', 'cannot be undone']],
] as const)('before %j is accepted, it is said what else comes of it: %j', (item, words) => {
  const said = acceptedMessage([item])
  expect(said).toContain('It counts from now on')
  for (const one of ['A choice replaces', 'cannot be undone'])
    expect(said.includes(one)).toBe((words as readonly string[]).includes(one))
})

test('a choice is told by its options, one or several', () => {
  const [A, B, C] = ['A', 'B', 'C'].map((letter) => ({ letter, description: letter, image_url: null }))
  const options = [A, B, C].flatMap((one) => one ?? [])
  expect(optionsIn({ options }, 'B')).toEqual([B])
  expect(optionsIn({ options }, 'A, C')).toEqual([A, C])
  expect(optionsIn({ options }, '-')).toEqual([])
})

test('a choice that was only clicked is called not saved', () => {
  expect(lateKindLabel({ kind: 'choice', is_unsaved: true })).toBe('Choice, not saved')
  expect(lateKindLabel({ kind: 'choice', is_unsaved: false })).toBe('Choice')
})

describe('the end that times are held against', () => {
  const deadline_at = '2026-01-15T11:00:00.000Z'
  const said = (at: string): string => `<${at}>`

  test('is the true one, and the deadline is named beside it where the test ended before it', () => {
    const early = { ended_at: end.at, deadline_at, is_paused: false }
    expect(endOf(early)).toEqual(end)
    expect(formatTestEnd(early, said)).toBe(`The test ended <${end.at}>; its deadline was <${deadline_at}>.`)
    const full = { ...early, ended_at: deadline_at }
    expect(formatTestEnd(full, said)).toBe(`The test ended <${deadline_at}>.`)
  })

  test('is the deadline while the test runs, and none while its clock stands still', () => {
    const running = { ended_at: null, deadline_at, is_paused: false }
    expect(endOf(running)).toEqual({ at: deadline_at, name: 'the deadline' })
    expect(formatDistance(end.at, endOf(running))).toBe('1 h 0 min before the deadline')
    expect(formatTestEnd(running, said)).toBe(`The test is running; its deadline is <${deadline_at}>.`)
    const paused = { ...running, is_paused: true }
    expect(endOf(paused)).toBeNull()
    expect(formatDistance(end.at, null)).toBeNull()
    expect(formatTestEnd(paused, said)).toBe('The test is paused, so its deadline is not fixed yet.')
  })
})

describe('work made in a pause', () => {
  const said = (at: string): string => `<${at}>`
  const pause = { from: '2026-01-15T09:00:10.000Z', to: '2026-01-15T09:05:00.000Z' }
  const item = {
    why: 'paused',
    state: 'waiting',
    made_at: '2026-01-15T09:00:55.000Z',
    announced_at: null,
    received_at: '2026-01-15T09:06:00.000Z',
    decided_by: null,
    decided_at: null,
    pause,
  } as LateItem

  test('stands with the span of its pause, and its times are held against the beginning of it', () => {
    expect(evidenceOf(item, end, said)).toEqual([
      ['Why it waits', 'It was made while the test was paused, after the 30 s that still count.'],
      ['Paused', `<${pause.from}> to <${pause.to}>`],
      ['Made, by device', `<${item.made_at}>, 45 s after the beginning of the pause`],
      ['Received by server', `<${item.received_at}>, 5 min 50 s after the beginning of the pause`],
    ])
    const lasting = evidenceOf({ ...item, pause: { ...pause, to: null } }, end, said)
    expect(lasting[1]).toEqual(['Paused', `since <${pause.from}>`])
  })

  test.each<[LateReason[], boolean]>([
    [['paused'], false],
    [['paused', 'made_late'], false],
    [['paused', 'claimed'], true],
    [['unproven'], true],
    [['lost'], false],
  ])('%j: what becomes of work made offline in time is said: %s', (reasons, isSaid) => {
    const items = reasons.map((why) => ({ ...item, why }))
    const words = formatPolicy({ items, late_policy: 'hold', max_offline_minutes: 60 })
    expect(words).toBe(
      isSaid ? 'Offline limit: 60 minutes. Work made offline in time waits for your decision.' : null,
    )
  })
})
