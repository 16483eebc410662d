import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { resultSort } from '../forms/results.ts'
import type { CallName } from '../paths.ts'
import { flag, idList, nameList, page, pathId, search, text, token } from '../primitives.ts'
import * as view from '../views/admin.ts'

const ofDrive = z.object({ id: pathId })
const recipients = z.object({
  /** Who gets the report: the chosen contacts, or all contacts of the drive. */
  recipients: z.array(z.object({ user_id: z.number(), name: z.string(), email: z.string() })),
  /** How many candidates stand in it. */
  candidates: z.number(),
})

/** A drive's results, their files and their report by mail. */
export const resultEndpoints = {
  getResults: {
    who: 'admin',
    summary: "A drive's results, best first by default",
    params: ofDrive,
    query: z.object({ page, search, shortlisted: flag, sort: resultSort.default('best') }),
    output: view.resultPage,
    errors: ['not_found'],
  },
  getStatistics: {
    who: 'admin',
    summary: "How far a drive's candidates got, and how their scores are distributed",
    params: ofDrive,
    output: view.statisticsView,
    errors: ['not_found'],
  },
  putShortlist: {
    who: 'admin',
    summary: 'Puts a candidate on the shortlist or takes one off it',
    params: ofDrive,
    body: z.strictObject({ is_selected: z.boolean(), token }),
    output: z.object({ token: z.string(), is_selected: z.boolean(), total_selected_candidates: z.number() }),
    errors: ['not_found', 'conflict'],
  },
  getResultRecipients: {
    who: 'admin',
    summary: 'Who would get the result report; sends nothing',
    params: ofDrive,
    query: z.object({ user_ids: idList }),
    // Another shortlist makes another report, even if as many stand on it.
    output: recipients.extend({ shortlist: z.string() }),
    errors: ['not_found'],
  },
  postResultReport: {
    who: 'admin',
    summary: "Emails the shortlisted candidates' results to contacts of the drive",
    params: ofDrive,
    body: z.strictObject({
      user_ids: z.union([text(2_000), z.array(z.number().int().min(1)).max(200)]),
    }),
    output: recipients,
    errors: ['not_found', 'conflict'],
  },
  getResultReports: {
    who: 'admin',
    summary: "The state of the newest email with a drive's results, for each reader",
    params: ofDrive,
    output: z.object({ reports: z.array(view.resultReportMail) }),
    errors: ['not_found'],
  },
  getResultCsv: {
    who: 'admin',
    summary:
      "A drive's results as CSV: all of them or those the list would show, in its order; all columns, or those named",
    params: ofDrive,
    query: z.object({ columns: nameList, search, shortlisted: flag, sort: resultSort.default('best') }),
    output: z.string(),
    file: 'text/csv',
    errors: ['not_found'],
  },
  getAbsentCsv: {
    who: 'admin',
    summary: 'The candidates who did not attend, as CSV',
    params: ofDrive,
    output: z.string(),
    file: 'text/csv',
    errors: ['not_found'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
