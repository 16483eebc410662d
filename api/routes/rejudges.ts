import { applyRejudge, discardRejudge } from '../services/rejudges/applying.ts'
import { rejudgeOf, rejudgesOf, startRejudge } from '../services/rejudges/rejudging.ts'
import type { Handlers } from './handler.ts'

export const rejudgeHandlers: Handlers<
  'getRejudges' | 'postRejudge' | 'getRejudge' | 'postRejudgeApply' | 'deleteRejudge'
> = {
  getRejudges: async ({ ctx, actor, params }) => ({
    data: { rejudges: await rejudgesOf(ctx, actor, params.driveId) },
  }),
  postRejudge: async ({ ctx, actor, params, body }) => ({
    data: { rejudge: await startRejudge(ctx, actor, params.driveId, body.problem_id) },
  }),
  getRejudge: async ({ ctx, actor, params }) => ({ data: await rejudgeOf(ctx, actor, params.id) }),
  postRejudgeApply: async ({ ctx, actor, params }) => ({
    data: { rejudge: await applyRejudge(ctx, actor, params.id) },
    message: 'The new marks count now.',
  }),
  deleteRejudge: async ({ ctx, actor, params }) => ({
    data: await discardRejudge(ctx, actor, params.id),
    message: 'The new marks were discarded.',
  }),
}
