import { useSelector } from '@xstate/react'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '#contract/texts.ts'
import type { TestSnapshot } from '#pwa/attempt/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { useAttempt } from '../hooks/useAttempt.ts'
import type { ExamRef } from '../hooks/useExam.ts'

export type TimeDoubt = 'none' | 'guessed' | 'over'

/**
 * Whether the time on the screen can be relied on. After a reload out of reach it goes by the computer's clock: that one
 * ends no test, and says so where it stands past zero.
 */
export function timeDoubt(
  { phase, timeBy, connection }: Pick<TestSnapshot, 'phase' | 'timeBy' | 'connection'>,
  isPastZero: boolean,
): TimeDoubt {
  if (phase !== 'running' || timeBy === 'server') return 'none'
  if (isPastZero) return 'over'
  return connection.since === null ? 'none' : 'guessed'
}

export function useTimeDoubt(exam: ExamRef): TimeDoubt {
  const isPastZero = useSelector(exam, (state) => state.matches({ running: { timer: 'over' } }))
  return useAttempt((snapshot) => timeDoubt(snapshot, isPastZero))
}

/**
 * @param isKept this device could keep everything
 * @param side what can be done about it, where the server is out of reach
 */
export function TimeBanner({ doubt, isKept, side }: { doubt: TimeDoubt; isKept: boolean; side: ReactNode }) {
  if (doubt === 'none') return null
  const icon = <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
  if (doubt === 'guessed')
    return (
      <Banner tone="device" icon={icon}>
        {texts.timerFailed} The server cannot be reached, so the time follows this computer’s clock until it
        is back.
      </Banner>
    )
  return (
    <Banner tone="warn" icon={icon} side={side}>
      Your computer says your time is over. The server decides when you are back online. Keep working
      {isKept ? ': everything is kept on this device.' : '.'}
    </Banner>
  )
}
