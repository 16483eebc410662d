import type { DriveView } from '#contract/views/candidate.ts'
import { call } from '../../http/call.ts'
import type { AttemptClient } from '../api.ts'
import type { HeldTest } from './links.ts'
import {
  type AttemptSession,
  findSessionAttempt,
  readSession,
  restoreSession,
  writeSession,
} from './store.ts'

/**
 * The way into a test. Small, because every page needs it; whatever needs the device's database is loaded when it is
 * asked for.
 */

/**
 * Sends the details form.
 * @throws CallError with errors by field
 */
export async function submitDetails(
  token: string,
  view: DriveView,
  fields: { first_name: string; last_name: string; mobile_number: string },
): Promise<AttemptSession> {
  const { data } = await call('putCandidate', {
    params: { id: view.candidate_id },
    body: {
      ...fields,
      token,
      drife_id: view.drive.id,
      created_at: null,
      updated_at: new Date().toISOString(),
    },
  })
  const session: AttemptSession = {
    invitationToken: token,
    authToken: data.auth_token,
    driveId: view.drive.id,
    candidateId: view.candidate_id,
    isFinished: view.is_finished,
  }
  writeSession(session, view)
  return session
}

/**
 * Goes on with a begun test on this device.
 * @throws CallError code lease_held {device_name, since} where another device has it and `takeOver` is false
 */
export async function resumeByLease(token: string, takeOver: boolean): Promise<AttemptSession> {
  const { takeLease } = await import('./open.ts')
  return takeLease(token, takeOver)
}

/** @throws CallError: see `findByLink` of renewal.ts */
export async function findTestOf(token: string, view: DriveView): Promise<HeldTest> {
  const { findByLink } = await import('./links.ts')
  return findByLink(token, view)
}

let opening: Promise<AttemptClient> | null = null
let opened: AttemptClient | null = null

/** The test of this page, where it is open already. */
export const openedTest = (): AttemptClient | null => opened

/** Whether the test of this browser's session is on this device. */
export async function isOnDevice(): Promise<boolean> {
  const session = readSession() ?? (await restoreSession())
  return session !== null && (await findSessionAttempt(session)) !== null
}

/**
 * Opens the test of this browser: from the device where it has begun here, with or without a network, else by
 * starting it. One actor a page.
 * @throws CallError, or Error in words
 */
export function openTest(): Promise<AttemptClient> {
  opening ??= import('./open.ts').then((module) => module.openTestActor())
  opening.then(
    (actor) => {
      opened = actor
    },
    () => {
      opening = null
    },
  )
  return opening
}
