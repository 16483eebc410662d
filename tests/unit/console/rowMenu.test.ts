import { expect, test } from 'vitest'
import type { CandidateRow } from '#contract/views/admin.ts'

import { entriesOf, reissueLabel } from '#pwa/console/results/candidates/RowMenu.tsx'

const NOW = Date.parse('2026-11-20T10:00:00.000Z')
const GOING_ON = { canResend: false, isOver: false }
const row = (status: CandidateRow['status'], deadline_at: string | null) =>
  ({ status, deadline_at, is_revoked: false, is_paused: false, device_name: null }) as CandidateRow
const minutes = (of: CandidateRow) => entriesOf(of, GOING_ON, NOW).find(({ choice }) => choice === 'minutes')

test('minutes are for a test that runs or ran out of time; of one that ended before, the menu says why not', () => {
  expect(minutes(row('running', '2026-11-20T10:30:00.000Z'))).toMatchObject({ words: 'Add minutes' })
  expect(minutes(row('running', '2026-11-20T10:30:00.000Z'))).not.toHaveProperty('whyNot')
  expect(minutes(row('finished', '2026-11-20T09:30:00.000Z'))).not.toHaveProperty('whyNot')
  expect(minutes(row('finished', '2026-11-20T10:30:00.000Z'))).toMatchObject({
    whyNot: 'It ended early: reopen it instead.',
  })
  expect(minutes(row('invited', null))).toBeUndefined()
})

test('where a new link would lead nowhere the menu says why, and offers no dead one', () => {
  const of = (status: CandidateRow['status'], change: Partial<CandidateRow>, isOver: boolean) =>
    entriesOf({ ...row(status, null), ...change }, { canResend: false, isOver }, NOW)
  const reissue = (...[status, change, isOver]: Parameters<typeof of>) =>
    of(status, change, isOver).find(({ choice }) => choice === 'reissue')?.whyNot
  expect(reissue('invited', {}, false)).toBeUndefined()
  expect(reissue('invited', {}, true)).toBe('The drive is over.')
  expect(reissue('running', {}, true)).toBeUndefined()
  expect(reissue('finished', {}, true)).toBe('The test has ended: reopen it instead.')
  // A revoked link has it still, because reopening asks for it.
  expect(reissue('finished', { is_revoked: true }, true)).toBeUndefined()
  expect(of('detailed', {}, true).map(({ choice }) => choice)).toEqual(['reissue', 'revoke', 'delete'])
  expect(of('finished', {}, true).map(({ choice }) => choice)).toContain('link')
})

test('of a revoked link the menu says what comes first', () => {
  const revoked = (status: CandidateRow['status']) => ({ ...row(status, null), is_revoked: true })
  const barred = (status: CandidateRow['status']) =>
    entriesOf(revoked(status), GOING_ON, NOW)
      .filter(({ whyNot }) => whyNot === 'The link is revoked: send a new link first.')
      .map(({ choice }) => choice)
  expect(barred('running')).toEqual(['minutes', 'message'])
  expect(barred('finished')).toEqual(['minutes', 'reopen'])
})

test.each([
  ['invited', false, "Replace zoe@b.example's link and email the new one?"],
  [
    'running',
    false,
    "Replace zoe@b.example's link and email the new one? The running test can send again once the new link is opened on the same device.",
  ],
  ['invited', true, 'Email zoe@b.example a new link?'],
  ['finished', true, 'Give zoe@b.example a new link? It is emailed when you reopen the test.'],
] as const)('asks before a new link is made: %s, revoked: %s', (status, is_revoked, words) => {
  expect(reissueLabel({ ...row(status, null), email: 'zoe@b.example', is_revoked })).toBe(words)
})
