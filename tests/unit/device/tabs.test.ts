import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import { appendEntries } from '#pwa/attempt/db/append.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readState } from '#pwa/attempt/state.ts'
import { Sender } from '#pwa/attempt/sync/sender.ts'
import { openTabChannel } from '#pwa/attempt/tabs/channel.ts'
import { writerLock } from '#pwa/attempt/tabs/lockNames.ts'
import { TabSync } from '#pwa/attempt/tabs/tabs.ts'
import {
  ATTEMPT,
  answerOf,
  attemptOf,
  breakWrites,
  grantOf,
  know,
  openMemory,
  openStorage,
  whenQuiet,
} from '../../factories/deviceStorage.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/**
 * Work that is written while a tab's sender is made, lost or waiting reaches the server, with nothing else written
 * after it.
 */

let memory: Memory
let sync: TabSync
let requests: SyncRequest[]
/** Whether the server takes what comes; it answers all the same. */
let takes: boolean
/** Another device went on with the test: what comes stands beside the log. */
let isLost: boolean
/** Whether the server has a stream of events for whoever comes next, and what breaks it. */
let hasStream: boolean
let stream: ReadableStreamDefaultController | null

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36',
    locks: browserLocks().open().locks,
  })
  requests = []
  takes = true
  isLost = false
  hasStream = false
  stream = null
  let head = { seq: 0, hash: '' }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === urlOf('getEvents')) return streamOnce()
    const request = JSON.parse(String(init.body)) as SyncRequest
    requests.push(request)
    if (isLost) {
      const details = { quarantined_seq: request.ops.at(-1)?.seq ?? 0, nonce: request.nonce }
      return Response.json(
        { code: 'lease_lost', message: 'The test goes on elsewhere', details },
        { status: 403 },
      )
    }
    if (!takes) return Response.json({ data: answerOf(head, { nonce: request.nonce }) })
    const results = request.ops.map(({ seq, op_id }) => ({ seq, op_id, result: 'applied' as const }))
    head = request.ops.at(-1) ?? head
    return Response.json({ data: answerOf(head, { nonce: request.nonce, results }) })
  })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
})
afterEach(async () => {
  sync.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await localDatabase().delete()
})

function streamOnce(): Response {
  if (!hasStream) return new Response('', { status: 503 })
  hasStream = false
  const body = new ReadableStream({
    start(controller) {
      stream = controller
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function openTab(inherit = async (): Promise<void> => {}): Promise<void> {
  memory.answer('INHERIT', inherit)
  memory.answer('RESTORE', async () => false)
  sync = new TabSync(memory)
  return sync.open()
}

/** As the log's writer does it: onto the disk, into the memory, to the sender. */
async function write(answer: string): Promise<void> {
  const body = { problem_id: 1, language_id: 2, answer }
  const written = await appendEntries(localDatabase(), ATTEMPT, [{ type: 'draft', key: 'code:1:2', body }])
  memory.send({ type: 'OPS_WRITTEN', written })
}

it('leaves what only the server said to the tab that takes the lock, and hears it from there', async () => {
  const tabs = browserLocks()
  vi.stubGlobal('navigator', { ...navigator, locks: tabs.open().locks })
  await openTab()
  memory.send({ type: 'SERVER_TOLD', told: { paused_at: 1 } })
  const held: boolean[] = []
  memory.on('LOCK_CHANGED', ({ isHeld }) => void held.push(isHeld))
  tabs
    .open()
    .locks.request(writerLock(ATTEMPT), { steal: true }, () => new Promise(() => {}))
    .catch(() => {})
  await vi.waitFor(() => expect(held).toEqual([false]))
  expect([memory.state.isHolder, memory.state.told]).toEqual([false, null])
})

it('tries at once what waited for a disk that takes it again', async () => {
  await openTab()
  const wake = vi.spyOn(Sender.prototype, 'wake')
  await write('while all is well')
  expect(wake).not.toHaveBeenCalled()
  know(memory, { storageFault: 'full' })
  await write('as soon as there is room')
  expect(wake).toHaveBeenCalledOnce()
})

/** Anything a timer begins is over before the next one is due. */
async function later(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step++) {
    await vi.advanceTimersByTimeAsync(250)
    await whenQuiet(localDatabase())
  }
}
const sent = (): number[] => requests.flatMap(({ ops }) => ops.map(({ seq }) => seq))
const waiting = (): number => snapshotOf(memory.state).total.waiting

/** The next reading of the attempt by its id is not told of before it is let go. */
function holdRead(): { begun: Promise<void>; letGo: () => void } {
  const { attempts } = localDatabase()
  const whole = attempts.get.bind(attempts) as (key: string) => Promise<unknown>
  let letGo = (): void => {}
  const allowed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const begun = new Promise<void>((tell) => {
    vi.spyOn(attempts, 'get').mockImplementationOnce((async (key: string) => {
      const read = await whole(key)
      tell()
      await allowed
      return read
    }) as never)
  })
  return { begun, letGo }
}

it('written while the sender learns where the log ends', async () => {
  // The inheritance is the last step before the sender is made.
  const { hold, opening } = await new Promise<{ hold: ReturnType<typeof holdRead>; opening: Promise<void> }>(
    (resolve) => {
      const opening: Promise<void> = openTab(async () => resolve({ hold: holdRead(), opening }))
    },
  )
  await hold.begun
  await write('typed meanwhile')
  hold.letGo()
  await opening
  await later(1)
  expect(sent()).toEqual([1])
  expect(waiting()).toBe(0)
})

it('written where a sender that stood still could not be replaced: the next look makes one', async () => {
  await openTab()
  takes = false
  await write('a')
  const made = vi.spyOn(Sender, 'start').mockRejectedValueOnce(new Error('The storage failed'))
  // The server answers for more than a minute, and takes nothing.
  await later(90)
  expect(made).toHaveBeenCalledOnce()
  takes = true
  requests = []
  await later(60)
  expect(requests).toEqual([])
  sync.check()
  await later(1)
  expect(sent()).toEqual([1])
  expect(waiting()).toBe(0)
})

it('acknowledged while a reading of the storage never ends: it is given up, and the next look reads anew', async () => {
  await openTab()
  await later(1)
  await write('a')
  // The batch is cut after a quarter of a second; the reading after its ack is the one that hangs.
  const storage = localDatabase()
  const whole = storage.transaction.bind(storage) as (mode: string, ...rest: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(storage, 'transaction').mockImplementation(((mode: string, ...rest: unknown[]) => {
    const isAcked = requests.some(({ ops }) => ops.length > 0) && mode === 'r'
    return isAcked ? new Promise(() => {}) : whole(mode, ...rest)
  }) as never)
  await later(1)
  expect(sent()).toEqual([1])
  expect(waiting()).toBe(1)
  expect(spy).toHaveBeenCalled()
  for (let looks = 0; looks < 20; looks++) {
    sync.check()
    await later(1)
  }
  expect(waiting()).toBe(0)
})

it.each([
  ['that the test was lost', 1],
  ['how much of it is held all the same', 2],
  ['either', 3],
])('held beside the log while the storage would not note %s: the next look has it noted', async (_, bits) => {
  await openTab()
  await later(1)
  await write('a')
  isLost = true
  // The consequences of the answer are noted in two writes, each tried once.
  let writes = 0
  const fault = breakWrites('attempts', () => (bits & (1 << writes++) ? 'commit' : null))
  await later(2)
  fault.mend()
  expect(fault.broken()).toBe(bits === 3 ? 2 : 1)
  const { attempt } = memory.state
  expect([attempt.lease_lost, waiting()]).not.toEqual([true, 0])
  sync.check()
  await later(1)
  expect([memory.state.attempt.lease_lost, waiting()]).toEqual([true, 0])
  expect((await readState(localDatabase(), ATTEMPT)).attempt).toMatchObject({
    lease_lost: true,
    quarantined_seq: 1,
  })
  expect(sent()).toEqual([1])
})

it('left by a link that is no longer valid, once the new one was opened in another tab', async () => {
  const valid = 'new token'
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')
    if (token !== `Bearer ${valid}`) return Response.json({ code: 'unauthorized' }, { status: 401 })
    return answered(url, init)
  })
  await openTab()
  await write('under the old link')
  await later(2)
  expect(snapshotOf(memory.state).connection.state).toBe('unauthorized')

  await localDatabase().attempts.update(ATTEMPT, { token: valid })
  const tabs = openTabChannel(writerLock(ATTEMPT))
  tabs.say('renewed')
  await expect.poll(async () => later(1).then(sent)).toEqual([1])
  tabs.close()
  expect(waiting()).toBe(0)
})

it('under the lease that another page of this device took meanwhile', async () => {
  await openTab()
  await adoptLease(localDatabase(), ATTEMPT, grantOf({ lease_id: 'lease-2', lease_epoch: 2 }))
  await write('under the new lease')
  sync.check()
  await later(2)
  expect(requests.filter(({ ops }) => ops.length > 0).map(({ lease_id }) => lease_id)).toEqual(['lease-2'])
  expect(waiting()).toBe(0)
})

// Loaded with the stream: the first time takes as long as the disk does, by no clock of this test.
beforeAll(() => import('eventsource-parser/stream'))

it('asks after the server when the stream of events breaks, and does not wait for the next heartbeat', async () => {
  hasStream = true
  await openTab()
  await later(10)
  requests = []
  stream?.error(new TypeError('the line broke'))
  await later(3)
  expect(requests).toHaveLength(1)
  // The next ones find no stream: that says nothing new.
  await later(20)
  expect(requests).toHaveLength(1)
})
