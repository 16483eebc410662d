import { candidateUrl } from '#contract/candidatePaths.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { OPENED } from '#pwa/attempt/storageKeys.ts'
import { CallError, call } from '#pwa/http/call.ts'
import { type ServerClock, serverClock, type Trip } from './serverClock.ts'
import { readText, writeText } from './stored.ts'

/**
 * A drive as its invitation opens it; kept for the page's life so that the form need not ask again, and for the tab's, so
 * that a page that is loaded anew without a network still says what was known.
 */

export interface OpenedDrive {
  token: string
  view: DriveView
  clock: ServerClock
  /** As an earlier page of this tab had it: the server may say something else by now. */
  isKept?: true
}

export interface Rule {
  id: number
  description: string
}

const opened = new Map<string, Promise<OpenedDrive>>()
const here = new Map<string, OpenedDrive>()

async function fetchDrive(token: string, isAhead: boolean): Promise<OpenedDrive> {
  const sentAt = performance.now()
  const { data: view } = await call('getDrive', { params: { token }, isAhead })
  const trip = newestTrip(candidateUrl('getDrive', { token })) ?? { sentAt, answeredAt: performance.now() }
  return { token, view, clock: serverClock(view.server_time, trip) }
}

/** When the browser itself sent the call and had its answer: with the page, perhaps, and long before it was asked for. */
function newestTrip(path: string): Trip | null {
  const sent = performance.getEntriesByName(new URL(path, location.href).href).at(-1)
  if (!(sent instanceof PerformanceResourceTiming) || sent.responseEnd === 0) return null
  return { sentAt: sent.requestStart || sent.startTime, answeredAt: sent.responseStart || sent.responseEnd }
}

/**
 * @param fresh asks the server again
 * @throws CallError
 */
export function openDrive(token: string, fresh = false): Promise<OpenedDrive> {
  const known = opened.get(token)
  if (known && !fresh) return known
  const drive = fetchDrive(token, !fresh)
  // Asked again, what is known stands until there is something newer: nobody waits for it, or loses it.
  if (!known) opened.set(token, drive)
  drive.then(
    (found) => {
      opened.set(token, drive)
      here.set(token, found)
      keep(found)
    },
    () => opened.get(token) === drive && opened.delete(token),
  )
  return drive
}

/**
 * The drive where it has been opened in this tab: it can be drawn without a wait. One that an earlier page had says nothing
 * of a test whose start was asked for since.
 */
export const openedDrive = (token: string): OpenedDrive | null =>
  here.get(token) ?? (readSession()?.invitationToken === token ? null : keptDrive(token))

interface Kept {
  token: string
  view: DriveView
  offsetMs: number
}

/** As this tab had it last. */
export function keptDrive(token: string): OpenedDrive | null {
  try {
    const kept = JSON.parse(readText(OPENED, 'session') ?? 'null') as Kept | null
    if (kept?.token !== token) return null
    const { view, offsetMs } = kept
    return { token, view, clock: { now: () => Date.now() - offsetMs, offsetMs }, isKept: true }
  } catch {
    return null
  }
}

/** Nothing of a finished test stays but what the device itself keeps of its end. */
function keep({ token, view, clock: { offsetMs } }: OpenedDrive): void {
  const kept: Kept = { token, view, offsetMs }
  writeText(OPENED, view.is_finished ? null : JSON.stringify(kept), 'session')
}

/** @throws CallError */
export async function fetchRules(token: string, driveId: number): Promise<Rule[]> {
  const { data } = await call('getDriveRules', { params: { id: driveId }, token })
  return data.rules
}

/**
 * Whether a test cannot be begun because its drive was moved or ended while the candidate was on the way: the welcome
 * screen says so, with the newest dates.
 * @param error what the start was refused with
 */
export async function isDriveMoved(token: string, error: unknown): Promise<boolean> {
  const isMoved = error instanceof CallError && (error.code === 'test_over' || error.code === 'not_started')
  // If it cannot be asked again, the screen asks by itself.
  if (isMoved) await openDrive(token, true).catch(() => undefined)
  return isMoved
}
