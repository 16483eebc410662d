import { requestChannelLock } from './channelLock.ts'
import type { TabChannel, TabLock } from './tabChannel.ts'

/**
 * Asks for the lock. `changed` is told at once whether this tab has it, and again whenever it is gained or lost; a tab
 * without it waits until the other one is gone. Where the browser has no locks (plain http on another machine) the tabs
 * agree by asking each other.
 */
export function requestTabLock(name: string, channel: TabChannel, changed: (held: boolean) => void): TabLock {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? requestWebLock(locks, name, changed) : requestChannelLock(channel, changed)
}

function requestWebLock(locks: LockManager, name: string, changed: (held: boolean) => void): TabLock {
  let waiting = new AbortController()
  let told: boolean | null = null
  const set = (held: boolean): void => {
    if (told === held) return
    told = held
    changed(held)
  }
  // Held for as long as the page lives, or until another tab steals it.
  const hold = (): Promise<never> => {
    set(true)
    return new Promise(() => {})
  }
  const lost = (): void => {
    set(false)
    wait()
  }
  function wait(): void {
    waiting = new AbortController()
    locks.request(name, { signal: waiting.signal }, hold).catch((fault: unknown) => {
      if (!waiting.signal.aborted) lost()
      else if (fault instanceof DOMException && fault.name !== 'AbortError') throw fault
    })
  }
  locks.request(name, { ifAvailable: true }, (lock) => (lock ? hold() : lost())).catch(lost)
  return {
    steal() {
      waiting.abort()
      locks.request(name, { steal: true }, hold).catch(lost)
    },
  }
}
