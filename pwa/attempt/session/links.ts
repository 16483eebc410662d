import type { DriveView } from '#contract/views/candidate.ts'
import { call } from '../../http/call.ts'
import { attemptsHere, changeAttempt } from '../db/attempts.ts'
import { type AttemptRecord, localDatabase } from '../db/schema.ts'
import { isEndLost } from '../pending.ts'
import { sayRenewed } from '../tabs/channel.ts'
import { writerLock } from '../tabs/lockNames.ts'
import { readSession, takeSession } from './store.ts'

/** How much this device has of the test of a link: nothing, one that goes on, or one whose end it has still to send. */
export type HeldTest = 'none' | 'begun' | 'ended'

/**
 * Looks for the test of a link on this device. A link that was re-issued gave it a new token, and by the old one nothing
 * is sent: the device takes the new one, whoever may go on with the test, and what waits is sent at once.
 * @param view what the link opens
 * @throws CallError where the server does not tell the token
 */
export async function findByLink(invitation: string, view: DriveView): Promise<HeldTest> {
  const attempts = await attemptsHere()
  const here =
    attempts.find((attempt) => attempt.invitation_token === invitation) ??
    (await findRenewed(
      attempts.filter(
        (attempt) => attempt.drive_id === view.drive.id && attempt.candidate_id === view.candidate_id,
      ),
      invitation,
    ))
  if (!here) return 'none'
  // A tab that has it open sends by itself; what closed pages left is sent from here, at each look.
  void import('../sync/background.ts')
    .then(({ sendInBackground }) => sendInBackground(({ attempt_id }) => attempt_id === here.attempt_id))
    .catch(() => undefined)
  return here.finished_at !== null && here.state === 'running' && !isEndLost(here) ? 'ended' : 'begun'
}

/** @returns the one that the link opens; somebody who was removed and invited anew had another one before */
async function findRenewed(
  attempts: readonly AttemptRecord[],
  invitation: string,
): Promise<AttemptRecord | undefined> {
  if (attempts.length === 0) return undefined
  const { data } = await call('getSyncToken', {
    token: invitation,
  })
  const attempt = attempts.find(({ attempt_id }) => attempt_id === data.attempt_id)
  if (!attempt) return undefined
  const renewed = { ...attempt, token: data.auth_token, invitation_token: invitation }
  await changeAttempt(localDatabase(), attempt.attempt_id, {
    token: renewed.token,
    invitation_token: invitation,
  })
  const session = readSession()
  if (session?.driveId === attempt.drive_id && session.candidateId === attempt.candidate_id)
    takeSession(renewed)
  sayRenewed(writerLock(attempt.attempt_id))
  return renewed
}
