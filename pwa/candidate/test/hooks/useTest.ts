import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from 'react'
import type { TestActor, TestSnapshot } from '#pwa/actors/testApi.ts'
import { isSame } from './isSame.ts'

export const TestContext = createContext<TestActor | null>(null)

export function useTestActor(): TestActor {
  const actor = useContext(TestContext)
  if (!actor) throw new Error('A part of the test screen stands outside of it')
  return actor
}

/** One value of the snapshot; renders again only when that value, or anything in it, changes. */
export function useTest<T>(select: (snapshot: TestSnapshot) => T): T {
  const actor = useTestActor()
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
export const useRunning = (): boolean => useTest((snapshot) => snapshot.phase === 'running')
