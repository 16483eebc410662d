import { useSyncExternalStore } from 'react'

/** One value that lives outside of the components, for the whole page. */
export interface Store<T> {
  get: () => T
  /** Tells whoever listens, unless it is what stood there. */
  set: (to: T) => void
  subscribe: (listener: () => void) => () => void
}

/** @param begin what stands there first; asked when somebody first reads, so that a module with a store loads anywhere */
export function createStore<T>(begin: () => T): Store<T> {
  const listeners = new Set<() => void>()
  let held: { value: T } | undefined
  const get = (): T => {
    held ??= { value: begin() }
    return held.value
  }
  return {
    get,
    set(to) {
      if (Object.is(get(), to)) return
      held = { value: to }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** The choice made on this device, one of `choices`; null if nothing was chosen or storage is blocked. */
export function readChoice<T extends string>(key: string, choices: readonly T[]): T | null {
  try {
    const kept = localStorage.getItem(key)
    return choices.find((choice) => choice === kept) ?? null
  } catch {
    return null
  }
}

/** Remembers the choice. If storage is blocked, it lasts as long as the caller keeps it. */
export function keepChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // It lasts for this page.
  }
}
