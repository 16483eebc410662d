import { Timer } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { formatDateTime } from '../format.ts'
import './countdown.css'

const two = (n: number): string => String(n).padStart(2, '0')

export function clock(seconds: number): string {
  return `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
}

/** At zero the drive is open: that is said large, and the countdown's end small beside it. */
function OpenSince({ start, view }: { start: Date; view: DriveView }) {
  return (
    <>
      <h2 className="countdown-open">The test is open</h2>
      <p className="countdown-date">
        {view.is_live && (
          <>
            Open until <strong>{formatDateTime(new Date(view.drive_end_time))}</strong> your time.{' '}
          </>
        )}
        It opened on {formatDateTime(start)}.
      </p>
      <p className="countdown-head" role="status">
        Countdown to the start
        <span className="tag">
          <Timer size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.expired}
        </span>
      </p>
    </>
  )
}

function Running({ left, start }: { left: number; start: Date }) {
  const days = Math.floor(left / 86_400)
  return (
    <>
      <div className="countdown-head">
        <span>Starts in</span>
      </div>
      <p className="countdown-digits tabular" role="timer" aria-live="off">
        <span className={days === 0 ? 'is-zero' : undefined}>{days}</span>{' '}
        <small>{days === 1 ? 'day' : 'days'}</small> <span className="countdown-clock">{clock(left)}</span>
      </p>
      <p className="countdown-date">
        <strong>{formatDateTime(start)}</strong> your time, counted by the server’s clock
      </p>
    </>
  )
}

export function Countdown({ left, start, view }: { left: number; start: Date; view: DriveView }) {
  return (
    <section className="countdown" aria-label="Start of the test">
      {left === 0 ? <OpenSince start={start} view={view} /> : <Running left={left} start={start} />}
    </section>
  )
}
