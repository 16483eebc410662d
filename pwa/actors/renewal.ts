import { call } from '../http/call.ts'
import { type AttemptRecord, localDatabase } from '../local/database.ts'
import { isEndLost } from '../local/held.ts'
import { writerLock } from '../local/lockNames.ts'
import { carryOn } from '../sync/carryOn.ts'
import { readSession, takeSession } from './sessionStore.ts'
import { openTabChannel } from './tabChannel.ts'
import type { DriveView } from './views.ts'

/** What this device has of the test of a link: nothing, one that goes on, or one whose end it has still to send. */
export type HeldTest = 'none' | 'begun' | 'ended'

/**
 * Looks for the test of a link on this device. A link that was re-issued gave it a new token, and by the old one nothing
 * is sent: the device takes the new one, whoever may go on with the test, and what waits is sent at once.
 * @param view what the link opens
 * @throws CallError where the server does not tell the token
 */
export async function findByLink(invitation: string, view: DriveView): Promise<HeldTest> {
  const attempts = await localDatabase().attempts.toArray()
  const here = attempts.find(
    (attempt) => attempt.drive_id === view.drive.id && attempt.candidate_id === view.candidate_id,
  )
  if (!here) return 'none'
  if (here.invitation_token !== invitation && !(await renew(here, invitation))) return 'none'
  return here.finished_at !== null && here.state === 'running' && !isEndLost(here) ? 'ended' : 'begun'
}

/** @returns whether the link is that test's; somebody who was removed and invited anew has another one */
async function renew(attempt: AttemptRecord, invitation: string): Promise<boolean> {
  const { attempt_id, drive_id, candidate_id } = attempt
  const { data } = await call<{ attempt_id: string; auth_token: string }>('getSyncToken', {
    token: invitation,
  })
  if (data.attempt_id !== attempt_id) return false
  const tokens = { token: data.auth_token, invitation_token: invitation }
  await localDatabase().attempts.update(attempt_id, tokens)
  const session = readSession()
  if (session?.driveId === drive_id && session.candidateId === candidate_id)
    takeSession({ ...attempt, ...tokens })
  // A tab that has it open sends by itself; what closed pages left is sent from here, and tried again by the next look.
  const tabs = openTabChannel(writerLock(attempt_id))
  tabs.say('renewed')
  tabs.close()
  void carryOn((other) => other.attempt_id === attempt_id).catch(() => undefined)
  return true
}
