import { useEffect, useRef } from 'react'
import type { AttemptClient, TestPhase } from '#pwa/attempt/api.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { openDrive } from '../../drive.ts'
import { endedByTime } from '../../end/reasons.ts'
import { leaveFullScreen } from '../../fullScreen.ts'
import { send } from '../../way/way.ts'
import { pollWhileVisible } from '../../welcome/pollWhileVisible.ts'
import type { ExamRef } from './useExam.ts'

/** Between two looks of a device that lost the test, in milliseconds; never two devices of a room at once. */
const LOOK_MS = 20_000

/**
 * Moves on when the test is over: at zero to feedback, which says why; where it was over before, another tab finished
 * it, or the server ended it, to the end page. A device that another one took the test from is told by nobody that it ended
 * there, so it asks while it is looked at.
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
  useEffect(() => {
    // By the link alone: a call by the test's own token would count as word of the device that has the test.
    const link = phase === 'elsewhere' ? readSession()?.invitationToken : null
    if (!link) return
    const { plan, end } = pollWhileVisible(() => {
      openDrive(link, true)
        .then(({ view }) => {
          // Until all of it is handed over, this page stays.
          if (view.is_finished && actor.getSnapshot().total.waiting === 0) send({ type: 'OVER' })
        })
        .catch(() => undefined)
      plan(LOOK_MS * (0.5 + Math.random()))
    })
    plan(0)
    return end
  }, [actor, phase])
}
