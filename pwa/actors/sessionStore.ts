import type { AttemptRecord } from '../local/database.ts'
import { ownKeys, storageKeys } from '../local/storageKeys.ts'
import type { DriveView } from './views.ts'

/** Who takes which test in this browser, in the specification's storage keys. */
export interface AttemptSession {
  invitationToken: string | null
  authToken: string
  driveId: number
  candidateId: number
  isFinished: boolean
}

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Blocked storage: the session then lives as long as the page.
  }
}

let inMemory: AttemptSession | null = null

/** The attempt this browser is in, from the specification's storage keys. */
export function readSession(): AttemptSession | null {
  const authToken = read(storageKeys.authToken)
  const driveId = Number(read(storageKeys.driveID))
  const candidateId = Number(read(storageKeys.candidateId))
  if (!authToken || !Number.isSafeInteger(driveId) || !Number.isSafeInteger(candidateId)) return inMemory
  return {
    invitationToken: read(ownKeys.invitation),
    authToken,
    driveId,
    candidateId,
    isFinished: read(storageKeys.isFinishedTest) === 'true',
  }
}

export function writeSession(session: AttemptSession, view: DriveView): void {
  inMemory = session
  write(storageKeys.authToken, session.authToken)
  write(storageKeys.driveID, String(session.driveId))
  write(storageKeys.candidateId, String(session.candidateId))
  write(storageKeys.isFinishedTest, String(session.isFinished))
  write(storageKeys.allowCoding, String(view.drive.allow_coding))
  write(storageKeys.allowMcq, String(view.drive.allow_mcq))
  if (session.invitationToken) write(ownKeys.invitation, session.invitationToken)
}

/**
 * The session as the device's database has it. A killed browser may have lost its local storage's last seconds; the
 * database is on disk, and decides.
 * @returns the attempt begun last on this device, or null
 */
export async function restoreSession(): Promise<AttemptSession | null> {
  const known = readSession()
  if (known) return known
  const { localDatabase } = await import('../local/database.ts')
  const attempts = await localDatabase().attempts.toArray()
  const newest = attempts.toSorted((a, b) => b.started_at - a.started_at)[0]
  return newest ? sessionOf(newest) : null
}

/**
 * The session of the test that was begun here with this link; it is this browser's session from then on.
 * @returns null where none was, or it is over
 */
export async function resumeByLink(invitation: string): Promise<AttemptSession | null> {
  const { localDatabase } = await import('../local/database.ts')
  const attempts = await localDatabase().attempts.toArray()
  const begun = attempts.find((attempt) => attempt.invitation_token === invitation)
  if (!begun) return null
  const session = sessionOf(begun)
  return session.isFinished ? null : session
}

function sessionOf(attempt: AttemptRecord): AttemptSession {
  const session: AttemptSession = {
    invitationToken: attempt.invitation_token,
    authToken: attempt.token,
    driveId: attempt.drive_id,
    candidateId: attempt.candidate_id,
    isFinished: attempt.finished_at !== null || attempt.state !== 'running',
  }
  writeSession(session, attempt.view)
  return session
}

/** The language chosen last, a problem. */
export function writeLanguages(languageOf: Readonly<Record<number, number>>): void {
  write(storageKeys.problemLanguages, JSON.stringify(languageOf))
}

export function markFinished(): void {
  if (inMemory) inMemory = { ...inMemory, isFinished: true }
  write(storageKeys.isFinishedTest, 'true')
}
