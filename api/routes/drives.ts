import { drivesInState } from '../services/drives.ts'
import { driveViewOf } from '../services/driveView.ts'
import type { Handlers } from './handler.ts'

export const driveHandlers: Handlers<
  'getOngoingDrives' | 'getUpcomingDrives' | 'getCompletedDrives' | 'getAdminDrive'
> = {
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
    data: {
      drive: await driveViewOf(
        ctx.db.read,
        { id: params.id, organizationId: actor.organizationId },
        ctx.now(),
      ),
    },
  }),
}
