// Workers share their modules: whichever test loads the drafts first decides what they are kept in.
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { isDraftOf } from '#pwa/console/kit/drafts/claims.ts'
import { openDraft } from '#pwa/console/kit/drafts/ownDraft.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/** Drafts of small forms and dialogs, in tabs of one browser. */

const USER = 1
let locks: ReturnType<typeof browserLocks>
/** The drafts the device keeps, by name; the newest last. */
let device: Map<string, unknown>
/** Names of the drafts beside which a call without an answer is kept. */
let calls: Set<string>
beforeEach(() => {
  locks = browserLocks()
  device = new Map()
  calls = new Set()
})

function openTab() {
  const { locks: own, close } = locks.open()
  const remembered = new Map<string, string>()
  const ports = {
    locks: own as unknown as LockManager,
    tab: {
      getItem: (key: string) => remembered.get(key) ?? null,
      setItem: (key: string, value: string) => void remembered.set(key, value),
    },
    ownWaitMs: 500,
    kept: async (_: number, what: string) =>
      [...device.keys()].toReversed().filter((name) => isDraftOf(what, name)),
    dropCall: async (_: number, name: string) => void calls.delete(name),
    read: async <T>(_: number, name: string) => (device.has(name) ? { value: device.get(name) as T } : null),
  }
  return { open: (what: string) => openDraft<string>(USER, what, ports), close }
}

test('the same dialog in two tabs keeps what is typed into each', async () => {
  const [first, second] = [openTab(), openTab()]
  const [a, b] = [await first.open('message:one'), await second.open('message:one')]
  expect([a.kept, b.kept]).toEqual([null, null])
  device.set(a.name, 'from the first tab')
  device.set(b.name, 'from the second tab')
  a.release()
  b.release()
  expect((await first.open('message:one')).kept).toBe('from the first tab')
  expect((await second.open('message:one')).kept).toBe('from the second tab')
})

test('what one tab sent takes nothing from the other, and a closed tab’s is offered to the next', async () => {
  const [first, second] = [openTab(), openTab()]
  const [a, b] = [await first.open('minutes:two'), await second.open('minutes:two')]
  device.set(a.name, '5')
  device.set(b.name, '10')
  device.delete(a.name)
  second.close()
  expect((await openTab().open('minutes:two')).kept).toBe('10')
})

test('another dialog’s draft is not taken, though its name begins alike', async () => {
  const { name } = await openTab().open('execute:12')
  device.set(name, 'of problem 12')
  expect((await openTab().open('execute:1')).kept).toBeNull()
})

test('a dialog that opens without a draft asks anew; one that brings its draft sends the same call again', async () => {
  calls = new Set(['minutes:one', 'minutes:two'])
  device.set('minutes:two', '30')
  const tab = openTab()
  await tab.open('minutes:one')
  await tab.open('minutes:two')
  expect([...calls]).toEqual(['minutes:two'])
})
