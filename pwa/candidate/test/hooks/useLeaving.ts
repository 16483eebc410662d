import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { TestPhase } from '#pwa/actors/testApi.ts'
import { leaveFullScreen } from '../../fullScreen.ts'
import { routes } from '../../routes.ts'
import type { AttemptRef } from './useAttemptMachine.ts'

/**
 * Moves on when the test is over: at zero to feedback, after saying so; where it was over before, or the server
 * ended it, to the end page.
 */
export function useLeaving(phase: TestPhase, ref: AttemptRef, finishing: boolean) {
  const navigate = useNavigate()
  const ran = useRef(false)
  const [timeOver, setTimeOver] = useState(false)
  if (phase === 'running') ran.current = true

  useEffect(() => {
    if (phase === 'ended' || (phase === 'locked' && !ran.current)) {
      leaveFullScreen()
      navigate(routes.end, { replace: true })
    }
    // A finish by the candidate and a forced end lock the test as well; both go their own way.
    const byItself = !finishing && ref.getSnapshot().context.endReason === null
    if (phase === 'locked' && ran.current && byItself) setTimeOver(true)
    // Minutes granted late open it again.
    if (phase === 'running') setTimeOver(false)
  }, [phase, navigate, ref, finishing])

  const goOn = () => {
    ref.send({ type: 'LOCKED' })
    leaveFullScreen()
    navigate(routes.feedback, { replace: true })
  }
  return { timeOver, goOn }
}
