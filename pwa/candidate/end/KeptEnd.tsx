import { CloudCheck } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { FinishedRecord } from '#pwa/local/forget.ts'
import { formatClock } from '../format.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Ask, NoReceipt, Receipt } from './Aside.tsx'
import { Forced } from './Forced.tsx'
import { OwnReportCard } from './OwnReportCard.tsx'
import { finishedWords } from './words.ts'

/** The end page of a test that has left this device: that all of it arrived, and the code that proves it. */
export function KeptEnd({ record, invitation }: { record: FinishedRecord; invitation: string | null }) {
  const { finished_at, deadline_at, acked_at } = record
  return (
    <>
      <PageHeader title={record.drive_name} />
      <main className="end page-column">
        <Forced reason={record.end_reason} contact={record} />
        <header className="end-head">
          <h1>{texts.thankYou}</h1>
          <p>
            {texts.testCompleted}
            {finishedWords(finished_at, deadline_at, record.end_reason)}
          </p>
        </header>
        <div className="end-main">
          <section className="safe card is-ok" aria-labelledby="safe">
            <div className="safe-head">
              <span className="safe-icon">
                <CloudCheck size={20} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <div>
                <h2 id="safe">Everything is on the server</h2>
                <p>
                  {acked_at !== null && `The last of it was saved at ${formatClock(acked_at)}. `}
                  Your answers and your code have been removed from this device.
                </p>
              </div>
            </div>
          </section>
        </div>
        <aside className="end-side">
          {record.receipt_code ? <Receipt code={record.receipt_code} complete /> : <NoReceipt />}
          <OwnReportCard invitation={invitation} />
          <Ask contact={record} />
        </aside>
      </main>
    </>
  )
}
