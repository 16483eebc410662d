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
      'Ids of the candidates of a drive or an assessment who have not begun, as many as one call invites again, and how many there are',
    params: z.object({ driveId: pathId }),
    query: z.object({ search }),
    output: z.object({ ids: z.array(id), total: z.number() }),
    errors: ['not_found'],
  },
  postCandidateLinks: {
    who: 'admin',
    summary:
      'Tells the links of all candidates of a drive or an assessment that open it, as a CSV file with name, email and link; audited',
    params: z.object({ driveId: pathId }),
    body: z.strictObject({}),
    output: z.object({ csv: z.string(), links: z.number() }),
    secret: true,
    errors: ['not_found', 'conflict'],
  },
  postInvite: {
    who: 'admin',
    summary:
      'Invites addresses to a drive, one credit each; those that are none are told (invalid_emails) while the others are invited',
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
      'Sends invitations again to candidates of a running or coming drive who have not begun; no credit is taken',
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
      'A candidate who lost the mail asks for the link again; the answer is the same for every address',
    body: z.strictObject({ email: email() }),
    output: z.object({ accepted: z.boolean() }),
    errors: ['too_many_requests'],
  },
  putAccommodation: action(
    'Sets what one candidate is given: more time, rules that do not count',
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
    summary: "Tells a candidate's link, to be handed over by other means than mail; audited",
    params: ofAttempt,
    body: z.strictObject({}),
    output: z.object({ link: z.string() }),
    secret: true,
    errors: ['not_found', 'conflict'],
  },
  postReissue: action('Ends a link and mails a new one; a test on the same device goes on with it', nothing),
  postRevoke: action('Ends a link without a new one', nothing),
  postResetDevice: action('Frees the attempt of its device: the next one takes it without asking', nothing),
  postMinutes: action('Adds minutes to an attempt', z.strictObject({ minutes })),
  postPause: action("Stops an attempt's clock", nothing),
  postResume: action("Lets an attempt's clock go on; the pause is added to its time", nothing),
  postReopen: action('Opens an ended attempt again, with so many minutes', z.strictObject({ minutes })),
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
      "Reads a candidate's rescue file in, as multipart/form-data with `file`; twice comes to the same",
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
    summary: 'Deletes a candidate with everything: attempts, answers, pictures, feedback',
    params: z.object({ id: pathId }),
    output: z.object({ id, deleted_attempts: z.number() }),
    errors: ['not_found'],
  },
  getSnapshots: {
    who: 'admin',
    summary: 'The webcam snapshots of one candidate on one drive',
    query: z.object({ drive_id: pathId, candidate_id: pathId }),
    output: z.object({ snapshots: z.array(view.snapshotView) }),
    errors: ['not_found'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
