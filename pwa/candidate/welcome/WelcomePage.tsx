import '../ui/connection-state.css'
import './welcome.css'
import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { findTestOf } from '#pwa/attempt/session/session.ts'
import { findFinished, findUnanswered, resumeByLink } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import type { OpenedDrive } from '../drive.ts'
import { routes, tokenOf } from '../routes.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { isOnline, subscribeOnline } from '../ui/online.ts'
import { isPassing } from '../untilAnswered.ts'
import { Onward, send } from '../way/way.ts'
import { useOpening } from './useOpening.ts'
import { Welcome } from './Welcome.tsx'

type Held = 'nothing' | 'asked' | 'begun' | 'finished'

/**
 * How much this device has of the link's test: begun, it goes on without the server; asked for, it waits for the
 * server.
 */
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
    return 'Your test has begun in this browser and is kept on this device. You can continue it now.'
  if (held === 'asked')
    return 'This browser asked to start your test, and no answer came. Your time may be running. Go to the test: it waits there for the server.'
  if (held === 'finished') return 'Your test is over. What became of it is kept in this browser.'
  return refused
    ? 'It may not have been copied in full, or a newer one has replaced it. Open your newest invitation email and click the link in it.'
    : 'Before your test has begun, this link needs a connection. Your time does not run before you begin. This page tries again by itself.'
}

function titleOf(refused: boolean, expired: boolean): string {
  if (expired) return 'This link has expired'
  return refused ? 'This link does not work' : 'The server cannot be reached'
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
  // An assessment's link has expired: only its organization can send it again, which the server says.
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
          Can’t find it? <Link to={routes.lostLink}>Ask for the link again</Link>.
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
            Contact: <WhomToAsk view={opening.drive.view} />
          </span>
        )}
      </SiteHeader>
      {opening ? <Welcome drive={opening.drive} isStale={isStale} /> : <WelcomeWait />}
      {opening && (
        <footer className="welcome-ask">
          <p>
            Contact: <WhomToAsk view={opening.drive.view} />
          </p>
        </footer>
      )}
    </>
  )
}

/** The browser's word on the network; before the test there is no better witness. */
function OnlineState() {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  const Icon = online ? Wifi : WifiOff
  return (
    <span className="connection-state" role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> {online ? 'Online' : 'Offline'}
    </span>
  )
}

/** The page's first words stand at once, where they will stay. */
function WelcomeWait() {
  return (
    <main className="welcome page-column" aria-busy="true">
      <header className="welcome-head">
        <p>{texts.welcomeTo}</p>
        <h1 className="is-waiting">your test</h1>
        <p role="status">Asking the server for the time and place…</p>
      </header>
    </main>
  )
}

/**
 * Whether the end of a begun test lies on this device and is still to be sent: its page does that, not this one. Whatever
 * else this device has of it goes to the server from here, also where the link was re-issued since.
 */
function useEndedHere(drive: OpenedDrive | null): boolean {
  const [isEnded, setEnded] = useState(false)
  useEffect(() => {
    if (!drive?.view.has_begun) return
    // If the server does not answer now, Continue asks it again.
    findTestOf(drive.token, drive.view).then(
      (held) => setEnded(held === 'ended'),
      () => setEnded(false),
    )
  }, [drive])
  return isEnded
}
