import { type Claim, type ClaimPorts, claimDraft, ownWaitMs } from './claims.ts'
import { keptDrafts, readDraft } from './drafts.ts'
import { openCallBeside } from './openCall.ts'

/** The parts of the browser that drafts need. */
export interface DraftPorts extends ClaimPorts {
  /** null: nothing is kept under that name. */
  read: <T>(userId: number, name: string) => Promise<{ value: T } | null>
  /** Forgets the call without an answer that is kept beside a draft. */
  dropCall: (userId: number, name: string) => Promise<void>
}

export const browserPorts = (): DraftPorts => ({
  locks: navigator.locks,
  tab: sessionStorage,
  ownWaitMs: ownWaitMs(
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type,
    performance.now(),
  ),
  kept: keptDrafts,
  read: readDraft,
  dropCall: (userId, name) => openCallBeside(userId, async () => name).write(null),
})

export interface OwnDraft<T> extends Claim {
  /** null: nothing is kept under its name yet. */
  kept: T | null
}

/**
 * Claims this tab's draft of a form, and reads it. If there is none, nothing tells the person who opens the form of
 * what was sent from it before: what they send now is meant anew.
 */
export async function openDraft<T>(userId: number, what: string, ports: DraftPorts): Promise<OwnDraft<T>> {
  const claim = await claimDraft(userId, what, ports)
  const found = await ports.read<T>(userId, claim.name)
  if (!found) await ports.dropCall(userId, claim.name)
  return { ...claim, kept: found?.value ?? null }
}
