import type { LeaveFacts } from '#machines/attempt/proctoring.ts'
import { ownKeys, sessionKeys, storageKeys } from '#pwa/attempt/storageKeys.ts'

/** Browser storage that may be blocked, full or edited by hand: reading answers null, writing never throws. */

type StorageKind = 'local' | 'session'
const storageOf = (kind: StorageKind): Storage => (kind === 'local' ? localStorage : sessionStorage)

export function readText(key: string, kind: StorageKind = 'local'): string | null {
  try {
    return storageOf(kind).getItem(key)
  } catch {
    return null
  }
}

export function writeText(key: string, value: string | null, kind: StorageKind = 'local'): void {
  try {
    if (value === null) storageOf(kind).removeItem(key)
    else storageOf(kind).setItem(key, value)
  } catch {
    // A comfort is lost, never work: answers live elsewhere.
  }
}

export function readStoredJson(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readText(key) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export const readEndReason = (): string | null => readText(sessionKeys.endReason, 'session')
/**
 * A new reason, or with null a new test, is not reported yet.
 * @param cause what the specification gives one name: the window or full screen was left
 */
export function writeEndReason(reason: string | null, cause: LeaveFacts['kind'] | null = null): void {
  writeText(sessionKeys.endReason, reason, 'session')
  writeText(CAUSE, cause, 'session')
  writeText(REPORTED, null, 'session')
}

/** Beside the reason. */
const CAUSE = 'holdfast.end-cause'
export function readEndCause(): LeaveFacts['kind'] | null {
  const cause = readText(CAUSE, 'session')
  return cause === 'away' || cause === 'fullscreen' ? cause : null
}

/** Beside the reason: it was reported, so a reload of the end page does not say it twice. */
const REPORTED = 'holdfast.end-reported'
export const isEndReported = (): boolean => readText(REPORTED, 'session') !== null
export const noteEndReported = (): void => writeText(REPORTED, 'yes', 'session')

/** For whoever reads the specification's key; what counts stands in the log of the test. */
export const writeFullScreenAttempts = (left: number): void =>
  writeText(storageKeys.fullScreenAttempts, String(left))

export interface Preferences {
  theme?: 'light' | 'dark'
  codeSize?: number
  wrap?: boolean
  /** Whether letters, digits and the question mark act by themselves in a test. */
  singleKeys?: boolean
  /** Pixels a splitter gives its first pane, by the splitter's name. */
  panes?: Record<string, number>
}

export function readPreferences(): Preferences {
  const raw = readStoredJson(ownKeys.preferences)
  const panes = typeof raw.panes === 'object' && raw.panes !== null ? Object.entries(raw.panes) : []
  return {
    theme: raw.theme === 'light' || raw.theme === 'dark' ? raw.theme : undefined,
    codeSize: typeof raw.codeSize === 'number' ? raw.codeSize : undefined,
    wrap: typeof raw.wrap === 'boolean' ? raw.wrap : undefined,
    singleKeys: typeof raw.singleKeys === 'boolean' ? raw.singleKeys : undefined,
    panes: Object.fromEntries(panes.filter((pane): pane is [string, number] => typeof pane[1] === 'number')),
  }
}

export function writePreferences(change: Preferences): void {
  writeText(ownKeys.preferences, JSON.stringify({ ...readPreferences(), ...change }))
}
