import './countdown.css'
import { useEffect, useState } from 'react'
import type { OpenedDrive } from '../drive.ts'
import { formatTimeOfDay } from '../format.ts'
import type { ServerClock } from '../serverClock.ts'
import { clock } from './Countdown.tsx'

/** In the countdown's place once the test was begun: what is left of its time is all that matters. */
export function UnderWay({ drive }: { drive: OpenedDrive }) {
  const { deadline_at } = drive.view
  return (
    <section className="countdown" aria-label="Time of the test">
      <h2 className="countdown-open">Your test is running</h2>
      {deadline_at === null ? (
        <p className="countdown-date">It is paused: your clock is stopped.</p>
      ) : (
        <Left drive={drive} end={new Date(deadline_at)} />
      )}
    </section>
  )
}

function Left({ drive, end }: { drive: OpenedDrive; end: Date }) {
  const left = useCountdown(end.getTime(), drive.clock)
  if (left === 0)
    return (
      <p className="countdown-date">Your time is over. What this device still has can be sent from it.</p>
    )
  return (
    <>
      <p className="countdown-digits tabular" role="timer" aria-live="off">
        <span className="countdown-clock">{clock(left)}</span> <small>left</small>
      </p>
      <p className="countdown-date">
        It ends at <strong>{formatTimeOfDay(end)}</strong> your time, counted by the server’s clock.
      </p>
    </>
  )
}

/** Whole seconds to a moment on the server's clock, 0 after it; renews itself each second. */
export function useCountdown(at: number, clock: ServerClock): number {
  const left = () => Math.max(0, Math.ceil((at - clock.now()) / 1000))
  const [, tick] = useState(0)
  const over = left() === 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [over])
  return left()
}
