import type { ReportView } from '../../views.ts'

/** From the start of the test to its end, or to now; a stretch offline that outlasted the end belongs to it. */
export function testSpan(report: Pick<ReportView, 'time' | 'connection'>, now: number) {
  const { test_started, test_finished, deadline_at } = report.time
  if (test_started === null) return null
  const from = Date.parse(test_started)
  const running = deadline_at === null ? now : Math.min(now, Date.parse(deadline_at))
  const end = test_finished === null ? running : Date.parse(test_finished)
  const spans = report.connection.offline.map((span) => (span.to === null ? end : Date.parse(span.to)))
  return { from, to: Math.max(from, end, ...spans) }
}
