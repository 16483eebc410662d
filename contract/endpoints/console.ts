import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { CallName } from '../paths.ts'
import { limit, offset, page, pathId, search, text } from '../primitives.ts'
import { texts } from '../texts.ts'
import * as view from '../views/admin.ts'

const driveQuery = z.object({ offset, limit, search })
const driveColumn = (which: string) =>
  ({
    who: 'admin',
    summary: `The organization's ${which} drives`,
    query: driveQuery,
    output: view.drivePage,
  }) as const satisfies Endpoint

const flag = z
  .enum(['true', 'false'])
  .transform((v) => v === 'true')
  .optional()

/** The console's calls that stand so far. */
export const consoleEndpoints = {
  signIn: {
    who: 'public',
    summary:
      'Signs staff in; the session stands in the response headers access-token, token-type, client, expiry, uid',
    body: z.strictObject({
      email: text
        .transform((s) => s.trim().toLowerCase())
        .pipe(z.string().min(1, texts.emailRequired).max(254).email('Email must be a valid email')),
      password: text.max(1024, 'Password is too long').min(6, texts.passwordTooShort),
      remember_me: z.boolean().optional(),
    }),
    output: view.sessionView,
    errors: ['unauthorized', 'too_many_requests'],
  },
  signOut: {
    who: 'session',
    summary: 'Ends the session',
    output: z.object({ signed_out: z.boolean() }),
  },
  getOngoingDrives: driveColumn('ongoing'),
  getUpcomingDrives: driveColumn('upcoming'),
  getCompletedDrives: driveColumn('completed'),
  getAdminDrive: {
    who: 'admin',
    summary: 'One drive of the organization',
    params: z.object({ id: pathId }),
    output: z.object({ drive: view.driveTile }),
    errors: ['not_found'],
  },
  getCandidateList: {
    who: 'admin',
    summary: "A drive's candidates",
    params: z.object({ driveId: pathId }),
    query: z.object({ page, search, absent_candidates: flag }),
    output: view.candidatePage,
    errors: ['not_found'],
  },
  getResults: {
    who: 'admin',
    summary: "A drive's results, best first",
    params: z.object({ id: pathId }),
    query: z.object({ page, search }),
    output: view.resultPage,
    errors: ['not_found'],
  },
  getSnapshots: {
    who: 'admin',
    summary: 'The webcam snapshots of one candidate on one drive',
    query: z.object({ drive_id: pathId, candidate_id: pathId }),
    output: z.object({ snapshots: z.array(view.snapshotView) }),
    errors: ['not_found'],
  },
  getRemainingCredits: {
    who: 'admin',
    summary: "The organization's remaining invitation credits",
    output: z.object({ credits: z.number() }),
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
