import { START_JITTER_MS } from '#contract/constants.ts'
import type { LeaseGrant, SavedAnswers } from '#contract/sync.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { CallError, call } from '../../http/call.ts'
import type { AttemptClient } from '../api.ts'
import { openAttemptClient } from '../client.ts'
import { keepContent } from '../content.ts'
import { changeAttempt, findAttempt, isGivingUp, listAttempts } from '../db/attempts.ts'
import { deviceId, deviceName } from '../db/device.ts'
import { keepAttempt } from '../db/lease.ts'
import {
  type AttemptRecord,
  isOfStorage,
  type LocalDatabase,
  localDatabase,
  reopenDatabase,
} from '../db/schema.ts'
import { sayRenewed } from '../tabs/channel.ts'
import { writerLock } from '../tabs/lockNames.ts'
import { nextLease } from '../tabs/tabs.ts'
import {
  type AttemptSession,
  dropForgotten,
  findSessionAttempt,
  keepInTab,
  NoRoom,
  readSession,
  TestIsOver,
  writeSession,
} from './store.ts'

/** From a session to a test on this device: the start, the lease, and what was saved before. */

const noSaved: SavedAnswers = { choices: {}, drafts: [], submissions: [], mcqs_submitted: false }
const MINUTE = 60_000

/** @throws NoRoom, TestIsOver, CallError, or Error in words */
export async function openTestActor(): Promise<AttemptClient> {
  const session = readSession()
  if (!session) throw new Error('No test has been begun in this browser. Open the link of your invitation.')
  const attempt = await attemptOf(session).catch((error: unknown) => {
    if (!isOfStorage(error)) throw error
    if (isBlocked())
      throw new Error('This browser keeps nothing. Leave private browsing, or use another browser.')
    // A handle that failed never heals by itself.
    reopenDatabase()
    throw new NoRoom('This device has no room for the test.')
  })
  keepInTab(attempt)
  return openAttemptClient(attempt.attempt_id, (token) => takeLease(token, true))
}

async function attemptOf(session: AttemptSession): Promise<AttemptRecord> {
  const known = await findSessionAttempt(session)
  if (known) return known
  if (await dropForgotten()) throw new TestIsOver('This test is over, and all of it is on the server.')
  return startHere(localDatabase(), session)
}

/** Whether the browser gives the page no storage at all, not even the small one: then deleting files makes no room. */
function isBlocked(): boolean {
  try {
    void globalThis.localStorage
    return false
  } catch {
    return true
  }
}

/** The first start of this test in this browser. */
async function startHere(db: LocalDatabase, session: AttemptSession): Promise<AttemptRecord> {
  const { data: view } = await call('getDrive', { params: { token: session.authToken } })
  if (view.is_finished) throw new TestIsOver('This test was finished somewhere else.')
  await spreadStart(view)
  const body = { device_id: await deviceId(db), device_name: deviceName() }
  try {
    const { data: lease } = await call('postSyncStart', { body, token: session.authToken })
    // A start that was made before may have saved answers already.
    if (lease.head_seq > 0) {
      const saved = await savedOf(session.authToken, body)
      return keepAttempt(db, view, lease, saved, session.invitationToken)
    }
    // Needed once, and the questions come by plain calls where its part cannot be had.
    const sealed = await import('../sealedPackage.ts').catch(() => null)
    const content = sealed && (await sealed.openPackage(lease, view))
    if (content) await keepContent(db, content)
    const attempt = await keepAttempt(db, view, lease, noSaved, session.invitationToken)
    await sealed?.dropPackage()
    return attempt
  } catch (error) {
    if (error instanceof CallError && error.code === 'lease_held')
      throw new Error(`${error.message} Open the link of your invitation here to continue on this device.`)
    throw error
  }
}

async function savedOf(
  token: string,
  body: { device_id: string; device_name: string },
): Promise<SavedAnswers> {
  const { data } = await call('postSyncLease', { body, token })
  return data.answers
}

/** In the drive's first minute everybody starts: wait up to three seconds. Time counts from the server's start. */
async function spreadStart(view: DriveView): Promise<void> {
  const sinceStart = Date.parse(view.server_time) - Date.parse(view.drive_start_time)
  if (sinceStart < 0 || sinceStart > MINUTE) return
  await new Promise((resolve) => setTimeout(resolve, Math.random() * START_JITTER_MS))
}

export async function takeLease(token: string, takeOver: boolean): Promise<AttemptSession> {
  const db = localDatabase()
  const { data: view } = await call('getDrive', { params: { token } })
  const own = (await listAttempts(db)).find((one) => one.token === token || one.invitation_token === token)
  if (takeOver) await handInOwn(db, own)
  const asked = { device_id: await deviceId(db), device_name: deviceName(), take_over: takeOver }
  const data = own
    ? await (await nextLease()).askForLease(db, { ...own, token }, asked)
    : (await call('postSyncLease', { body: asked, token })).data
  const { lease, answers } = data
  const known = await findAttempt(db, lease.attempt_id)
  // The page itself asks with the attempt's token, and keeps the link it was begun with.
  const invitation = token === lease.auth_token ? (known?.invitation_token ?? null) : token
  const session: AttemptSession = {
    invitationToken: invitation,
    authToken: lease.auth_token,
    driveId: view.drive.id,
    candidateId: view.candidate_id,
    isFinished: lease.state === 'finished' || lease.state === 'final',
    attemptId: lease.attempt_id,
  }
  const names = { token: lease.auth_token, invitation_token: invitation, view }
  if (known && isOwn(known, lease, takeOver)) {
    const { adoptLease } = await nextLease()
    await adoptLease(db, lease.attempt_id, lease, answers.submissions)
    await changeAttempt(db, lease.attempt_id, { ...names, lease_lost: false })
  } else await keepAttempt(db, view, lease, answers, invitation)
  writeSession(session, view)
  sayRenewed(writerLock(lease.attempt_id))
  return session
}

/**
 * Whether what lies here goes along: the lease that this device has; the next one, asked for by a page that did not live to take
 * it in; or one in its place by a server that came back from a backup.
 */
const isOwn = (known: AttemptRecord, lease: LeaseGrant, takeOver: boolean): boolean =>
  known.lease_id === lease.lease_id ||
  (isGivingUp(known) && lease.lease_epoch === known.lease_epoch + 1) ||
  (known.server_epoch !== lease.server_epoch && !takeOver && !known.lease_lost)

/**
 * Hands in the work of a test that this device had before; whatever cannot be handed in now is put aside with the rest.
 */
async function handInOwn(db: LocalDatabase, known: AttemptRecord | undefined): Promise<void> {
  // Work that a lease being given up had not sent goes along to the next one.
  if (!known || isGivingUp(known)) return
  await import('../sync/uploadBeforeTakeover.ts')
    .then(({ uploadBeforeTakeover }) => uploadBeforeTakeover(db, known))
    .catch(() => {})
}
