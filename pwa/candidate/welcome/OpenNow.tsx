import type { DriveView } from '#contract/views/candidate.ts'
import { formatDateTime } from '../format.ts'
import './countdown.css'

/** In the countdown's place, of an assessment: it waits for its candidate and not the other way round. */
export function OpenNow({ view }: { view: DriveView }) {
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
