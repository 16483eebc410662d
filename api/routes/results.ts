import { resultsOf } from '../services/drives.ts'
import { reportOf } from '../services/report.ts'
import type { Handlers } from './handler.ts'

export const resultHandlers: Handlers<'getResults' | 'getReport'> = {
  getResults: async ({ ctx, actor, params, query }) => ({
    data: await resultsOf(ctx, actor, params.id, query),
  }),
  getReport: async ({ ctx, actor, params }) => ({ data: await reportOf(ctx, actor, params.token) }),
}
