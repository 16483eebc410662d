import { Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { texts } from '#contract/texts.ts'
import { secondsLeft, timeParts } from '#machines/attempt/timer.ts'
import { useAttemptClient } from '../hooks/useAttempt.ts'
import './timer.css'

const LOOK_MS = 250

/** The digits are written to their nodes directly: a clock must not make React render. */
export function Timer({ urgent }: { urgent: boolean }) {
  const actor = useAttemptClient()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const [hours, minutes, seconds] = element.querySelectorAll('b')
    let shown: number | null = null
    const look = () => {
      const left = secondsLeft(actor.getSnapshot(), actor.now())
      if (left === shown) return
      shown = left
      const parts = timeParts(left)
      element.dataset.over = String(parts === null)
      if (!parts || !hours || !minutes || !seconds) return
      hours.textContent = parts.hours
      minutes.textContent = parts.minutes
      seconds.textContent = parts.seconds
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [actor])
  return (
    <div
      ref={box}
      className={urgent ? 'timer tabular is-urgent' : 'timer tabular'}
      role="timer"
      aria-live="off"
    >
      {urgent && <Clock size={16} strokeWidth={2} aria-hidden="true" />}
      <span className="timer-left">
        <b>00</b> hr: <b>00</b> min: <b>00</b> secs Remain
      </span>
      <span className="timer-over">{texts.expired}</span>
    </div>
  )
}
