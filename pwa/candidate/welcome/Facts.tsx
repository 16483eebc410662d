import type { DriveView } from '#pwa/actors/views.ts'
import { formatDate, formatDuration, formatTimeOfDay } from '../format.ts'

/** What the end is the end of: of the drive; of an assessment the link's, and once it was begun its own. */
function endName(view: DriveView): string {
  if (view.link_expires_at) return 'Begin before'
  if (view.is_assessment) return 'Ends'
  return view.is_live ? 'Drive ends' : 'Drive ended'
}

/** Today's end is a time, another day's a date. */
function endOf(view: DriveView): string {
  const start = new Date(view.is_assessment ? view.server_time : view.drive_start_time)
  const end = new Date(view.drive_end_time)
  return start.toDateString() === end.toDateString() ? formatTimeOfDay(end) : formatDate(end)
}

export function Facts({ view }: { view: DriveView }) {
  const facts: [string, string][] = [
    ['Duration', formatDuration(view.allotted_seconds)],
    ...(view.drive.allow_coding ? [['Problems', String(view.problem_count)] as [string, string]] : []),
    ...(view.drive.allow_mcq ? [['MCQs', String(view.question_count)] as [string, string]] : []),
    [endName(view), endOf(view)],
  ]
  return (
    <dl className="facts tabular">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
