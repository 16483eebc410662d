import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AttemptClient, TestPhase } from '#pwa/attempt/api.ts'
import { endedByTime } from '../../end/reasons.ts'
import { leaveFullScreen } from '../../fullScreen.ts'
import { routes } from '../../routes.ts'
import type { AttemptRef } from './useAttemptMachine.ts'

/**
 * Moves on when the test is over: at zero to feedback, which says why; where it was over before, another tab finished
 * it, or the server ended it, to the end page.
 */
export function useLeaving(
  actor: AttemptClient,
  phase: TestPhase,
  ref: AttemptRef,
  finishing: boolean,
): void {
  const navigate = useNavigate()
  const ran = useRef(false)
  if (phase === 'running') ran.current = true

  useEffect(() => {
    // A finish by the candidate and a forced end lock the test as well; both go their own way.
    const goesItsOwnWay = finishing || ref.getSnapshot().context.endReason !== null
    if (phase === 'locked' && ran.current && goesItsOwnWay) return
    if (phase !== 'locked' && phase !== 'ended') return
    const atZero = phase === 'locked' && ran.current && endedByTime(actor.getSnapshot())
    if (atZero) ref.send({ type: 'LOCKED' })
    leaveFullScreen()
    navigate(atZero ? routes.feedback : routes.end, { replace: true })
  }, [actor, phase, navigate, ref, finishing])
}
