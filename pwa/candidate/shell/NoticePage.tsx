import type { ReactNode } from 'react'
import type { DriveView } from '#contract/views/candidate.ts'
import './page.css'
import { SiteHeader } from './SiteHeader.tsx'
import { WhomToAsk } from './WhomToAsk.tsx'

interface AloneProps {
  title: string
  /** The words on what happened, and what can be done. */
  children: ReactNode
  /** The way on. */
  actions?: ReactNode
  /** Something went wrong: it is read aloud. */
  alert?: boolean
  /** The drive, where it is known: it names whom to ask. */
  view?: DriveView
}

/** A page with one thing to say: what it is, what to do, whom to ask. */
export function NoticePage({ title, children, actions, alert = false, view }: AloneProps) {
  return (
    <>
      <SiteHeader title={view?.drive.name} />
      <main className="page-alone is-below-header">
        <div className="page-words" role={alert ? 'alert' : undefined}>
          <h1>{title}</h1>
          {children}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
        <p className="page-ask">
          {view ? (
            <>
              Contact: <WhomToAsk view={view} />
            </>
          ) : (
            'Questions? Reply to your invitation email.'
          )}
        </p>
      </main>
    </>
  )
}
