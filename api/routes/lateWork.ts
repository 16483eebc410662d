import type { lateWorkEndpoints } from '#contract/endpoints/lateWork.ts'
import { decideLateWork } from '../services/decideLateWork.ts'
import { lateCandidatesOf, lateDrivesOf, lateWorkOf } from '../services/lateWork.ts'
import type { Handlers } from './handler.ts'

export const lateWorkHandlers: Handlers<keyof typeof lateWorkEndpoints> = {
  getLateDrives: async ({ ctx, actor }) => ({ data: await lateDrivesOf(ctx, actor) }),
  getLateCandidates: async ({ ctx, actor, params, query }) => ({
    data: await lateCandidatesOf(ctx, actor, params.driveId, query),
  }),
  getLateWork: async ({ ctx, actor, params, query }) => ({
    data: await lateWorkOf(ctx, actor, params.ref, query),
  }),
  postLateDecision: async ({ ctx, actor, params, body }) => ({
    data: await decideLateWork(ctx, actor, params.ref, body),
    message: body.decision === 'accepted' ? 'Accepted.' : 'Rejected.',
  }),
}
