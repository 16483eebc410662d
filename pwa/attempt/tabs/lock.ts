import type { TabChannel, TabLock } from './channel.ts'
import { carrierLock } from './lockNames.ts'

/**
 * Asks for the lock. `changed` is told at once whether this tab has it, and again whenever it is gained or lost; a tab
 * without it waits until the other one is gone. If the browser has no locks (plain http on another machine), the tabs
 * agree by asking each other.
 */
export async function requestTabLock(
  name: string,
  channel: TabChannel,
  changed: (held: boolean) => void,
): Promise<TabLock> {
  const { locks } = navigator as { locks?: LockManager }
  if (locks) return requestWebLock(locks, name, changed)
  const { requestChannelLock } = await import('./channelLock.ts')
  return requestChannelLock(channel, changed)
}

function requestWebLock(locks: LockManager, name: string, changed: (held: boolean) => void): TabLock {
  let waiting = new AbortController()
  let told: boolean | null = null
  const set = (held: boolean): void => {
    if (told === held) return
    told = held
    changed(held)
  }
  let letGo = (): void => {}
  // Held for as long as the page lives, or until it is released or another tab steals it.
  const hold = (): Promise<void> => {
    set(true)
    return new Promise((resolve) => {
      letGo = resolve
    })
  }
  const lost = (): void => {
    set(false)
    wait()
  }
  function wait(): void {
    waiting = new AbortController()
    locks.request(name, { signal: waiting.signal }, hold).catch((error: unknown) => {
      if (!waiting.signal.aborted) lost()
      else if (error instanceof DOMException && error.name !== 'AbortError') throw error
    })
  }
  const steal = (): void => {
    waiting.abort()
    locks.request(name, { steal: true }, hold).catch(lost)
  }
  locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (lock) return hold()
      // Nobody works on the test there: the worker, or the page of another one, sends what was left of it.
      if (await isHeld(locks, carrierLock(name))) steal()
      else lost()
    })
    .catch(lost)
  const release = (): void => {
    waiting.abort()
    letGo()
  }
  return { steal, release }
}

/** Whether any tab has a lock; never where the browser has none. */
export const isTaken = async (name: string): Promise<boolean> => {
  const { locks } = navigator as { locks?: LockManager }
  return locks !== undefined && isHeld(locks, name)
}

const isHeld = async (locks: LockManager, name: string): Promise<boolean> =>
  ((await locks.query()).held ?? []).some((lock) => lock.name === name)
