import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { AttemptClient, TestSnapshot } from '#pwa/attempt/api.ts'
import { findTestOf, isOnDevice, openTest } from '#pwa/attempt/session/session.ts'
import { readSession, resumeByLink, TestIsOver } from '#pwa/attempt/session/store.ts'
import { openDrive } from '../drive.ts'

export type FinishedTest =
  | { state: 'none' }
  | { state: 'opening' }
  | { state: 'failed'; error: string }
  | { state: 'open'; actor: AttemptClient; snapshot: TestSnapshot }

/**
 * Whether a test is on this device; with a link, whether it is that link's. On a shared computer it may be another's. One
 * that is not is never opened by these pages: that would start it.
 */
async function isHere(invitation: string | null): Promise<boolean> {
  if (invitation === null) return isOnDevice()
  if (await resumeByLink(invitation)) return true
  const session = readSession()
  return session !== null && (session.invitationToken ?? invitation) === invitation && isOnDevice()
}

/**
 * The link was re-issued since the test was begun here: by the new one the device has its new token, and what still waits
 * is sent with it.
 * @throws CallError where the server cannot be asked
 */
async function goesOnBy(invitation: string | null): Promise<boolean> {
  const drive = invitation === null ? null : await openDrive(invitation).catch(() => null)
  if (!drive || (await findTestOf(drive.token, drive.view)) === 'none') return false
  return isHere(invitation)
}

/**
 * The attempt of this browser, where there is one, after its test.
 * @param invitation the link somebody came with
 */
export function useFinishedTest(invitation: string | null = null): FinishedTest {
  const [actor, setActor] = useState<AttemptClient | null>(null)
  const [end, setEnd] = useState<{ state: 'none' } | { state: 'failed'; error: string } | null>(null)
  useEffect(() => {
    const open = async () => {
      try {
        const isKnown = await isHere(invitation).catch(() => false)
        if (!isKnown && !(await goesOnBy(invitation))) return setEnd({ state: 'none' })
        setActor(await openTest())
      } catch (error) {
        if (error instanceof TestIsOver) setEnd({ state: 'none' })
        else setEnd({ state: 'failed', error: error instanceof Error ? error.message : String(error) })
      }
    }
    open()
  }, [invitation])
  const subscribe = useCallback(
    (listener: () => void) => actor?.subscribe(listener) ?? (() => undefined),
    [actor],
  )
  const snapshot = useSyncExternalStore(subscribe, () => actor?.getSnapshot() ?? null)
  if (end) return end
  return actor && snapshot ? { state: 'open', actor, snapshot } : { state: 'opening' }
}
