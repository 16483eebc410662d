import { TriangleAlert } from 'lucide-react'
import { type Contact, WhomToAsk } from '../shell/WhomToAsk.tsx'
import { readEndCause } from '../stored.ts'
import { forcedEnd } from './reasons.ts'

/** Why the test ended by force, above all else. */
export function Forced({ reason, contact }: { reason: string | null; contact: Contact | undefined }) {
  const forced = forcedEnd(reason, readEndCause())
  if (!forced) return null
  return (
    <section className="forced" role="alert">
      <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2>Your test was ended: {forced.title}</h2>
        <p>
          {forced.words} What you had written until then is kept and counts.
          {contact && (
            <>
              {' '}
              If this was a mistake, ask <WhomToAsk view={contact} />.
            </>
          )}
        </p>
      </div>
    </section>
  )
}
