import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isWork } from '#contract/ops.ts'
import { urlOf } from '#contract/paths.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { openAttemptClient } from '#pwa/attempt/client.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { bootId } from '#pwa/attempt/random.ts'
import { answerOf, attemptOf, grantOf, openStorage, whenQuiet } from '../../factories/deviceStorage.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/** The test on this device, whole: its parts as the page puts them together, on the browser's ports. */

let count = 0
let attemptId: string
/** The server's verdict on what it is sent; null while it is out of reach. */
let result: 'applied' | 'applied_late' | null
/** Submissions it refuses. */
let isSpent: boolean
/** It refuses whatever comes. */
let isFull: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36',
    locks: browserLocks().open().locks,
  })
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = result
    if (answer === null) throw new TypeError('Failed to fetch')
    if (url !== urlOf('postSync')) return new Response('', { status: 503 })
    const { nonce, ops, tail_seq, tail_hash } = JSON.parse(String(init.body)) as SyncRequest
    const results = ops.map(({ seq, op_id, type }) =>
      isFull
        ? { seq, op_id, result: 'rejected' as const, reason: 'log_full' as const }
        : isSpent && type === 'submit'
          ? { seq, op_id, result: 'rejected' as const, reason: 'no_submissions_left' as const }
          : { seq, op_id, result: answer },
    )
    return Response.json({ data: answerOf({ seq: tail_seq, hash: tail_hash }, { nonce, results }) })
  })
  attemptId = `attempt ${++count}`
  result = 'applied'
  isSpent = false
  isFull = false
  openStorage().close()
  reopenDatabase()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await localDatabase().delete()
})

const open = () => openAttemptClient(attemptId, async () => {})
const ops = () => localDatabase().ops.toArray()
/** Without what the page notices by itself. */
const work = async () => (await ops()).filter(({ type }) => isWork(type))
/** Anything a timer begins is over before the next one is due. */
async function later(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step++) {
    await vi.advanceTimersByTimeAsync(250)
    await whenQuiet(localDatabase())
  }
}

it.each([
  ['was in time is there, and makes no op', 'applied', 1],
  ['came late counts for nothing yet, and makes one', 'applied_late', 2],
] as const)('a draft that %s when it is saved again', async (_, answer, made) => {
  result = answer
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const actor = await open()
  await actor.saveDraft(1, 2, 'print(1)')
  await later(2)
  expect(actor.getSnapshot()).toMatchObject({ total: { waiting: 0 } })
  await actor.saveDraft(1, 2, 'print(1)')
  expect((await ops()).map(({ type }) => type)).toEqual(Array(made).fill('draft'))
})

it.each([
  ['by the clock that nobody sets ends the test', bootId, ['finish']],
  ['by the computer’s clock after a reload out of reach leaves the end to the server', 'the page before', []],
])('zero %s', async (_, page, written) => {
  result = null
  const record = attemptOf(grantOf({ attempt_id: attemptId }))
  const hours = 2 * 60 * 60_000
  const { monoMs, wallMs } = record.anchor
  const anchor = { ...record.anchor, bootId: page, monoMs: monoMs - hours, wallMs: wallMs - hours }
  await localDatabase().attempts.add({ ...record, anchor })
  const actor = await open()
  expect(actor.now()).toBeGreaterThan(record.deadline_at)
  await later(2)
  expect((await ops()).map(({ type }) => type)).toEqual(written)
})

it('shows a draft as kept from the moment it is, without anything else happening', async () => {
  result = null
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const actor = await open()
  await actor.saveDraft(1, 2, 'print(1)')
  expect(actor.getSnapshot().drafts['1:2']).toMatchObject({ text: 'print(1)', light: { state: 'device' } })
})

it('writes a text again that stands in the log, where another one is on its way over it', async () => {
  result = null
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const actor = await open()
  await actor.saveDraft(1, 2, 'first')
  await Promise.all([actor.saveDraft(1, 2, 'second'), actor.saveDraft(1, 2, 'first')])
  expect((await ops()).map(({ body }) => JSON.parse(body ?? '{}').answer)).toEqual([
    'first',
    'second',
    'first',
  ])
})

it('keeps the program of a submission that the server refused as a draft, once', async () => {
  isSpent = true
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const actor = await open()
  await actor.submit(1, 2, 'print(1)')
  await later(4)
  expect((await ops()).map(({ type }) => type)).toEqual(['submit', 'draft'])
  expect(actor.getSnapshot()).toMatchObject({
    drafts: { '1:2': { text: 'print(1)', light: { state: 'server' } } },
    total: { state: 'server', waiting: 0 },
  })
})

it('keeps a newer draft that is being written when the submission before it is refused', async () => {
  isSpent = true
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const client = await open()
  await client.submit(1, 2, 'old')
  let saved: Promise<void> | null = null
  // The next draft is due at the moment at which the page reads what the server said.
  localDatabase().ops.hook('reading', (op) => {
    if (op.reason === 'no_submissions_left' && saved === null) {
      saved = Promise.resolve()
      setImmediate(() => {
        saved = client.saveDraft(1, 2, 'newer')
      })
    }
    return op
  })
  await later(4)
  await saved
  await later(4)
  expect((await work()).map(({ type, body }) => [type, JSON.parse(body ?? '{}').answer])).toEqual([
    ['submit', undefined],
    ['draft', 'newer'],
  ])
  expect(client.getSnapshot().drafts['1:2']?.text).toBe('newer')
})

it('keeps the program of a refused submission as old as it is: what was written in another language since is newer', async () => {
  isSpent = true
  result = null
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const client = await open()
  await client.submit(1, 2, 'old, in the one language')
  await later(60)
  await client.saveDraft(1, 3, 'newer, in the other language')
  await later(60)
  result = 'applied'
  client.retryNow()
  await later(10)
  const [submitted, ...drafts] = await work()
  expect(drafts.map(({ type, key }) => [type, key])).toEqual([
    ['draft', 'code:1:3'],
    ['draft', 'code:1:2'],
  ])
  expect(drafts[1]?.est_server_ms).toBe(submitted?.est_server_ms)
})

it('writes a text that was refused again when it is saved', async () => {
  isSpent = true
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const actor = await open()
  await actor.submit(1, 2, 'print(1)')
  await actor.saveDraft(1, 2, 'print(2)')
  await actor.submit(1, 2, 'print(1)')
  await later(4)
  expect((await ops()).map(({ type }) => type)).toEqual(['submit', 'draft', 'submit', 'draft'])
})

it('tries once to keep what a full log refused, and not for ever', async () => {
  isFull = true
  await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: attemptId })))
  const actor = await open()
  await actor.submit(1, 2, 'print(1)')
  await later(20)
  expect((await ops()).filter(({ key }) => key !== '').map(({ type }) => type)).toEqual(['submit', 'draft'])
  expect(actor.getSnapshot().total.state).toBe('unsaved')
})
