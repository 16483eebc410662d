import { CloudCheck } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#pwa/actors/views.ts'
import { formatDate } from '../format.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Ask, NoReceipt } from './Aside.tsx'
import { OwnReportCard } from './OwnReportCard.tsx'

/** The end page in a browser that has nothing of the test: that it was finished, when, and whom to ask. */
export function FinishedElsewhere({ view, invitation }: { view: DriveView; invitation: string | null }) {
  const at = view.finished_at === null ? '' : ` on ${formatDate(new Date(view.finished_at))}`
  return (
    <>
      <PageHeader title={view.drive.name} />
      <main className="end page-column">
        <header className="end-head">
          <h1>{texts.thankYou}</h1>
          <p>
            {texts.testCompleted}
            {at && ` It ended${at}, your time.`}
          </p>
        </header>
        <div className="end-main">
          <section className="safe card is-ok" aria-labelledby="safe">
            <div className="safe-head">
              <span className="safe-icon">
                <CloudCheck size={20} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <div>
                <h2 id="safe">This test is finished</h2>
                <p>
                  {view.drive.name}, to which {view.organization_name} invited you, was taken in another
                  browser. Nothing is left to do here. If that browser was closed before everything was sent,
                  open this link in it once more.
                </p>
              </div>
            </div>
          </section>
        </div>
        <aside className="end-side">
          <NoReceipt />
          <OwnReportCard invitation={invitation} />
          <Ask contact={view} />
        </aside>
      </main>
    </>
  )
}
