import './welcome.css'
import './countdown.css'
import { lazy, Suspense, useEffect } from 'react'
import { inviters } from '#contract/inviters.ts'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import type { OpenedDrive } from '../drive.ts'
import { formatDateTime } from '../format.ts'
import { WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { loadBefore } from './ahead.ts'
import { Countdown } from './Countdown.tsx'
import { cutWords, useCutTime } from './cutTime.ts'
import { DriveFacts } from './DriveFacts.tsx'
import { TakeOver } from './TakeOver.tsx'
import { UnderWay, useCountdown } from './UnderWay.tsx'
import { useContinue } from './useContinue.ts'

const Before = lazy(loadBefore)

/** The server sends it with the page, too (api/invitationHead.ts). */
function Heading({ drive: { view } }: { drive: OpenedDrive }) {
  return (
    <header className="welcome-head">
      <p>{texts.welcomeTo}</p>
      <h1>{view.drive.name}</h1>
      <p>{inviters(view)}</p>
    </header>
  )
}

function reason({ view }: OpenedDrive, waits: boolean, cut: number | null): string {
  if (waits) return 'Opens at zero.'
  return view.has_begun
    ? 'Your test has begun. It continues where you left it, in full screen.'
    : `Next come your details and the rules. ${cut === null ? 'Your time has not started yet.' : cutWords(view, cut)}`
}

interface OnwardProps {
  drive: OpenedDrive
  left: number
  cut: number | null
}

/** Continue, and beside it what happens or why it waits. */
function Onward({ drive, left, cut }: OnwardProps) {
  const { go, busy, error, holder, takeOver, stay } = useContinue(drive)
  const waits = left > 0 && !drive.view.has_begun
  const why = reason(drive, waits, cut)
  return (
    <div className="onward">
      <Button
        variant="primary"
        size="large"
        busy={busy}
        disabledReason={waits ? why : undefined}
        aria-describedby="onward-why"
        onClick={go}
      >
        {texts.continue}
      </Button>
      <p id="onward-why">{why}</p>
      {error && (
        <p className="onward-error" role="alert">
          <Glyph name="warn" /> {error}
        </p>
      )}
      {holder && <TakeOver holder={holder} busy={busy} onTake={takeOver} onStay={stay} />}
    </div>
  )
}

function Over({ drive: { view } }: { drive: OpenedDrive }) {
  return (
    <section className="test-over">
      <h2>{texts.testOver}</h2>
      <p>
        This drive is closed. If you think it should be open for you, ask <WhomToAsk view={view} />.
      </p>
    </section>
  )
}

/** While a person reads, the next pages come to this device. */
function useNextPages(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../details/DetailsPage.tsx').catch(() => undefined)
      import('../exam/TestPage.tsx').catch(() => undefined)
    }, 2_000)
    return () => clearTimeout(timer)
  }, [])
}

/** Quiet, and gone when it works again: the countdown goes on, only a change would not be heard of. */
function Stale({ isStale }: { isStale: boolean }) {
  return (
    <p className={isStale ? 'welcome-stale' : undefined} role="status">
      {isStale && (
        <>
          <Glyph name="warn" /> {texts.driveTimerFailed} The server does not answer; the dates are those it
          told last.
        </>
      )}
    </p>
  )
}

/** @param isStale what the server said last may have changed: it was asked again and did not answer */
export function Welcome({ drive, isStale }: { drive: OpenedDrive; isStale: boolean }) {
  const { view, clock } = drive
  const start = new Date(view.drive_start_time)
  const left = useCountdown(start.getTime(), clock)
  const cut = useCutTime(drive)
  const open = view.is_live || view.has_begun
  useNextPages()
  return (
    <main className="welcome page-column">
      <InsecureNotice />
      <Heading drive={drive} />
      <div className="welcome-when">
        {open ? (
          <>
            {view.has_begun ? (
              <UnderWay drive={drive} />
            ) : view.is_assessment ? (
              <OpenNow view={view} />
            ) : (
              <Countdown left={left} start={start} view={view} />
            )}
            <Onward drive={drive} left={left} cut={cut} />
          </>
        ) : (
          <Over drive={drive} />
        )}
        <DriveFacts view={view} cut={cut} />
        <Stale isStale={isStale} />
      </div>
      {open && (
        <Suspense fallback={<div className="welcome-ready" />}>
          <Before drive={drive} isStale={isStale} cut={cut} />
        </Suspense>
      )}
    </main>
  )
}

/** Over plain http on another machine's address the browser withholds the worker, the camera and full locks. */
function InsecureNotice() {
  if (window.isSecureContext) return null
  return (
    <p className="insecure" role="alert">
      <Glyph name="warn" size={16} />
      <span>
        <strong>This address is not secure</strong> ({location.origin}). The browser gives it no camera, and
        the page cannot start again without a network. Open the same link with https://, or ask whoever
        invited you for it.
      </span>
    </p>
  )
}

/** In the countdown's place, of an assessment: it waits for its candidate and not the other way round. */
function OpenNow({ view }: { view: DriveView }) {
  return (
    <section className="countdown" aria-label="Start of the test">
      <div className="countdown-head">
        <span>Begin when you are ready</span>
      </div>
      <p className="countdown-date">
        {view.link_expires_at ? (
          <>
            This link opens the test until <strong>{formatDateTime(new Date(view.link_expires_at))}</strong>{' '}
            your time.
          </>
        ) : (
          'Your time runs from the moment you began.'
        )}
      </p>
    </section>
  )
}
