import { formatDuration } from '#contract/duration.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { formatDateTime, formatTimeOfDay } from '../format.ts'

/** The name of the end: the drive's; for an assessment the link's, and once it was begun its own. */
function endName(view: DriveView): string {
  if (view.link_expires_at) return 'Begin before'
  if (view.is_assessment) return 'Ends'
  return view.is_live ? 'Drive ends' : 'Drive ended'
}

/** An end of the same day is a time, one of another day a date. */
const formatEnds = (start: Date, end: Date): string =>
  start.toDateString() === end.toDateString() ? formatTimeOfDay(end) : formatDateTime(end)

function endOf({ is_assessment, server_time, drive_start_time, drive_end_time }: DriveView): string {
  return formatEnds(new Date(is_assessment ? server_time : drive_start_time), new Date(drive_end_time))
}

/** The end of a test under way in a drive: its own clock's, which may lie before that of the drive or behind it. */
function ownEnd({ deadline_at, is_assessment, is_finished, server_time }: DriveView): [string, string][] {
  if (!deadline_at || is_assessment || is_finished) return []
  return [['Your test ends', formatEnds(new Date(server_time), new Date(deadline_at))]]
}

/** @param cut the seconds that are left where the drive ends before the whole time is over */
export function DriveFacts({ view, cut = null }: { view: DriveView; cut?: number | null }) {
  const whole = formatDuration(view.allotted_seconds)
  const facts: [string, string][] = [
    ['Duration', cut === null ? whole : `${formatDuration(cut)} of ${whole}`],
    ...(view.drive.allow_coding ? [['Problems', String(view.problem_count)] as [string, string]] : []),
    ...(view.drive.allow_mcq ? [['MCQs', String(view.question_count)] as [string, string]] : []),
    ...ownEnd(view),
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
