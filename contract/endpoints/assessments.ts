import { z } from 'zod'
import { RESEND_MOST } from '../constants.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  assessmentInviteBody,
  changedAssessmentBody,
  inviteUserForm,
  newAssessmentBody,
} from '../forms/assessment.ts'
import { INVITATION_MAX_BYTES } from '../forms/invitation.ts'
import { resultSort } from '../forms/results.ts'
import type { CallName } from '../paths.ts'
import { flag, id, limit, nameList, offset, page, pathId, search, text } from '../primitives.ts'
import { listedUser, userView } from '../views/account.ts'
import { candidatePage, resultPage } from '../views/admin.ts'
import * as view from '../views/assessment.ts'

const oneId = z.object({ id: pathId })
const gone = z.object({ id })
const oneAssessment = z.object({ assessment: view.assessmentView })
const sent = z.object({ invited: z.number(), credits: z.number() })

/** Assessments: always-open drives drawn from the bank. */
export const assessmentEndpoints = {
  getAssessments: {
    who: 'admin',
    summary: "The organization's assessments, newest first",
    query: z.object({ offset, limit, search }),
    output: z.object({ assessments: z.array(view.assessmentCard), total: z.number() }),
  },
  getAssessment: {
    who: 'admin',
    summary: 'One assessment with its contacts and drawn questions',
    params: oneId,
    output: oneAssessment,
    errors: ['not_found'],
  },
  postAssessment: {
    who: 'admin',
    summary: 'Creates an assessment and draws its questions from the bank',
    body: newAssessmentBody,
    output: oneAssessment,
    errors: ['not_found'],
  },
  putAssessment: {
    who: 'admin',
    summary: 'Changes an assessment; once somebody has begun, it keeps its questions',
    params: oneId,
    body: changedAssessmentBody,
    output: oneAssessment,
    errors: ['not_found', 'conflict'],
  },
  deleteAssessment: {
    who: 'admin',
    summary: 'Deletes an assessment that nobody has begun',
    params: oneId,
    output: gone,
    errors: ['not_found', 'conflict'],
  },
  getMcqCounts: {
    who: 'admin',
    summary: 'How many questions there are to draw from, by difficulty',
    query: z.object({ tag_list: nameList }),
    output: view.mcqCounts,
  },
  getProblemCounts: {
    who: 'admin',
    summary: 'How many problems there are to draw from, by difficulty',
    query: z.object({ tag_list: nameList }),
    output: view.problemCounts,
  },
  getAssessmentCandidates: {
    who: 'admin',
    summary: "An assessment's candidates",
    query: z.object({ id: pathId, page, search, absent_candidates: flag }),
    output: candidatePage,
    errors: ['not_found'],
  },
  getAssessmentResult: {
    who: 'admin',
    summary: "An assessment's results",
    query: z.object({ id: pathId, page, search, sort: resultSort.default('best') }),
    output: resultPage,
    errors: ['not_found'],
  },
  getAssessmentResults: {
    who: 'admin',
    summary: "An assessment's results, by its address",
    params: oneId,
    query: z.object({ page, search, sort: resultSort.default('best') }),
    output: resultPage,
    errors: ['not_found'],
  },
  putAssessmentInvite: {
    who: 'admin_or_param_key',
    summary: 'Invites addresses to an assessment, one credit each; also with a Param key',
    body: assessmentInviteBody,
    maxBytes: INVITATION_MAX_BYTES,
    output: sent,
    errors: ['not_found', 'conflict', 'invalid_emails', 'insufficient_credits', 'too_many_requests'],
  },
  putAssessmentResend: {
    who: 'admin',
    summary:
      'Sends invitations again to candidates who have not begun; their links are then valid for as long as new ones',
    body: z.strictObject({
      candidate_ids: z.array(id).min(1, 'Choose at least one candidate.').max(RESEND_MOST),
      id,
      time_zone: text(64).optional(),
    }),
    output: sent,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>

/** Colleagues, the Param key, and what candidates said. */
export const peopleEndpoints = {
  getUsers: {
    who: 'admin',
    summary: "The organization's users: active ones first, then deactivated ones, each newest first",
    query: z.object({ organization_id: pathId.optional(), search }),
    output: z.object({ users: z.array(listedUser), total_users: z.number() }),
  },
  getRoles: {
    who: 'admin',
    summary: 'The roles a colleague can be invited to',
    output: z.object({ roles: z.array(z.object({ id, name: z.string() })) }),
  },
  postInviteUser: {
    who: 'admin',
    summary: 'Invites a colleague by email; one who has not accepted yet gets a new link',
    body: inviteUserForm,
    output: z.object({ user: userView }),
    errors: ['conflict', 'too_many_requests'],
  },
  postUserLink: {
    who: 'admin',
    summary:
      "Returns the link of a colleague's invitation, to be passed on by means other than email; audited",
    params: z.object({ id: pathId }),
    body: z.strictObject({}),
    output: z.object({ link: z.string() }),
    secret: true,
    errors: ['not_found', 'conflict'],
  },
  getParamKey: {
    who: 'admin',
    summary: 'Whether the caller has a Param key, and when it was last used',
    output: z.object({
      has_key: z.boolean(),
      created_at: z.string().nullable(),
      used_at: z.string().nullable(),
    }),
    errors: ['forbidden'],
  },
  postParamKey: {
    who: 'admin',
    summary: "Makes the caller's Param key, returned only this once; the previous one ends",
    body: z.strictObject({}),
    output: z.object({ auth_token: z.string() }),
    secret: true,
    errors: ['forbidden'],
  },
  deleteParamKey: {
    who: 'admin',
    summary: "Ends the caller's Param key",
    output: z.object({ has_key: z.boolean() }),
    errors: ['forbidden'],
  },
  getFeedbacks: {
    who: 'admin',
    summary: 'What candidates said, newest first',
    query: z.object({ offset, limit }),
    output: z.object({ feedbacks: z.array(view.feedbackView), total: z.number() }),
  },
  deleteFeedback: {
    who: 'admin',
    summary: "Deletes a candidate's feedback",
    params: oneId,
    output: gone,
    errors: ['not_found'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
