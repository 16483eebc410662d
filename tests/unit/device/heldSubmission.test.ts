import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SubmissionItem } from '#pwa/attempt/api.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { keepAttempt } from '#pwa/attempt/db/lease.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { RunsAndVerdicts } from '#pwa/attempt/results.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { type ClientState, readState } from '#pwa/attempt/state.ts'
import { shownOf } from '#pwa/candidate/exam/rail/states.ts'
import { FinalOutput } from '#pwa/candidate/exam/result/FinalOutput.tsx'
import { SubmissionStrip } from '#pwa/candidate/exam/result/SubmissionStrip.tsx'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  grantOf,
  know,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** A submission that came late, as its candidate sees it: held, told and not spent, until staff accepts it. */

const NOT_COUNTED = 'The test was paused when this was made. It took none of your submissions.'
const view = {
  submission_id: 5,
  problem_id: 1,
  submission_count: 2,
  total_testcases: 9,
  passed_testcases: 0,
  judged_testcases: 0,
  marks: 0,
}
const ACCEPTED = 'Staff has accepted it, and it counts.'
const online = { state: 'online', since: null, nextTryAt: null } as const
const strip = (submission: SubmissionItem) =>
  renderToStaticMarkup(createElement(SubmissionStrip, { submission, connection: online }))
const problem = { id: 1, title: 'Tides', submission_count: 2, sample_tests: [] }

let db: LocalDatabase
let memory: Memory
let judged: RunsAndVerdicts | undefined
let answer: object

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: answer }))
  db = openStorage()
  await db.attempts.add(attemptOf())
  const body = { problem_id: 1, language_id: 2, source_code: 'mine' }
  const [op] = await appendOps(db, ATTEMPT, [{ type: 'submit', key: 'code:1:2', body }])
  if (!op) throw new Error('nothing was written')
  const late = { seq: op.seq, op_id: op.op_id, result: 'applied_late', submission_id: 5 } as const
  await recordAck(db, ATTEMPT, { ...answerOf(op), results: [late] })
  memory = await openMemory(db)
  know(memory, { content: { problems: [problem] } as unknown as ClientState['content'] })
})
afterEach(() => {
  judged?.stop()
  vi.unstubAllGlobals()
  db.close()
})

/** The facts the screens are given once the server was asked. */
async function told(of: object) {
  answer = { ...view, ...of }
  judged?.stop()
  await new Promise<void>((resolve) => {
    memory.on('SUBMISSION_JUDGED', () => resolve())
    judged = new RunsAndVerdicts(() => db, memory)
  })
  const { submissions, submissionsLeft } = snapshotOf(memory.state)
  const [item] = submissions
  if (!item) throw new Error('nothing was submitted')
  return { item, left: submissionsLeft[1] }
}

it('is held and not spent, says why where its verdict would stand, and has one once it was accepted', async () => {
  const held = await told({ status: 'processing', verdict: 'late', not_counted: NOT_COUNTED })
  expect(held).toMatchObject({ item: { stage: 'held', reason: NOT_COUNTED, result: null }, left: 2 })
  const shown = strip(held.item)
  expect(shown).toContain(NOT_COUNTED)
  expect(shown).not.toMatch(/not taken|Judging|Verdict/)
  const final = renderToStaticMarkup(createElement(FinalOutput, { submission: held.item, left: 2 }))
  expect(final).not.toContain('The verdict of your submission appears here')
  // After a reload it is known without being asked.
  expect(snapshotOf(await readState(db, ATTEMPT)).submissions).toMatchObject([{ stage: 'held' }])

  expect(await told({ status: 'processing', verdict: 'on_time' })).toMatchObject({
    item: { stage: 'sent' },
    left: 1,
  })
  expect(await told({ status: 'accepted', verdict: 'on_time', passed_testcases: 9 })).toMatchObject({
    item: { stage: 'judged' },
    left: 1,
  })

  // Staff takes back that it counts: a page with its verdict is told so.
  const opId = memory.state.submissions[0]?.op_id ?? ''
  const taken = { ...view, type: 'submission', op_id: opId, status: 'processing' } as const
  memory.send({ type: 'STREAM_SAID', event: taken })
  expect(snapshotOf(memory.state)).toMatchObject({ submissions: [{ stage: 'judged' }] })
  memory.send({ type: 'STREAM_SAID', event: { ...taken, not_counted: NOT_COUNTED } })
  expect(snapshotOf(memory.state)).toMatchObject({
    submissions: [{ stage: 'held', reason: NOT_COUNTED }],
    submissionsLeft: { 1: 2 },
  })
})

it('has its author read that staff accepted it, while it is judged and beside its verdict', async () => {
  const { item } = await told({ status: 'processing', verdict: 'on_time', decision: 'accepted' })
  expect(strip(item)).toContain(ACCEPTED)
  const judgedNow = await told({ status: 'accepted', verdict: 'on_time', decision: 'accepted' })
  expect(judgedNow).toMatchObject({ item: { stage: 'judged', decision: 'accepted' }, left: 1 })
  expect(strip(judgedNow.item)).toContain(`<p>${ACCEPTED}`)
  expect(strip(judgedNow.item)).not.toMatch(/On the server|Judging/)
})

it('is asked for anew though it was judged: staff may have decided otherwise while no page was open', async () => {
  const counts = { status: 'accepted', decision: 'accepted', passed_testcases: 9 }
  expect(await told(counts)).toMatchObject({ item: { stage: 'judged' } })
  const { content } = memory.state
  memory = await openMemory(db)
  know(memory, { content })
  expect(await told({ status: 'processing', not_counted: NOT_COUNTED })).toMatchObject({
    item: { stage: 'held' },
    left: 2,
  })
})

it.each([
  ['nothing is called newer where its program stands unchanged', 'op-1', undefined],
  ['code that was changed since is called newer', undefined, true],
])('on the device that goes on %s', async (_, submitted_as, isNewer) => {
  const draft = { problem_id: 1, language_id: 2, answer: 'print(1)', saved_at: '2026-01-15T09:20:00.000Z' }
  await keepAttempt(
    db,
    attemptOf().view,
    grantOf({ lease_id: 'lease-2', lease_epoch: 2, head_seq: 5, granted_head_seq: 5 }),
    {
      choices: {},
      drafts: [{ ...draft, submitted_as }],
      submissions: [
        {
          op_id: 'op-1',
          submission_id: 5,
          problem_id: 1,
          language_id: 2,
          made_at: '2026-01-15T09:10:00.000Z',
          result: { ...view, status: 'accepted' },
        },
      ],
      mcqs_submitted: false,
    },
    null,
  )
  const { drafts } = snapshotOf({ ...(await readState(db, ATTEMPT)), content: memory.state.content })
  expect(drafts['1:2']?.isNewer).toBe(isNewer)
})

it('leaves the verdict of the one before readable, with whether the code changed since that', async () => {
  const writing = (type: 'submit' | 'draft', text: string) =>
    appendOps(db, ATTEMPT, [
      {
        type,
        key: 'code:1:2',
        body: { problem_id: 1, language_id: 2, [type === 'submit' ? 'source_code' : 'answer']: text },
      },
    ])
  const verdict = { ...view, status: 'accepted', passed_testcases: 9 } as const
  know(memory, { submissions: memory.state.submissions.map((row) => ({ ...row, result: verdict })) })
  const [first] = memory.state.submissions
  if (!first) throw new Error('nothing was submitted')
  await db.submissions.put(first)
  const isNewer = async () =>
    snapshotOf({ ...(await readState(db, ATTEMPT)), content: memory.state.content }).drafts['1:2']?.isNewer
  await writing('draft', 'newer')
  expect(await isNewer()).toBe(true)
  const [op] = await writing('submit', 'newer')
  expect(await isNewer()).toBeUndefined()
  const held = { ...view, status: 'processing', not_counted: NOT_COUNTED } as const
  await db.submissions.update([ATTEMPT, op?.op_id ?? ''], { result: held })
  expect(await isNewer()).toBe(true)
  const { submissions } = snapshotOf({ ...(await readState(db, ATTEMPT)), content: memory.state.content })
  expect(submissions.map(({ stage }) => stage)).toEqual(['judged', 'held'])
  expect(shownOf(submissions)?.stage).toBe('judged')
  expect(shownOf(submissions.slice(1))?.stage).toBe('held')
  expect(shownOf([])).toBeNull()
})
