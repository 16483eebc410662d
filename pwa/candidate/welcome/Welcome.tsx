import { lazy, Suspense, useEffect } from 'react'
import { inviters } from '#contract/inviters.ts'
import { texts } from '#contract/texts.ts'
import type { OpenedDrive } from '../drive.ts'
import { WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { loadBefore } from './ahead.ts'
import { Countdown } from './Countdown.tsx'
import { DriveFacts } from './DriveFacts.tsx'
import { InsecureNotice } from './InsecureNotice.tsx'
import { OpenNow } from './OpenNow.tsx'
import { TakeOver } from './TakeOver.tsx'
import { UnderWay } from './UnderWay.tsx'
import { useContinue } from './useContinue.ts'
import { useCountdown } from './useCountdown.ts'
import './welcome.css'

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

function reason(waits: boolean, begun: boolean): string {
  if (waits) return 'Opens at zero.'
  return begun
    ? 'Your test has begun. It goes on where you left it, in full screen.'
    : 'Next come your details and the rules. Your time has not started yet.'
}

/** Continue, and beside it what happens or why it waits. */
function Onward({ drive, left }: { drive: OpenedDrive; left: number }) {
  const { go, busy, error, holder, takeOver, stay } = useContinue(drive)
  const begun = drive.view.has_begun
  const waits = left > 0 && !begun
  const why = reason(waits, begun)
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
            <Onward drive={drive} left={left} />
          </>
        ) : (
          <Over drive={drive} />
        )}
        <DriveFacts view={view} />
        <Stale isStale={isStale} />
      </div>
      {open && (
        <Suspense fallback={<div className="welcome-ready" />}>
          <Before drive={drive} isStale={isStale} />
        </Suspense>
      )}
    </main>
  )
}
