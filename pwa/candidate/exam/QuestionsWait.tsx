import { useEffect, useState } from 'react'
import { NoticePage } from '../shell/NoticePage.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { Button } from '../ui/Button.tsx'
import { ConnectionState } from '../ui/ConnectionState.tsx'
import { Onward } from '../way/way.ts'
import { useAttempt, useAttemptClient } from './hooks/useAttempt.ts'
import { Timer } from './parts/Timer.tsx'
import './questions-wait.css'

/** Most lines are done by then. */
const LATE_MS = 5_000

/**
 * Begun, and the questions are not here: what came ahead of the start was too much for the line. They are asked for every few seconds; whoever waits sees the time, the connection, and whom to ask.
 */
export function QuestionsWait() {
  const actor = useAttemptClient()
  const phase = useAttempt((snapshot) => snapshot.phase)
  const connection = useAttempt((snapshot) => snapshot.connection)
  const view = useAttempt((snapshot) => snapshot.view)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (phase === 'locked' || phase === 'ended') return <Onward because={{ type: 'OVER' }} />
  if (!isLate) return <PageWait text="Fetching your questions…" />
  return (
    <NoticePage
      title="Your questions are not here yet"
      view={view}
      alert
      actions={
        <Button variant="primary" onClick={() => actor.retryNow()}>
          Try now
        </Button>
      }
    >
      <p>
        Your test has begun, but its questions have not arrived. This page asks for them every few seconds;
        the connection may be poor. If it takes long, tell the people below: they can give you the time back.
      </p>
      <div className="questions-wait">
        <ConnectionState connection={connection} now={() => actor.now()} />
        <Timer urgent={false} />
      </div>
    </NoticePage>
  )
}
