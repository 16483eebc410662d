import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { AttemptClient, TestPhase } from '#pwa/attempt/api.ts'
import { endedByTime, savedOverMessage, timeOverMessage } from '../end/reasons.ts'
import { stillHere } from '../exam/modals/finishFacts.ts'
import { routes } from '../routes.ts'
import { PageWait } from '../shell/PageWait.tsx'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { TotalLightSign } from '../ui/SaveLight.tsx'
import { UnsavedBanner } from '../unsaved/WayOut.tsx'
import { readUnsent, writeUnsent } from '../unsent.ts'
import { Onward, send } from '../way/way.ts'
import './feedback.css'
import { Smileys } from './Smileys.tsx'
import { useFinishedTest } from './useFinishedTest.ts'

const COMMENT_MAX = 5000

/** Feedback on a running test ends it: the specification counts that as a way to finish. */
async function hand(actor: AttemptClient, rating: number | null, comment: string): Promise<void> {
  if (actor.getSnapshot().phase === 'running') await actor.finish('feedback')
  if (rating !== null || comment !== '') await actor.feedback(rating, comment)
}

function FeedbackForm({ actor }: { actor: AttemptClient }) {
  const [kept] = useState(() => readUnsent('feedback', actor.attemptId))
  const [rating, setRating] = useState(typeof kept.rating === 'number' ? kept.rating : null)
  const [comment, setComment] = useState(typeof kept.comment === 'string' ? kept.comment : '')
  const keep = (change: { rating?: number; comment?: string }) =>
    writeUnsent('feedback', actor.attemptId, { rating, comment, ...change })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      await hand(actor, rating, comment.trim())
      writeUnsent('feedback', actor.attemptId, null)
      send({ type: 'FEEDBACK_DONE' })
    } catch (error) {
      setBusy(false)
      setError(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form className="feedback-form card" onSubmit={onSubmit} aria-labelledby="feedback">
      <Smileys
        rating={rating}
        onRate={(value) => {
          setRating(value)
          keep({ rating: value })
        }}
      />
      <label className="feedback-comment">
        Comment
        <textarea
          rows={5}
          maxLength={COMMENT_MAX}
          value={comment}
          placeholder="What went well, what did not?"
          onChange={(event) => {
            setComment(event.target.value)
            keep({ comment: event.target.value })
          }}
        />
      </label>
      {error && (
        <p className="feedback-error" role="alert">
          <Glyph name="warn" /> {error} <Link to={routes.end}>Continue without feedback</Link>
        </p>
      )}
      <div className="feedback-onward">
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {texts.submit}
        </Button>
        <p>You may leave both empty; then nothing is sent.</p>
      </div>
    </form>
  )
}

/**
 * Back to a test that runs again: minutes were given that a device out of reach did not know of at zero. Its clock goes
 * on, so nobody is left here to notice it; whoever came here while it ran is led nowhere.
 */
function useBackToTest(phase: TestPhase | null): void {
  const wasOver = useRef(false)
  useEffect(() => {
    if (phase === 'locked' || phase === 'ended') wasOver.current = true
    if ((phase === 'running' || phase === 'paused') && wasOver.current) send({ type: 'REOPENED' })
  }, [phase])
}

export default function FeedbackPage() {
  const test = useFinishedTest()
  useBackToTest(test.state === 'open' ? test.snapshot.phase : null)
  if (test.state === 'opening') return <PageWait />
  if (test.state === 'none') return <Onward because={{ type: 'NO_TEST' }} />
  const snapshot = test.state === 'open' ? test.snapshot : null
  const phase = snapshot?.phase
  if (phase === 'loading') return <PageWait />
  // It is finished where it runs; a pause is nobody's time for feedback.
  if (phase === 'second_tab' || phase === 'paused') return <Onward because={{ type: 'STILL_RUNS' }} />
  return (
    <>
      <SiteHeader title={snapshot?.content?.view.drive.name}>
        {snapshot && <TotalLightSign total={snapshot.total} connection={snapshot.connection} />}
      </SiteHeader>
      {test.state === 'open' && test.snapshot.storageFault !== null && <UnsavedBanner actor={test.actor} />}
      <main className="feedback">
        <h1 id="feedback">{texts.feedback}</h1>
        {snapshot && phase !== 'running' && endedByTime(snapshot) && (
          <p className="feedback-why" role="alert">
            {snapshot.storageFault === null ? timeOverMessage : savedOverMessage}
          </p>
        )}
        {phase !== 'running' && <p>Your test is over. What you say here does not change your result.</p>}
        {snapshot && phase !== 'running' && snapshot.storageFault === null && stillHere(snapshot) && (
          <p className="feedback-running" role="status">
            {stillHere(snapshot)}
          </p>
        )}
        {phase === 'running' && (
          <p className="feedback-running" role="status">
            Your test still runs. <Link to={routes.test}>Go back to it</Link>, or finish it by submitting this
            form.
          </p>
        )}
        {test.state === 'open' && <FeedbackForm actor={test.actor} />}
        {test.state === 'failed' && (
          <p className="feedback-error" role="alert">
            <Glyph name="warn" /> {test.error} <Link to={routes.end}>Continue without feedback</Link>
          </p>
        )}
      </main>
    </>
  )
}
