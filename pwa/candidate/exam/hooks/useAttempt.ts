import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from 'react'
import type { AttemptClient, TestSnapshot } from '#pwa/attempt/api.ts'

/**
 * Snapshots are made anew at every change, with all that is in them: what says the same counts as the same, however deep.
 * For plain data: objects, arrays and values.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

export const TestContext = createContext<AttemptClient | null>(null)

export function useAttemptClient(): AttemptClient {
  const actor = useContext(TestContext)
  if (!actor) throw new Error('A part of the test screen stands outside of it')
  return actor
}

/** One value of the snapshot; renders again only when that value, or anything in it, changes. */
export function useAttempt<T>(select: (snapshot: TestSnapshot) => T): T {
  const actor = useAttemptClient()
  const last = useRef<{ value: T } | null>(null)
  const subscribe = useCallback((listener: () => void) => actor.subscribe(listener), [actor])
  return useSyncExternalStore(subscribe, () => {
    const value = select(actor.getSnapshot())
    if (last.current && isSame(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  })
}

/** Whether work can still be changed here. */
export const useRunning = (): boolean => useAttempt((snapshot) => snapshot.phase === 'running')
