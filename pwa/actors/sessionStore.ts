import type { AttemptRecord } from '../local/database.ts'
import type { FinishedRecord } from '../local/forget.ts'
import { OPENED, ownKeys, storageKeys, TAB_SESSION, UNSENT_PREFIX } from '../local/storageKeys.ts'
import type { DriveView } from './views.ts'

/** Who takes which test in this browser, in the specification's storage keys. */
export interface AttemptSession {
  invitationToken: string | null
  authToken: string
  driveId: number
  candidateId: number
  isFinished: boolean
  /** Known once the test is on this device. A re-issued link changes both tokens, and never this. */
  attemptId?: string
}

/** The test of this browser was finished, sent and forgotten. */
export class TestIsOver extends Error {}

/** The storage of this device does not take the test, or does not give it: that passes once there is room. */
export class NoRoom extends Error {}

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

const remove = (key: string): void => {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked storage: nothing was written either.
  }
}

let inMemory: AttemptSession | null = null

/** The test of this tab alone, as long as it is open; a reload must not turn it into one that another tab has begun. */
function readOwn(): AttemptSession | null {
  try {
    return JSON.parse(sessionStorage.getItem(TAB_SESSION) ?? 'null') as AttemptSession | null
  } catch {
    return null
  }
}

function writeOwn(session: AttemptSession | null): void {
  try {
    if (session) sessionStorage.setItem(TAB_SESSION, JSON.stringify(session))
    else sessionStorage.removeItem(TAB_SESSION)
  } catch {
    // Blocked storage: the browser's own session is all there is.
  }
}

/**
 * The attempt this tab is in, else this browser, from the specification's storage keys. Without those nobody is in one.
 * Of the same test the browser has the newer tokens: another tab may have opened its re-issued link.
 */
export function readSession(): AttemptSession | null {
  const shared = readShared()
  const own = shared && readOwn()
  return own && !isSameTest(own, shared) ? own : shared
}

const isSameTest = (a: AttemptSession, b: AttemptSession): boolean =>
  a.driveId === b.driveId && a.candidateId === b.candidateId

function readShared(): AttemptSession | null {
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
  writeOwn(session)
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
  return newest ? takeSession(newest) : null
}

/**
 * The session of the test that was begun here with this link; it is this browser's session from then on.
 * @returns null where none was, or this device has forgotten it
 */
export async function resumeByLink(invitation: string): Promise<AttemptSession | null> {
  const { localDatabase } = await import('../local/database.ts')
  const attempts = await localDatabase().attempts.toArray()
  const begun = attempts.find((attempt) => attempt.invitation_token === invitation)
  return begun ? takeSession(begun) : null
}

/**
 * What stays of a test that was finished here and forgotten: of the one with this link, or of the newest where there is
 * no link to go by.
 */
export async function findFinished(invitation: string | null): Promise<FinishedRecord | null> {
  const { localDatabase } = await import('../local/database.ts')
  const { finishedHere } = await import('../local/forget.ts')
  const { sha256 } = await import('../local/hash.ts')
  const records = await finishedHere(localDatabase())
  if (invitation === null) return records[0] ?? null
  const hash = sha256(invitation)
  return records.find((record) => record.invitation_hash === hash) ?? null
}

/** The test that was forgotten is no session any more; another one that was begun here meanwhile stays. */
export function clearSession(authToken: string): void {
  if (inMemory?.authToken === authToken) inMemory = null
  if (readOwn()?.authToken === authToken) writeOwn(null)
  if (read(storageKeys.authToken) !== authToken) return
  for (const key of [...Object.values(storageKeys), ownKeys.place, ownKeys.invitation, ownKeys.typed])
    remove(key)
  dropUnsent()
}

/** What this tab still has of forms that were never sent, and of what its link opened. */
function dropUnsent(): void {
  try {
    sessionStorage.removeItem(OPENED)
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(UNSENT_PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Blocked storage: nothing was written.
  }
}

/** This browser is in that test from now on. */
export function takeSession(attempt: AttemptRecord): AttemptSession {
  const session = fieldsOf(attempt)
  writeSession(session, attempt.view)
  return session
}

const fieldsOf = (attempt: AttemptRecord): AttemptSession => ({
  invitationToken: attempt.invitation_token,
  authToken: attempt.token,
  driveId: attempt.drive_id,
  candidateId: attempt.candidate_id,
  isFinished: attempt.finished_at !== null || attempt.state !== 'running',
  attemptId: attempt.attempt_id,
})

/** The test of a session on this device, also where its link was re-issued since the session began. */
export async function findAttempt(session: AttemptSession): Promise<AttemptRecord | null> {
  const { localDatabase } = await import('../local/database.ts')
  const { attemptId, authToken } = session
  const attempts = await localDatabase().attempts.toArray()
  const byId = attempts.find((attempt) => attempt.attempt_id === attemptId)
  return byId ?? attempts.find((attempt) => attempt.token === authToken) ?? null
}

/**
 * The session of a test that is not on this device, nor has left it: its start was asked for here, and what became of
 * that nobody here knows.
 */
export async function findUnanswered(): Promise<AttemptSession | null> {
  const session = readSession()
  if (!session || session.isFinished || (await findAttempt(session)) || (await dropForgotten())) return null
  return session
}

/** This tab is in that test from now on, and knows it by its id; what the browser is in stays as it is. */
export const keepInTab = (attempt: AttemptRecord): void => writeOwn(fieldsOf(attempt))

/** The tests that this device has forgotten; one that was opened again here is none of them. */
async function findForgotten(): Promise<FinishedRecord[]> {
  const { localDatabase } = await import('../local/database.ts')
  const { finishedHere } = await import('../local/forget.ts')
  const records = await finishedHere(localDatabase())
  const here = new Set(await localDatabase().attempts.toCollection().primaryKeys())
  return records.filter(({ attempt_id }) => !here.has(attempt_id))
}

/**
 * Takes what is left of tests that this device has forgotten out of the browser's small storage: another test's page may have
 * forgotten them, or the worker, which has no reach of it. That is what was typed last in each, and the session of this one.
 * @returns whether there was such a session
 */
export async function dropForgotten(): Promise<boolean> {
  const { sha256 } = await import('../local/hash.ts')
  const { forgetLeft } = await import('../local/lastWords.ts')
  const records = await findForgotten()
  for (const { attempt_id } of records) forgetLeft(attempt_id)
  const session = readSession()
  if (!session) return false
  const { attemptId, authToken } = session
  const hash = sha256(authToken)
  if (!records.some(({ token_hash, attempt_id }) => token_hash === hash || attempt_id === attemptId))
    return false
  clearSession(authToken)
  return true
}

/** The language chosen last, a problem. */
export function writeLanguages(languageOf: Readonly<Record<number, number>>): void {
  write(storageKeys.problemLanguages, JSON.stringify(languageOf))
}

export function markFinished(): void {
  if (inMemory) inMemory = { ...inMemory, isFinished: true }
  const own = readOwn()
  if (own) writeOwn({ ...own, isFinished: true })
  // Without a session there is none to mark: the test may just have been forgotten. And another tab's is not over.
  const shared = read(storageKeys.authToken) === null ? null : readShared()
  if (shared && (own === null || isSameTest(own, shared))) write(storageKeys.isFinishedTest, 'true')
}
