import type { RunItem, SubmissionItem } from '#pwa/attempt/api.ts'
import type { ResultTab } from './ResultPane.tsx'

/**
 * The tab a problem's results open on: that of the newer of its last Run and its last submission, so that a verdict
 * that came while another problem was open is seen.
 * @param ahead by how much the server's clock is ahead of this device's, in milliseconds
 */
export function firstTab(
  run: Pick<RunItem, 'at'> | null,
  submission: Pick<SubmissionItem, 'madeAt'> | null,
  ahead: number,
): ResultTab {
  return submission && (!run || run.at + ahead < submission.madeAt) ? 'final' : 'output'
}
