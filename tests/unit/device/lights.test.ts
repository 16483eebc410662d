import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { answersIn } from '#pwa/attempt/savedAnswers.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { type ClientState, readState } from '#pwa/attempt/state.ts'
import { keptOf, SaveLightSign, TotalLightSign } from '#pwa/candidate/ui/SaveLight.tsx'
import { ATTEMPT, answerOf, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** The save lights: of one answer and of all, as they follow from what is on the device and on the server. */

let db: LocalDatabase

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
})
afterEach(() => db.close())

const typing = new Set(['code:1:2'])
const inFlight = { fromSeq: 1, toSeq: 1 }
const online = { offlineSince: null, inFlight } as ClientState['sync']
const offline = { offlineSince: 1, inFlight } as ClientState['sync']

const refusalOf = ({ seq, op_id }: { seq: number; op_id: string }) =>
  ({ seq, op_id, result: 'rejected', reason: 'bad_body' }) as const

/** One draft in the log, acked or not, and what else the lights look at. */
async function lights(
  facts: { isAcked?: boolean; isRefused?: boolean } & Partial<ClientState>,
): Promise<[string, string]> {
  const body = { problem_id: 1, language_id: 2, answer: 'let a = 1' }
  const [op] = await appendOps(db, ATTEMPT, [{ type: 'draft', key: 'code:1:2', body }])
  if (!op) throw new Error('nothing was written')
  if (facts.isAcked) await recordAck(db, ATTEMPT, answerOf(op))
  if (facts.isRefused) await recordAck(db, ATTEMPT, { ...answerOf(op), results: [refusalOf(op)] })
  const { isAcked, isRefused, ...memory } = facts
  const { drafts, total } = snapshotOf({ ...(await readState(db, ATTEMPT)), ...memory })
  return [drafts['1:2']?.light?.state ?? 'none', total.state]
}

it('on a device that went on from the server, it says when each was saved, and not when the server was heard last', async () => {
  const heard = Date.parse('2026-01-15T09:30:00.000Z')
  const saved_at = '2026-01-15T09:05:00.000Z'
  await db.attempts.update(ATTEMPT, { acked_at: heard, acked_seq: 4, tail_seq: 4 })
  const rows = answersIn(ATTEMPT, 4, {
    choices: { 7: { saved: [70], selected: null, saved_at } },
    drafts: [{ problem_id: 1, language_id: 2, answer: 'let a = 1', saved_at }],
    submissions: [],
    mcqs_submitted: false,
  })
  await db.answers.bulkAdd(rows)
  const { choices, drafts } = snapshotOf(await readState(db, ATTEMPT))
  const light = { state: 'server', at: Date.parse(saved_at) }
  expect([choices[7]?.light, drafts['1:2']?.light]).toEqual([light, light])
})

it.each<[string, Parameters<typeof lights>[0], [string, string]]>([
  ['on the device, while nothing goes out', { sync: null }, ['device', 'device']],
  ['on its way', { sync: online }, ['sending', 'sending']],
  ['on the device while what was sent got no answer', { sync: offline }, ['device', 'device']],
  ['on the server', { isAcked: true, sync: online }, ['server', 'server']],
  ['refused by the server', { isRefused: true, sync: online }, ['unsaved', 'unsaved']],
  ['typed since, online', { isAcked: true, sync: online, typing }, ['saving', 'saving']],
  ['typed since, offline: nothing is on its way', { sync: offline, typing }, ['saving', 'saving']],
  ['typed in another answer', { isAcked: true, typing: new Set(['code:9:2']) }, ['server', 'saving']],
  [
    'typed since on a device that could not keep it, whatever else holds',
    {
      isAcked: true,
      sync: online,
      typing,
      storageFault: 'full',
      unwritten: new Set(['code:1:2']),
    },
    ['unsaved', 'unsaved'],
  ],
  [
    'on the server, where the device could not keep another answer',
    { isAcked: true, sync: online, storageFault: 'full', unwritten: new Set(['code:2:2']) },
    ['server', 'unsaved'],
  ],
])('%s', async (_, facts, expected) => {
  expect(await lights(facts)).toEqual(expected)
})

it('counts as kept, while more is typed, what a page finds that comes after this one was killed', async () => {
  const draft = (answer: string) => ({ problem_id: 1, language_id: 2, answer })
  await appendOps(db, ATTEMPT, [{ type: 'draft', key: 'code:1:2', body: draft('first') }])
  const memory = { ...(await readState(db, ATTEMPT)), sync: offline, typing }
  const shown = snapshotOf(memory)
  // The newest is not among what is counted as kept: it stands on the screen alone.
  expect([shown.total.state, keptOf(shown.total), shown.drafts['1:2']?.light?.state]).toEqual([
    'saving',
    1,
    'saving',
  ])
  const after = snapshotOf(await readState(db, ATTEMPT))
  expect([after.total, after.drafts['1:2']?.text]).toEqual([
    { state: 'device', at: null, waiting: keptOf(shown.total) },
    'first',
  ])
})

it('after the test was lost: with the server once it keeps it beside the log, and never an end of its own', async () => {
  const body = { problem_id: 1, language_id: 2, answer: 'let a = 1' }
  const [, end] = await appendOps(db, ATTEMPT, [
    { type: 'draft', key: 'code:1:2', body },
    { type: 'finish', key: '', body: { reason: 'candidate' } },
  ])
  const shown = async (change: Parameters<LocalDatabase['attempts']['update']>[1]) => {
    await db.attempts.update(ATTEMPT, change)
    const { drafts, total, finishedAt, receiptCode } = snapshotOf(await readState(db, ATTEMPT))
    const connection = { state: 'online', since: null, nextTryAt: null } as const
    const shown = renderToStaticMarkup(createElement(TotalLightSign, { total, connection }))
    const words = /<\/svg>([^<]*)/.exec(shown)?.[1]
    return { light: drafts['1:2']?.light?.state, total: total.state, words, finishedAt, receiptCode }
  }
  expect(await shown({ lease_lost: true })).toMatchObject({ light: 'device', total: 'device' })
  expect(await shown({ quarantined_seq: end?.seq ?? 0 })).toEqual({
    light: 'server',
    total: 'server',
    // Whether it counts is for others to say.
    words: 'All sent',
    finishedAt: null,
    receiptCode: null,
  })
})

it('a submission that came after the test was lost is called sent, and not on its way', async () => {
  const body = { problem_id: 1, language_id: 2, source_code: 'let a = 1' }
  const [op] = await appendOps(db, ATTEMPT, [{ type: 'submit', key: 'code:1:2', body }])
  const shown = async (change: Parameters<LocalDatabase['attempts']['update']>[1]) => {
    await db.attempts.update(ATTEMPT, change)
    return snapshotOf(await readState(db, ATTEMPT)).submissions
  }
  expect(await shown({ lease_lost: true })).toMatchObject([{ stage: 'kept', reason: null }])
  const reason = expect.stringContaining('continued elsewhere')
  expect(await shown({ quarantined_seq: op?.seq ?? 0 })).toMatchObject([{ stage: 'held', reason }])
})

it.each([
  ['came in time was made in a pause: it is saved, and does not count', '2026-01-15T09:05:00.000Z', true],
  ['came after the deadline may have been made before it', '2026-01-15T10:00:01.000Z', false],
])('what is late though it %s', async (_, server_time, isLate) => {
  const body = { problem_id: 1, language_id: 2, answer: 'let a = 1' }
  const [op] = await appendOps(db, ATTEMPT, [{ type: 'draft', key: 'code:1:2', body }])
  if (!op) throw new Error('nothing was written')
  const late = { seq: op.seq, op_id: op.op_id, result: 'applied_late' } as const
  await recordAck(db, ATTEMPT, { ...answerOf(op), server_time, results: [late] })
  const light = snapshotOf(await readState(db, ATTEMPT)).drafts['1:2']?.light
  expect(light).toMatchObject({ state: 'server' })
  expect(light?.isLate ?? false).toBe(isLate)
  const shown = renderToStaticMarkup(createElement(SaveLightSign, { light: light ?? null }))
  expect(shown.includes('saved, not counted')).toBe(isLate)
})
