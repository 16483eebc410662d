import { Timer } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import { formatDate } from '../format.ts'
import './countdown.css'

const two = (n: number): string => String(n).padStart(2, '0')

function clock(seconds: number): string {
  return `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
}

export function Countdown({ left, start }: { left: number; start: Date }) {
  const days = Math.floor(left / 86_400)
  const over = left === 0
  return (
    <section className="countdown" aria-label="Start of the test">
      <div className="countdown-head">
        <span>{over ? 'Countdown' : 'Starts in'}</span>
        {over && (
          <span className="tag" role="status">
            <Timer size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.expired}
          </span>
        )}
      </div>
      <p className="countdown-digits tabular" role="timer" aria-live="off">
        <span className={days === 0 ? 'is-zero' : undefined}>{days}</span>{' '}
        <small>{days === 1 ? 'day' : 'days'}</small> <span className="countdown-clock">{clock(left)}</span>
      </p>
      <p className="countdown-date">
        {over ? (
          <>
            The drive has been open since <strong>{formatDate(start)}</strong> your time.
          </>
        ) : (
          <>
            <strong>{formatDate(start)}</strong> your time, counted by the server’s clock
          </>
        )}
      </p>
    </section>
  )
}
