import { findOrganization } from '#db/queries/accounts.ts'
import { closeSession } from '../auth/session.ts'
import { signIn } from '../services/account.ts'
import { candidatesOf, driveOf, drivesInState, resultsOf } from '../services/drives.ts'
import { reportOf, snapshotsOf } from '../services/report.ts'
import type { Handlers } from './handler.ts'

export const consoleHandlers: Handlers<
  | 'signIn'
  | 'signOut'
  | 'getOngoingDrives'
  | 'getUpcomingDrives'
  | 'getCompletedDrives'
  | 'getAdminDrive'
  | 'getCandidateList'
  | 'getResults'
  | 'getSnapshots'
  | 'getRemainingCredits'
  | 'getReport'
> = {
  async signIn({ ctx, body, address }) {
    const { headers, view } = await signIn(ctx, body, address)
    return { data: view, headers: { ...headers } }
  },
  async signOut({ ctx, actor }) {
    await closeSession(ctx, actor.sessionId)
    return { data: { signed_out: true } }
  },
  getOngoingDrives: async ({ ctx, actor, query }) => ({
    data: await drivesInState(ctx, actor, 'ongoing', query),
  }),
  getUpcomingDrives: async ({ ctx, actor, query }) => ({
    data: await drivesInState(ctx, actor, 'upcoming', query),
  }),
  getCompletedDrives: async ({ ctx, actor, query }) => ({
    data: await drivesInState(ctx, actor, 'completed', query),
  }),
  getAdminDrive: async ({ ctx, actor, params }) => ({
    data: { drive: await driveOf(ctx, actor, params.id) },
  }),
  getCandidateList: async ({ ctx, actor, params, query }) => ({
    data: await candidatesOf(ctx, actor, params.driveId, query),
  }),
  getResults: async ({ ctx, actor, params, query }) => ({
    data: await resultsOf(ctx, actor, params.id, query),
  }),
  getSnapshots: async ({ ctx, actor, query }) => ({
    data: { snapshots: await snapshotsOf(ctx, actor, query.drive_id, query.candidate_id) },
  }),
  async getRemainingCredits({ ctx, actor }) {
    const organization = await findOrganization(ctx.db.read, actor.organizationId)
    return { data: { credits: organization?.credits ?? 0 } }
  },
  getReport: async ({ ctx, actor, params }) => ({ data: await reportOf(ctx, actor, params.token) }),
}
