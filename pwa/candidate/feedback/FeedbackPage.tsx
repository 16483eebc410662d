import { type FormEvent, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { endedByTime, savedOverWords, timeOverWords } from '../end/reasons.ts'
import { routes } from '../routes.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { stillHere } from '../test/modals/finishFacts.ts'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { TotalLight } from '../ui/SaveLight.tsx'
import { UnsavedBanner } from '../unsaved/WayOut.tsx'
import { readUnsent, writeUnsent } from '../unsent.ts'
import './feedback.css'
import { Smileys } from './Smileys.tsx'
import { useBackToTest } from './useBackToTest.ts'
import { useFinishedTest } from './useFinishedTest.ts'

const COMMENT_MAX = 5000

/** Feedback on a running test ends it: the specification counts that as a way to finish. */
async function send(actor: AttemptClient, rating: number | null, comment: string): Promise<void> {
  if (actor.getSnapshot().phase === 'running') await actor.finish('feedback')
  if (rating !== null || comment !== '') await actor.feedback(rating, comment)
}

function FeedbackForm({ actor }: { actor: AttemptClient }) {
  const navigate = useNavigate()
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
      await send(actor, rating, comment.trim())
      writeUnsent('feedback', actor.attemptId, null)
      navigate(routes.end, { replace: true })
    } catch (fault) {
      setBusy(false)
      setError(fault instanceof Error ? fault.message : String(fault))
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
          <Glyph name="warn" /> {error} <Link to={routes.end}>Go on without feedback</Link>
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

export default function FeedbackPage() {
  const test = useFinishedTest()
  useBackToTest(test.state === 'open' ? test.snapshot.phase : null)
  if (test.state === 'opening') return <PageWait />
  if (test.state === 'none') return <Navigate to={routes.end} replace />
  const snapshot = test.state === 'open' ? test.snapshot : null
  const phase = snapshot?.phase
  if (phase === 'loading') return <PageWait />
  // It is finished where it runs; a pause is nobody's time for feedback.
  if (phase === 'second_tab' || phase === 'paused') return <Navigate to={routes.test} replace />
  return (
    <>
      <PageHeader title={snapshot?.content?.view.drive.name}>
        {snapshot && <TotalLight total={snapshot.total} connection={snapshot.connection} />}
      </PageHeader>
      {test.state === 'open' && test.snapshot.storageFault !== null && <UnsavedBanner actor={test.actor} />}
      <main className="feedback">
        <h1 id="feedback">{texts.feedback}</h1>
        {snapshot && phase !== 'running' && endedByTime(snapshot) && (
          <p className="feedback-why" role="alert">
            {snapshot.storageFault === null ? timeOverWords : savedOverWords}
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
            <Glyph name="warn" /> {test.error} <Link to={routes.end}>Go on without feedback</Link>
          </p>
        )}
      </main>
    </>
  )
}
