import type { DriveView } from '#contract/views/candidate.ts'
import type { FinishedRecord } from '../db/finished.ts'
import type { AttemptRecord } from '../db/schema.ts'
import { OPENED, ownKeys, storageKeys, TAB_FINISHED, TAB_SESSION, UNSENT_PREFIX } from '../storageKeys.ts'

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

function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function writeTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // Blocked storage: the browser's own session is all there is.
  }
}

/** The test of this tab alone, as long as it is open; a reload must not turn it into one that another tab has begun. */
const readOwn = () => readTab(TAB_SESSION) as AttemptSession | null
const writeOwn = (session: AttemptSession | null) => writeTab(TAB_SESSION, session)

/**
 * The attempt this tab is in, else this browser, from the specification's storage keys. Without those nobody is in one.
 * The browser has the newer tokens of the same test, because another tab may have opened its re-issued link.
 */
export function readSession(): AttemptSession | null {
  const shared = readShared()
  const own = shared && readOwn()
  return own && !isSameTest(own, shared) ? own : shared
}

/** Somebody has one test in a drive. A re-issued link changes its tokens, and neither of these. */
type Test = Pick<AttemptSession, 'driveId' | 'candidateId'>

const isSameTest = (a: Test, b: Test): boolean => a.driveId === b.driveId && a.candidateId === b.candidateId

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
  writeTab(TAB_FINISHED, null)
  write(storageKeys.authToken, session.authToken)
  write(storageKeys.driveID, String(session.driveId))
  write(storageKeys.candidateId, String(session.candidateId))
  write(storageKeys.isFinishedTest, String(session.isFinished))
  write(storageKeys.allowCoding, String(view.drive.allow_coding))
  write(storageKeys.allowMcq, String(view.drive.allow_mcq))
  if (session.invitationToken) write(ownKeys.invitation, session.invitationToken)
}

/** The database is no part of what every page loads. */
const attemptsHere = async (): Promise<AttemptRecord[]> => (await import('../db/attempts.ts')).attemptsHere()

/**
 * The session as the device's database has it. A killed browser may have lost its local storage's last seconds; the
 * database is on disk, and decides.
 * @returns the attempt begun last on this device, or null
 */
export async function restoreSession(): Promise<AttemptSession | null> {
  const known = readSession()
  if (known) return known
  const attempts = await attemptsHere()
  const newest = attempts.toSorted((a, b) => b.started_at - a.started_at)[0]
  return newest ? takeSession(newest) : null
}

/**
 * The session of the test that was begun here with this link; it is this browser's session from then on.
 * @returns null where none was, or this device has forgotten it
 */
export async function resumeByLink(invitation: string): Promise<AttemptSession | null> {
  const attempts = await attemptsHere()
  const begun = attempts.find((attempt) => attempt.invitation_token === invitation)
  return begun ? takeSession(begun) : null
}

/**
 * The record of a test that was finished here and forgotten: the one with this link, or this tab's own if there is no
 * link to go by. Somebody else may sit at this computer by now, and is never shown the end of another one's test.
 */
export async function findFinished(invitation: string | null): Promise<FinishedRecord | null> {
  const { localDatabase } = await import('../db/schema.ts')
  const { finishedHere } = await import('../db/finished.ts')
  const { sha256OfText: sha256 } = await import('../hash.ts')
  const records = await finishedHere(localDatabase())
  if (invitation === null) {
    await dropForgotten()
    const own = finishedInTab()
    return records.find(({ attempt_id }) => attempt_id === own?.attemptId) ?? null
  }
  const hash = sha256(invitation)
  const known = records.find((record) => record.invitation_hash === hash) ?? null
  // A person who came with another link is somebody else.
  if (known?.attempt_id !== finishedInTab()?.attemptId) writeTab(TAB_FINISHED, null)
  return known
}

type Finished = Test & { attemptId: string }

/** The test that was finished in this tab, unless a link has opened another one in it since. */
function finishedInTab(): Finished | null {
  const finished = readTab(TAB_FINISHED) as Finished | null
  const opened = readTab(OPENED) as { view: DriveView } | null
  const since = opened && { driveId: opened.view.drive.id, candidateId: opened.view.candidate_id }
  return finished && since && !isSameTest(finished, since) ? null : finished
}

/** This tab has shown the end of that test, or was in it: a reload shows it again. */
export const keepFinishedInTab = ({ attemptId, driveId, candidateId }: Finished): void =>
  writeTab(TAB_FINISHED, { attemptId, driveId, candidateId })

/**
 * The test that was forgotten is no session any more, whatever tokens a page of it still had; another one that was begun here
 * meanwhile stays.
 */
export function clearSession(test: Test): void {
  if (inMemory && isSameTest(inMemory, test)) inMemory = null
  const own = readOwn()
  if (own && isSameTest(own, test)) writeOwn(null)
  const shared = readShared()
  if (!shared || !isSameTest(shared, test)) return
  for (const key of [...Object.values(storageKeys), ownKeys.position, ownKeys.invitation, ownKeys.typed])
    remove(key)
  dropUnsent()
}

/** Drops what this tab still has of forms that were never sent, and of what its link opened. */
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
export async function findSessionAttempt(session: AttemptSession): Promise<AttemptRecord | null> {
  const { localDatabase } = await import('../db/schema.ts')
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
  if (await dropForgotten()) return null
  const session = readSession()
  return session && !session.isFinished && !(await findSessionAttempt(session)) ? session : null
}

/** This tab is in that test from now on, and knows it by its id; what the browser is in stays as it is. */
export const keepInTab = (attempt: AttemptRecord): void => writeOwn(fieldsOf(attempt))

/** The tests that this device has forgotten; one that was opened again here is none of them. */
async function findForgotten(): Promise<FinishedRecord[]> {
  const { localDatabase } = await import('../db/schema.ts')
  const { finishedHere } = await import('../db/finished.ts')
  const records = await finishedHere(localDatabase())
  const here = new Set((await attemptsHere()).map(({ attempt_id }) => attempt_id))
  return records.filter(({ attempt_id }) => !here.has(attempt_id))
}

/**
 * Takes what is left of tests that this device has forgotten out of the browser's small storage: another test's page may have
 * forgotten them, or the worker, which has no reach of it. That is what was typed last in each, and the sessions of this tab
 * and this browser, each with tokens of its own.
 * @returns whether there was such a session
 */
export async function dropForgotten(): Promise<boolean> {
  const { sha256OfText: sha256 } = await import('../hash.ts')
  const { clearUnloadBuffer } = await import('../db/unloadBuffer.ts')
  const records = await findForgotten()
  for (const { attempt_id } of records) clearUnloadBuffer(attempt_id)
  const forgotten = (session: AttemptSession | null) =>
    session &&
    records.find(
      ({ token_hash, attempt_id }) =>
        attempt_id === session.attemptId || token_hash === sha256(session.authToken),
    )
  const own = readOwn()
  const ofTab = forgotten(own)
  if (own && ofTab) {
    clearSession(own)
    keepFinishedInTab({ ...own, attemptId: ofTab.attempt_id })
  }
  const shared = readShared()
  if (!shared || !forgotten(shared)) return !!ofTab
  clearSession(shared)
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
