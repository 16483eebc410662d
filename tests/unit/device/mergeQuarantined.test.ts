import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { urlOf } from '#contract/paths.ts'
import type { SavedAnswers } from '#contract/sync.ts'
import type { SubmissionView } from '#contract/views/candidate.ts'
import { appendEntries, draftEntry } from '#pwa/attempt/db/append.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { StaffMessages } from '#pwa/attempt/messages.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readState } from '#pwa/attempt/state.ts'
import { ATTEMPT, attemptOf, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** Work that a lost device had written arrives at the server, and at the device that goes on. */

const NOTICE = { id: 7, kind: 'adopted', text: null, minutes: null, sent_at: '2026-01-15T09:10:00.000Z' }
const at = '2026-01-15T09:10:00.000Z'
const judged: SubmissionView = {
  submission_id: 9,
  problem_id: 1,
  status: 'accepted',
  submission_count: 0,
  total_testcases: 3,
  passed_testcases: 3,
  judged_testcases: 3,
  marks: 10,
}
const arrived: SavedAnswers = {
  choices: { 4: { saved: [41], selected: null, saved_at: at } },
  drafts: [
    { problem_id: 1, language_id: 1, answer: 'of the lost device', saved_at: at, is_uncounted: true },
    { problem_id: 2, language_id: 1, answer: 'of the lost device, too', saved_at: at },
    { problem_id: 3, language_id: 1, answer: 'as it stands', saved_at: at },
  ],
  submissions: [
    { op_id: 'op-1', submission_id: 9, problem_id: 1, language_id: 1, made_at: at, result: judged },
  ],
  mcqs_submitted: false,
}

let db: LocalDatabase
let memory: Memory
let isReached: boolean
let answered: SavedAnswers
let notices: StaffMessages

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf(undefined, { newest_notice: NOTICE.id }))
  await db.answers.add({
    attempt_id: ATTEMPT,
    key: codeKey(3, 1),
    value: 'as it stands',
    saved: null,
    seq: 0,
  })
  memory = await openMemory(db)
  isReached = true
  answered = arrived
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith(urlOf('getNotices'))) return Response.json({ data: { notices: [NOTICE] } })
    if (!isReached) throw new TypeError('Failed to fetch')
    return Response.json({ data: answered })
  })
  notices = new StaffMessages(() => db, memory)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await db.delete()
})

const draftsNow = () =>
  Object.fromEntries(Object.entries(snapshotOf(memory.state).drafts).map(([key, { text }]) => [key, text]))
const write = async (problemId: number, text: string) =>
  memory.send({
    type: 'OPS_WRITTEN',
    written: await appendEntries(db, ATTEMPT, [draftEntry(problemId, 1, text)]),
  })

it('stands wherever nothing was written here, with its submissions, and is told once', async () => {
  await notices.look()
  expect(draftsNow()).toEqual({
    '1:1': 'of the lost device',
    '2:1': 'of the lost device, too',
    '3:1': 'as it stands',
  })
  const shown = snapshotOf(memory.state)
  expect(shown.choices[4]).toMatchObject({ selected: [41], saved: [41], light: { state: 'server' } })
  expect(shown.submissions).toMatchObject([{ opId: 'op-1', stage: 'judged', result: { marks: 10 } }])
  // A draft that was made while the clock stood is told as that on this device as well.
  expect(shown.drafts['1:1']?.light).toMatchObject({ state: 'server', isLate: true })
  expect(shown.drafts['2:1']?.light?.isLate).toBeUndefined()
  expect(shown.notices).toEqual([NOTICE])
  expect(shown.arrivals).toBe(1)
  await notices.look()
  expect(memory.state.arrivals).toBe(1)
  // After a reload there is nothing more to take up, and nothing to tell.
  const next = await readState(db, ATTEMPT)
  expect(next.answers.get(choiceKey(4))?.value).toEqual([41])
  expect(snapshotOf(next).notices).toEqual([])
})

it('leaves alone what was written here, or is being written', async () => {
  await write(1, 'mine')
  know(memory, { typing: new Set([codeKey(2, 1)]) })
  know(memory, { choosing: new Map([[choiceKey(4), { selected: [42], saving: null }]]) })
  await notices.look()
  expect(draftsNow()).toEqual({ '1:1': 'mine', '3:1': 'as it stands' })
  expect(snapshotOf(memory.state).choices[4]?.selected).toEqual([42])
})

it.each([
  ['that stands over what was sent here', 1, [41]],
  ['that stands over nothing that was sent here', 0, [42]],
  ['of the log, or of a server that does not say so', undefined, [42]],
])('a choice %s', async (_, over_seq, shown) => {
  const body = { question_id: 4, selected_options: [42] }
  const written = await appendEntries(db, ATTEMPT, [{ type: 'mcq_save', key: choiceKey(4), body }])
  memory.send({ type: 'OPS_WRITTEN', written })
  answered = { ...arrived, choices: { 4: { saved: [41], selected: null, saved_at: at, over_seq } } }
  await notices.look()
  expect(snapshotOf(memory.state).choices[4]?.selected).toEqual(shown)
})

it('comes with a later answer where the server was out of reach, and never to a tab that only reads', async () => {
  isReached = false
  await notices.look()
  expect(draftsNow()).toEqual({ '3:1': 'as it stands' })
  isReached = true
  know(memory, { isHolder: false })
  await notices.look()
  expect(draftsNow()).toEqual({ '3:1': 'as it stands' })
  know(memory, { isHolder: true })
  await notices.look()
  expect(draftsNow()['1:1']).toBe('of the lost device')
})
