import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { findFinished, findUnanswered, resumeByLink } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import { routes, tokenOf } from '../routes.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { isPassing } from '../untilAnswered.ts'
import { Onward } from '../way/Onward.tsx'
import { send } from '../way/way.ts'
import { OnlineState } from './OnlineState.tsx'
import { useEndedHere } from './useEndedHere.ts'
import { useOpening } from './useOpening.ts'
import { Welcome } from './Welcome.tsx'
import { WelcomeWait } from './WelcomeWait.tsx'

type Held = 'nothing' | 'asked' | 'begun' | 'finished'

/** What this device has of the link's test: begun, it goes on without the server; asked for, it waits for the server. */
async function heldOf(token: string): Promise<Held> {
  const session = await resumeByLink(token)
  if (session) return session.isFinished ? 'finished' : 'begun'
  const known = await findFinished(token)
  if (known && !known.is_elsewhere) return 'finished'
  return (await findUnanswered())?.invitationToken === token ? 'asked' : 'nothing'
}

/** A link that is refused opens nothing, whatever is here. */
function useHeld(token: string, refused: boolean): Held {
  const [held, setHeld] = useState<Held>('nothing')
  useEffect(() => {
    if (refused) return
    heldOf(token).then(setHeld, () => setHeld('nothing'))
  }, [token, refused])
  return held
}

function wayOn(refused: boolean, held: Held): string {
  if (held === 'begun')
    return 'Your test has begun in this browser and is kept on this device. You can go on with it now.'
  if (held === 'asked')
    return 'The start of your test was asked for in this browser, and no answer came. Your time may be running. Go on to the test: it waits there for the server.'
  if (held === 'finished') return 'Your test is over. What became of it is kept in this browser.'
  return refused
    ? 'Perhaps it was not copied whole, or a newer one has taken its place. Open the newest mail that invited you and click the link in it.'
    : 'Before your test has begun, this link needs a connection. Your time does not run before you begin. It is tried again by itself.'
}

function titleOf(refused: boolean, expired: boolean): string {
  if (expired) return 'This link has expired'
  return refused ? 'This link does not work' : 'The server is out of reach'
}

interface FailedProps {
  token: string
  error: Error
  onRetry: () => void
}

function Failed({ token, error, onRetry }: FailedProps) {
  // A server that is busy refuses nobody's link.
  const code = error instanceof CallError ? error.code : null
  const refused = error instanceof CallError && !isPassing(error)
  const held = useHeld(token, refused)
  // Of an assessment: only its organization can send it again, which the server says.
  const expired = refused && code === 'test_over'
  return (
    <NoticePage
      alert
      title={titleOf(refused, expired)}
      actions={
        <>
          {(held === 'begun' || held === 'asked') && (
            <Button variant="primary" size="large" onClick={() => send({ type: 'GO_ON', isFinished: false })}>
              Continue the test
            </Button>
          )}
          {held === 'finished' && (
            <Button variant="primary" size="large" onClick={() => send({ type: 'GO_ON', isFinished: true })}>
              See the end of your test
            </Button>
          )}
          <Button variant={held === 'nothing' ? 'primary' : 'plain'} size="large" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p>{error.message}</p>
      {!expired && <p>{wayOn(refused, held)}</p>}
      {refused && !expired && (
        <p>
          You cannot find it? <Link to={routes.lostLink}>Ask for the link again</Link>.
        </p>
      )}
    </NoticePage>
  )
}

export function WelcomePage() {
  const token = tokenOf(useLocation().pathname) ?? ''
  const { opening, isStale, retry } = useOpening(token)
  const isEndedHere = useEndedHere(opening && 'drive' in opening ? opening.drive : null)
  if (opening && 'error' in opening) return <Failed token={token} error={opening.error} onRetry={retry} />
  if (opening?.drive.view.is_finished || isEndedHere) return <Onward because={{ type: 'ALREADY_FINISHED' }} />
  return (
    <>
      <SiteHeader drive={opening?.drive.view.drive.name}>
        <OnlineState />
        {opening && (
          <span className="ruled welcome-contact">
            Whom to ask: <WhomToAsk view={opening.drive.view} />
          </span>
        )}
      </SiteHeader>
      {opening ? <Welcome drive={opening.drive} isStale={isStale} /> : <WelcomeWait />}
      {opening && (
        <footer className="welcome-ask">
          <p>
            Whom to ask: <WhomToAsk view={opening.drive.view} />
          </p>
        </footer>
      )}
    </>
  )
}
