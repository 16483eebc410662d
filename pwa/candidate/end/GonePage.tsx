import { CloudCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReceiptFile } from '#contract/receipt.ts'
import { texts } from '#contract/texts.ts'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { AskCard, NoReceipt, Receipt } from './Aside.tsx'
import { Forced } from './Forced.tsx'
import { savedCounts } from './messages.ts'
import { OwnReportCard } from './OwnReportCard.tsx'
import { NotCounted } from './Safe.tsx'

interface Props {
  drive: string
  contact: Parameters<typeof AskCard>[0]['contact']
  invitation: string | null
  /** Why the test was ended by force; null where it was not, or nobody here knows. */
  reason: string | null
  /** When it ended, as a sentence behind the first one. */
  ended: string
  receiptCode: string | null
  receiptFile: ReceiptFile | null
  title: string
  /** Work that did not count, a line each. */
  uncounted?: readonly string[]
  children: ReactNode
}

/** The end page of a test of which this device has nothing, or nothing any more. */
export function GonePage({
  drive,
  contact,
  invitation,
  reason,
  ended,
  receiptCode,
  receiptFile,
  title,
  uncounted = [],
  children,
}: Props) {
  return (
    <>
      <SiteHeader title={drive} />
      <main className="end page-column">
        <Forced reason={reason} contact={contact}>
          {/* Unsaved work has gone from here, and nobody here knows whether there was any. */}
          {savedCounts}
        </Forced>
        <header className="end-head">
          <h1>{texts.thankYou}</h1>
          <p>
            {texts.testCompleted}
            {ended}
          </p>
        </header>
        <div className="end-main">
          <section className="safe card is-ok" aria-labelledby="safe">
            <div className="safe-head">
              <span className="safe-icon">
                <CloudCheck size={20} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <div>
                <h2 id="safe">{title}</h2>
                <p>{children}</p>
              </div>
            </div>
          </section>
          <NotCounted lines={uncounted} />
        </div>
        <aside className="end-side">
          {receiptCode ? <Receipt code={receiptCode} file={receiptFile} complete /> : <NoReceipt />}
          <OwnReportCard invitation={invitation} />
          <AskCard contact={contact} />
        </aside>
      </main>
    </>
  )
}
