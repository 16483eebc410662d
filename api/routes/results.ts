import type { resultEndpoints } from '#contract/endpoints/results.ts'
import { saidOfMail } from '../mail/said.ts'
import { plainDriveId } from '../services/drives.ts'
import { ownReportOf } from '../services/ownReport.ts'
import { reportOf } from '../services/report.ts'
import { resultCsv } from '../services/results/csv.ts'
import { resultsOf } from '../services/results/page.ts'
import { idsOf, previewReport, sendReport } from '../services/results/report.ts'
import { reportMailsOf } from '../services/results/reportMails.ts'
import { setShortlisted } from '../services/results/shortlist.ts'
import { statisticsOf } from '../services/results/statistics.ts'
import type { Handlers } from './handler.ts'

export const resultHandlers: Handlers<keyof typeof resultEndpoints | 'getReport'> = {
  getResults: async ({ ctx, actor, params, query }) => ({
    data: await resultsOf(ctx, actor, await plainDriveId(ctx, actor, params.id), query),
  }),
  getStatistics: async ({ ctx, actor, params }) => ({ data: await statisticsOf(ctx, actor, params.id) }),
  async putShortlist({ ctx, actor, params, body }) {
    const data = await setShortlisted(ctx, actor, params.id, body)
    return {
      data,
      message: body.is_selected ? 'Candidate shortlisted.' : 'Candidate removed from the shortlist.',
    }
  },
  getResultRecipients: async ({ ctx, actor, params, query }) => ({
    data: await previewReport(ctx, actor, params.id, query.user_ids),
  }),
  postResultReport: async ({ ctx, actor, params, body }) => ({
    data: await sendReport(ctx, actor, params.id, idsOf(body.user_ids)),
    message: saidOfMail(ctx, 'The results are on the way.', {
      done: 'The email with the results was created.',
      where: 'Download gives the results as a file.',
    }),
  }),
  getResultReports: async ({ ctx, actor, params }) => ({
    data: { reports: await reportMailsOf(ctx, actor, params.id) },
  }),
  getResultCsv: async ({ ctx, actor, params, query }) => ({
    data: await resultCsv(ctx, actor, params.id, 'all', query),
  }),
  getAbsentCsv: async ({ ctx, actor, params }) => ({
    data: await resultCsv(ctx, actor, params.id, 'absent'),
  }),
  getReport: async ({ ctx, actor, params, query }) => ({
    data:
      actor.kind === 'candidate'
        ? await ownReportOf(ctx, actor, params.token)
        : await reportOf(ctx, actor, params.token, query.of),
  }),
}
