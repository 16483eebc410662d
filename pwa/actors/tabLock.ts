/**
 * One tab of a browser profile writes and sends: the holder of the attempt's Web Lock. Safety rests on the server's seq
 * and hash; the lock spares people the confusion.
 */
export interface TabLock {
  readonly isHeld: boolean
  /** Takes the lock from the tab that has it. */
  steal(): void
  release(): void
}

/**
 * Asks for the lock; `changed` is told whenever it is gained or lost. Where the browser has no locks (plain http on
 * another machine) this tab counts as the holder.
 */
export function requestTabLock(name: string, changed: (held: boolean) => void): TabLock {
  let held = false
  let release: () => void = () => {}
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  const set = (now: boolean): void => {
    if (held === now) return
    held = now
    changed(now)
  }
  const hold = (): Promise<void> => {
    set(true)
    return new Promise<void>((resolve) => {
      release = resolve
    })
  }
  const ask = (options: LockOptions): void => {
    if (!locks) {
      set(true)
      return
    }
    locks
      .request(name, options, (lock) => (lock ? hold() : undefined))
      .catch(() => {
        // Stolen by another tab, or aborted: this one only reads from now on.
        set(false)
      })
  }
  ask({ ifAvailable: true })
  return {
    get isHeld() {
      return held
    },
    steal: () => ask({ steal: true }),
    release: () => release(),
  }
}
