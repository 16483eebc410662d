import { readSession } from '#pwa/actors/session.ts'
import { keptDrive } from '../drive.ts'
import { Alone } from '../shell/Alone.tsx'
import { Button } from '../ui/Button.tsx'
import { useEverySecond } from '../ui/useEverySecond.ts'
import './questions-wait.css'
import type { Unanswered } from '../untilAnswered.ts'

/**
 * The start was asked for and no answer came. Whether it reached the server nobody here can know, and there the time runs
 * from then on: it is said before anything else.
 */
export function StartWait({ waiting, onTry }: { waiting: Unanswered; onTry: () => void }) {
  const { fault, nextTryAt } = waiting
  const token = readSession()?.invitationToken
  useEverySecond(nextTryAt !== null)
  const seconds = nextTryAt === null ? 0 : Math.ceil((nextTryAt - Date.now()) / 1000)
  const isTold = fault.kind === 'captive' || fault.kind === 'refused'
  return (
    <Alone
      title="The server has not answered yet"
      view={token ? keptDrive(token)?.view : undefined}
      alert
      actions={
        <div className="questions-wait">
          {/* Counting aloud would drown what matters. */}
          <span className="tabular" aria-hidden="true">
            {seconds > 0 ? `Next try in ${seconds} s` : 'Trying now'}
          </span>
          <Button variant="primary" onClick={onTry}>
            Try now
          </Button>
        </div>
      }
    >
      {isTold && <p>{fault.message}</p>}
      <p>
        Your test may have begun all the same, and then your time is running. Nothing is lost: it is the same
        test whenever the answer comes. Leave this page open. The server is asked again by itself, and at once
        when the network is back.
      </p>
      <p>If this takes long, let them know below: the time can be given back to you.</p>
    </Alone>
  )
}
