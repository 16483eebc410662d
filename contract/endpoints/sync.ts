import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { CallName } from '../paths.ts'
import { sha256Hex } from '../primitives.ts'
import { leaseGrant, leaseRequest, savedAnswers, syncAnswer, syncRequest } from '../syncSchemas.ts'
import { noticeView } from '../views/candidate.ts'

/** The attempt log's own calls. */
export const syncEndpoints = {
  postSync: {
    who: 'candidate',
    summary: 'Appends a batch of ops to the attempt log, or without ops serves as a heartbeat',
    body: syncRequest,
    output: syncAnswer,
    errors: [
      'lease_lost',
      'lease_unknown',
      'gap',
      'fork',
      'upload_window_closed',
      'not_started',
      'too_large',
      'too_many_requests',
    ],
  },
  postSyncStart: {
    who: 'candidate',
    summary: 'Starts the test (earliest wins) and grants this device the lease',
    body: leaseRequest,
    output: leaseGrant,
    errors: ['lease_held', 'not_started', 'profile_incomplete', 'test_over', 'too_many_requests'],
  },
  postSyncLease: {
    who: 'invited',
    summary: 'Grants this device the lease of a begun attempt, with everything saved so far',
    body: leaseRequest,
    output: z.object({ lease: leaseGrant, answers: savedAnswers }),
    errors: ['lease_held', 'not_started', 'upload_window_closed', 'too_many_requests'],
  },
  getSyncToken: {
    who: 'invited',
    summary:
      'The token that a device with a begun attempt uses from now on, once its link was re-issued; the lease stays where it is',
    output: z.object({ attempt_id: z.string(), auth_token: z.string() }),
    errors: ['not_started'],
  },
  getPackage: {
    who: 'invited',
    summary: 'The sealed question package of a drive; its key comes with the start',
    params: z.object({ hash: sha256Hex }),
    output: z.string(),
    file: 'application/octet-stream',
    errors: ['not_found'],
  },
  getNotices: {
    who: 'candidate',
    summary:
      'What staff said to the candidate or did for the attempt, oldest first; after an id, only what is newer',
    query: z.object({ after: z.coerce.number().int().min(0).optional() }),
    output: z.object({ notices: z.array(noticeView) }),
  },
  getSavedAnswers: {
    who: 'candidate',
    summary:
      "Everything saved so far, for a device that was told that another device's work has since become the answer",
    output: savedAnswers,
  },
  getEvents: {
    who: 'invited_or_admin',
    summary:
      'Server-sent events of one attempt; resumes after Last-Event-ID. Also open to the invitation, to test before the start whether the stream gets through',
    output: z.string(),
    stream: true,
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
