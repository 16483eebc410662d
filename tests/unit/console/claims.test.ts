import { expect, test } from 'vitest'
import { claimDraft, isDraftOf, ownWaitMs } from '#pwa/console/kit/drafts/claims.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/** A browser with the drafts that are kept in it, the newest first. */
function browser(kept: string[]) {
  const locks = browserLocks()
  const open = (remembered = new Map<string, string>(), navigation = 'navigate') => {
    const { locks: own, close } = locks.open()
    const tab = {
      getItem: (key: string) => remembered.get(key) ?? null,
      setItem: (key: string, value: string) => void remembered.set(key, value),
    }
    const ports = {
      locks: own as unknown as LockManager,
      tab,
      ownWaitMs: ownWaitMs(navigation, 0),
      kept: async () => kept,
    }
    return { claim: (what = 'new') => claimDraft(1, what, ports), close, remembered }
  }
  return { open }
}

test('each tab has a draft of its own', async () => {
  const { open } = browser([])
  expect((await open().claim()).name).toBe('new')
  expect((await open().claim()).name).toBe('new~2')
  expect((await open().claim()).name).toBe('new~3')
})

test('a fresh tab takes the newest that no open tab has', async () => {
  const kept = ['new~3', 'new', 'new~2']
  const { open } = browser(kept)
  const first = open()
  expect((await first.claim()).name).toBe('new~3')
  expect((await open().claim()).name).toBe('new')
  first.close()
  expect((await open().claim()).name).toBe('new~3')
  expect((await open().claim()).name).toBe('new~2')
  expect((await open().claim()).name).toBe('new~4')
})

test('a reloaded tab has its own again, also before the lock of the page before it is gone', async () => {
  const kept = ['new~2', 'new']
  const { open } = browser(kept)
  await open().claim()
  const tab = open()
  expect((await tab.claim()).name).toBe('new')
  const again = open(tab.remembered, 'reload').claim()
  tab.close()
  expect((await again).name).toBe('new')
})

test.each([
  ['reload', 0, 15_000],
  ['reload', 14_000, 1_000],
  ['reload', 60_000, 500],
  ['navigate', 0, 500],
  ['back_forward', 0, 500],
  [undefined, 0, 500],
] as const)('a page opened by %s, %i ms ago, waits %i ms for its own', (navigation, openMs, ms) =>
  expect(ownWaitMs(navigation, openMs)).toBe(ms),
)

test('a duplicated tab does not share the draft it was duplicated with', async () => {
  const { open } = browser(['new'])
  const tab = open()
  await tab.claim()
  expect((await open(new Map(tab.remembered)).claim()).name).toBe('new~2')
})

test('a draft whose form was left is anybody’s', async () => {
  const kept = ['new']
  const { open } = browser(kept)
  const tab = open()
  const { release } = await tab.claim()
  release()
  expect((await open().claim()).name).toBe('new')
})

test('without locks there is one draft for all', async () => {
  const ports = {
    locks: undefined,
    tab: { getItem: () => null, setItem: () => {} },
    ownWaitMs: 500,
    kept: async () => [],
  }
  expect((await claimDraft(1, 'new', ports)).name).toBe('new')
  expect((await claimDraft(1, 'new', ports)).name).toBe('new')
})

test('a name belongs to its form alone', () => {
  expect(
    ['edit 1', 'edit 1~2', 'edit 12', 'edit 1:new test', 'edit 1~2:test 3'].map((name) =>
      isDraftOf('edit 1', name),
    ),
  ).toEqual([true, true, false, false, false])
})
