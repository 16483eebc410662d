import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { TestPhase } from '#pwa/attempt/api.ts'
import { routes } from '../routes.ts'

/**
 * Back to a test that runs again: minutes were given that a device out of reach did not know of at zero. Its clock goes
 * on, so nobody is left here to notice it; whoever came here while it ran is led nowhere.
 */
export function useBackToTest(phase: TestPhase | null): void {
  const navigate = useNavigate()
  const wasOver = useRef(false)
  useEffect(() => {
    if (phase === 'locked' || phase === 'ended') wasOver.current = true
    if ((phase === 'running' || phase === 'paused') && wasOver.current)
      navigate(routes.test, { replace: true })
  }, [phase, navigate])
}
