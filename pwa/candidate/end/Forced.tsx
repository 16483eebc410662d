import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type SupportContact, WhomToAsk } from '../shell/WhomToAsk.tsx'
import { readEndCause } from '../stored.ts'
import { forcedEnd } from './reasons.ts'

interface Props {
  reason: string | null
  contact: SupportContact | undefined
  /** The fate of the work: no more than the rest of the page says of it. */
  children: ReactNode
}

/** Why the test ended by force, above all else. */
export function Forced({ reason, contact, children }: Props) {
  const forced = forcedEnd(reason, readEndCause())
  if (!forced) return null
  return (
    <section className="forced" role="alert">
      <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2>Your test was ended: {forced.title}</h2>
        <p>
          {forced.words} {children}
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
