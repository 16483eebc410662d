import { z } from 'zod'
import { RESEND_MOST } from '../constants.ts'
import type { Endpoint } from '../endpoint.ts'
import { email } from '../forms/fields.ts'
import { emailList, INVITATION_MAX_BYTES } from '../forms/invitation.ts'
import type { CallName } from '../paths.ts'
import { flag, id, page, pathId, search, text, token } from '../primitives.ts'
import { RESCUE_MAX_BYTES } from '../rescue.ts'
import * as view from '../views/admin.ts'

const ofAttempt = z.object({ ref: token })
const row = z.object({ candidate: view.candidateRow })
const sent = z.object({ invited: z.number(), credits: z.number() })

/** One thing that staff does to one candidate's attempt; the answer is the candidate's row as it stands afterwards. */
const action = <B extends z.ZodType>(summary: string, body: B) =>
  ({
    who: 'admin',
    summary,
    params: ofAttempt,
    body,
    output: row,
    errors: ['not_found', 'conflict'],
  }) as const satisfies Endpoint
const nothing = z.strictObject({})

const minutes = z
  .number()
  .int('Minutes must be a whole number')
  .min(1, 'Add at least 1 minute')
  .max(600, 'Add at most 600 minutes')

/** Inviting candidates and what staff can do for one of them. */
export const candidatesEndpoints = {
  getCandidateList: {
    who: 'admin',
    summary: "A drive's candidates",
    params: z.object({ driveId: pathId }),
    query: z.object({ page, search, absent_candidates: flag }),
    output: view.candidatePage,
    errors: ['not_found'],
  },
  getAbsentIds: {
    who: 'admin',
    summary:
      'Ids of the candidates of a drive or an assessment who have not begun, up to as many as one call can invite again, and their total number',
    params: z.object({ driveId: pathId }),
    query: z.object({ search }),
    output: z.object({ ids: z.array(id), total: z.number() }),
    errors: ['not_found'],
  },
  postCandidateLinks: {
    who: 'admin',
    summary:
      'The links that open a drive or an assessment, of all its candidates, as a CSV file with name, email and link; audited',
    params: z.object({ driveId: pathId }),
    body: z.strictObject({}),
    output: z.object({ csv: z.string(), links: z.number() }),
    secret: true,
    errors: ['not_found', 'conflict'],
  },
  postInvite: {
    who: 'admin',
    summary:
      'Invites addresses to a drive, one credit each; invalid ones are returned (invalid_emails) and the others are invited',
    body: z.strictObject({
      emails: emailList,
      drife_id: id,
      /** IANA name, of whoever invites: the mail tells the start in it. */
      time_zone: text(64).optional(),
    }),
    maxBytes: INVITATION_MAX_BYTES,
    output: sent,
    errors: ['not_found', 'conflict', 'invalid_emails', 'insufficient_credits'],
  },
  postResendInvite: {
    who: 'admin',
    summary:
      'Sends invitations again to candidates of a running or upcoming drive who have not begun; no credit is taken',
    body: z.strictObject({
      candidate_ids: z.array(id).min(1, 'Choose at least one candidate.').max(RESEND_MOST),
      drife_id: id,
      time_zone: text(64).optional(),
    }),
    output: sent,
    errors: ['not_found', 'conflict'],
  },
  postLinkRequest: {
    who: 'public',
    summary:
      'Requests the link again for a candidate who lost the email; the response is the same for every address',
    body: z.strictObject({ email: email() }),
    output: z.object({ accepted: z.boolean() }),
    errors: ['too_many_requests'],
  },
  putAccommodation: action(
    'Sets one candidate’s accommodation: more time, waived rules',
    z.strictObject({
      time_factor: z.number().min(1, 'The factor must be at least 1').max(4, 'The factor must be at most 4'),
      lifted_rules: view.givenLiftedRules,
      /**
       * The values the change began with: something else on the server is a conflict. Left out: whatever stands there.
       */
      was: z.strictObject({ time_factor: z.number(), lifted_rules: view.givenLiftedRules }).optional(),
    }),
  ),
  postAttemptLink: {
    who: 'admin',
    summary: "Returns a candidate's link, to be passed on by means other than email; audited",
    params: ofAttempt,
    body: z.strictObject({}),
    output: z.object({ link: z.string() }),
    secret: true,
    errors: ['not_found', 'conflict'],
  },
  postReissue: action(
    'Ends a link and emails a new one; a test on the same device goes on with the new link',
    nothing,
  ),
  postRevoke: action('Ends a link without sending a new one', nothing),
  postResetDevice: action(
    'Frees the attempt from its device: the next device takes it over without asking',
    nothing,
  ),
  postMinutes: action('Adds minutes to an attempt', z.strictObject({ minutes })),
  postPause: action("Stops an attempt's clock", nothing),
  postResume: action("Resumes an attempt's clock; the length of the pause is added to its time", nothing),
  postReopen: action('Reopens an ended attempt, with a number of minutes', z.strictObject({ minutes })),
  postMessage: action(
    'Sends a message to a candidate',
    z.strictObject({
      text: text(2_000, { tooLong: 'At most 500 characters' })
        .transform((s) => s.trim())
        .pipe(z.string().min(1, 'Write a message').max(500, 'At most 500 characters')),
    }),
  ),
  postRescueFile: {
    who: 'admin',
    summary:
      "Imports a candidate's rescue file, as multipart/form-data with `file`; repeating it changes nothing",
    params: ofAttempt,
    body: z.strictObject({}),
    upload: true,
    maxBytes: RESCUE_MAX_BYTES,
    output: z.object({
      read: z.number(),
      known: z.number(),
      applied: z.number(),
      late: z.number(),
      rejected: z.number(),
      aside: z.number(),
    }),
    errors: ['not_found', 'invalid', 'too_large'],
  },
  deleteCandidate: {
    who: 'admin',
    summary: 'Deletes a candidate and all their attempts, answers, pictures and feedback',
    params: z.object({ id: pathId }),
    output: z.object({ id, deleted_attempts: z.number() }),
    errors: ['not_found'],
  },
  getSnapshots: {
    who: 'admin',
    summary: 'The webcam snapshots of one candidate in one drive',
    query: z.object({ drive_id: pathId, candidate_id: pathId }),
    output: z.object({ snapshots: z.array(view.snapshotView) }),
    errors: ['not_found'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
