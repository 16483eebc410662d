import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { openTest, readSession, restoreSession } from '#pwa/actors/session.ts'
import type { TestActor, TestSnapshot } from '#pwa/actors/testApi.ts'

export type FinishedTest =
  | { state: 'none' }
  | { state: 'opening' }
  | { state: 'failed'; error: string }
  | { state: 'open'; actor: TestActor; snapshot: TestSnapshot }

/** The attempt of this browser, where there is one, after its test. */
export function useFinishedTest(): FinishedTest {
  const [invited, setInvited] = useState<boolean | null>(() => (readSession() ? true : null))
  const [actor, setActor] = useState<TestActor | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    if (invited !== null) return
    restoreSession().then(
      (session) => setInvited(session !== null),
      () => setInvited(false),
    )
  }, [invited])
  useEffect(() => {
    if (!invited) return
    openTest().then(setActor, (fault: unknown) =>
      setError(fault instanceof Error ? fault.message : String(fault)),
    )
  }, [invited])
  const subscribe = useCallback(
    (listener: () => void) => actor?.subscribe(listener) ?? (() => undefined),
    [actor],
  )
  const snapshot = useSyncExternalStore(subscribe, () => actor?.getSnapshot() ?? null)
  if (invited === null) return { state: 'opening' }
  if (!invited) return { state: 'none' }
  if (error !== null) return { state: 'failed', error }
  return actor && snapshot ? { state: 'open', actor, snapshot } : { state: 'opening' }
}
