import { candidatesOf } from '../services/drives.ts'
import { snapshotsOf } from '../services/report.ts'
import type { Handlers } from './handler.ts'

export const candidatesHandlers: Handlers<'getCandidateList' | 'getSnapshots'> = {
  getCandidateList: async ({ ctx, actor, params, query }) => ({
    data: await candidatesOf(ctx, actor, params.driveId, query),
  }),
  getSnapshots: async ({ ctx, actor, query }) => ({
    data: { snapshots: await snapshotsOf(ctx, actor, query.drive_id, query.candidate_id) },
  }),
}
