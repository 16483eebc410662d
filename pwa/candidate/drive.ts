import type { DriveView } from '#pwa/actors/views.ts'
import { call } from '#pwa/http/call.ts'
import { type ServerClock, serverClock } from './serverClock.ts'

/** A drive as its invitation opens it; kept for the page's life so that the form need not ask again. */

export interface OpenedDrive {
  token: string
  view: DriveView
  clock: ServerClock
}

export interface Rule {
  id: number
  description: string
}

const opened = new Map<string, Promise<OpenedDrive>>()

async function fetchDrive(token: string): Promise<OpenedDrive> {
  const sentAt = performance.now()
  const { data: view } = await call<DriveView>('getDrive', { params: { token } })
  return { token, view, clock: serverClock(view.server_time, performance.now() - sentAt) }
}

/**
 * @param fresh asks the server again
 * @throws CallError
 */
export function openDrive(token: string, fresh = false): Promise<OpenedDrive> {
  const known = opened.get(token)
  if (known && !fresh) return known
  const drive = fetchDrive(token)
  opened.set(token, drive)
  drive.catch(() => opened.get(token) === drive && opened.delete(token))
  return drive
}

/** @throws CallError */
export async function fetchRules(token: string, driveId: number): Promise<Rule[]> {
  const { data } = await call<{ rules: Rule[] }>('getDriveRules', { params: { id: driveId }, token })
  return data.rules
}
