import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { TestActor, TestSnapshot } from '#pwa/actors/testApi.ts'

export const TestContext = createContext<TestActor | null>(null)

export function useTestActor(): TestActor {
  const actor = useContext(TestContext)
  if (!actor) throw new Error('A part of the test screen stands outside of it')
  return actor
}

/** One value of the snapshot; renders again only when that value changes. */
export function useTest<T>(select: (snapshot: TestSnapshot) => T): T {
  const actor = useTestActor()
  const subscribe = useCallback((listener: () => void) => actor.subscribe(listener), [actor])
  return useSyncExternalStore(subscribe, () => select(actor.getSnapshot()))
}

/** Whether work can still be changed here. */
export const useRunning = (): boolean => useTest((snapshot) => snapshot.phase === 'running')
