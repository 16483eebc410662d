import { beforeAll, expect, test } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import {
  call,
  HOUR,
  must,
  type Organization,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { screening } from '../console/assessmentSupport.ts'
import { appForFile } from '../forFile.ts'

/**
 * The words people read who have a mail server: that something is on its way. Without one they read others, see
 * console.
 */

// Nothing is sent here: that it would be is enough.
const app = await appForFile({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', HOLDFAST_SIGNUP: 'open' } })
let org: Organization
let headers: Record<string, string>
let root: Record<string, string>
let assessment_id: number

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'words', { candidates: 3, lasts: 40 * HOUR })
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  const superAdmin = await seedSuperAdmin(app.ctx)
  root = await signIn(app.send, superAdmin.email, superAdmin.password)
  const body = screening(org, { problem_count_hash: { easy: 1 }, mcq_count_hash: {} })
  assessment_id = (await must(app.send, 'postAssessment', { headers, body })).assessment.id
})

const words = async (name: CallName, input: object) => {
  const { status, json } = await call(app.send, name, { headers, ...input })
  return [status, (json as { message?: string }).message]
}
const who = (at: number) => {
  const found = org.candidates[at]
  if (!found) throw new Error('nobody')
  return found
}

test('candidates who are invited, and invited again', async () => {
  const invite = (emails: string) => words('postInvite', { body: { emails, drife_id: org.driveId } })
  expect(await invite('one@people.example')).toEqual([200, 'Invitation sent to 1 candidate.'])
  expect(await invite('one@people.example,two@people.example,three@people.example')).toEqual([
    200,
    'Invitation sent to 2 candidates; 1 was already invited.',
  ])
  const resend = (...at: number[]) =>
    words('postResendInvite', {
      body: { candidate_ids: at.map((one) => who(one).candidateId), drife_id: org.driveId },
    })
  expect(await resend(0)).toEqual([200, 'Invitation sent again.'])
  expect(await resend(0, 1)).toEqual([200, 'Invitation sent again; 1 is already in the queue.'])
  expect(await resend(0)).toEqual([200, 'The invitation is already in the queue.'])
})

test('candidates of an assessment', async () => {
  const email = 'drawn@people.example'
  expect(await words('putAssessmentInvite', { body: { email, assessment_id } })).toEqual([
    200,
    'Invitation sent to 1 candidate.',
  ])
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE mails SET status = 'sent' WHERE recipient = ?", email))
  const { candidates } = await must(app.send, 'getAssessmentCandidates', {
    headers,
    query: { id: assessment_id },
  })
  const body = { candidate_ids: candidates.map(({ id }) => id), id: assessment_id }
  expect(await words('putAssessmentResend', { body })).toEqual([200, 'Invitation sent again.'])
})

test('a link that is made anew, and one that was lost', async () => {
  expect(await words('postReissue', { params: { ref: who(1).ref }, body: {} })).toEqual([
    200,
    'The old link no longer works; a new one is on its way.',
  ])
  expect(await words('postLinkRequest', { headers: {}, body: { email: 'stranger@people.example' } })).toEqual(
    [
      200,
      'If this address was invited to a test that is still open, its link is on the way. Check your spam folder too; it can take a few minutes.',
    ],
  )
})

test('results that are mailed', async () => {
  const device = await startDevice(app, who(2))
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  await must(app.send, 'putShortlist', {
    headers,
    params: { id: org.driveId },
    body: { token: who(2).ref, is_selected: true },
  })
  const report = { params: { id: org.driveId }, body: { user_ids: String(org.admin.id) } }
  expect(await words('postResultReport', report)).toEqual([200, 'The results are on the way.'])
})

test('colleagues, and whoever asks for an account or a password', async () => {
  const colleague = { body: { email: 'colleague@staff.example', role: 1 } }
  expect(await words('postInviteUser', colleague)).toEqual([
    200,
    'Invitation sent. It can be accepted for 7 days.',
  ])
  expect(await words('postInviteUser', colleague)).toEqual([
    200,
    'Invitation sent again; the previous link no longer works.',
  ])
  const body = { email: 'newcomer@firm.example' }
  expect(await words('postSignupLink', { headers: root, body })).toEqual([
    200,
    'The link is on its way to newcomer@firm.example.',
  ])
  expect(await words('postSignup', { headers: {}, body })).toEqual([
    200,
    'An email is on its way to this address. Its link is valid for 7 days.',
  ])
  expect(await words('postForgotPassword', { headers: {}, body })).toEqual([
    200,
    'If this address has an account, a link to choose a new password is on its way. It is valid for 30 minutes.',
  ])
})
