import { useEffect, useRef } from 'react'
import type { AttemptClient, TestPhase } from '#pwa/attempt/api.ts'
import { endedByTime } from '../../end/reasons.ts'
import { leaveFullScreen } from '../../fullScreen.ts'
import { send } from '../../way/way.ts'
import type { ExamRef } from './useExam.ts'

/**
 * Moves on when the test is over: at zero to feedback, which says why; where it was over before, another tab finished
 * it, or the server ended it, to the end page.
 */
export function useMovingOn(actor: AttemptClient, phase: TestPhase, ref: ExamRef, finishing: boolean): void {
  const ran = useRef(false)
  if (phase === 'running') ran.current = true

  useEffect(() => {
    // A finish by the candidate and a forced end lock the test as well; both go their own way.
    const goesItsOwnWay = finishing || ref.getSnapshot().context.isForced
    if (phase === 'locked' && ran.current && goesItsOwnWay) return
    if (phase !== 'locked' && phase !== 'ended') return
    const atZero = phase === 'locked' && ran.current && endedByTime(actor.getSnapshot())
    leaveFullScreen()
    send({ type: atZero ? 'TIME_OVER' : 'OVER' })
  }, [actor, phase, ref, finishing])
}
