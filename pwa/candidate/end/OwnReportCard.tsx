import { useEffect, useState } from 'react'
import type { DriveView } from '#contract/views/candidate.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { openDrive } from '../drive.ts'
import { formatDateTime } from '../format.ts'
import { Button } from '../ui/Button.tsx'
import { send } from '../way/way.ts'

/** As the server decides it: nobody who still takes the same test is told of it by the report. */
const readableFrom = ({ drive_end_time, deadline_at }: DriveView): Date =>
  new Date(Math.max(Date.parse(drive_end_time), Date.parse(deadline_at ?? drive_end_time)))

/** That the organization lets candidates see their report; nothing where it does not, or is not reached. */
export function OwnReportCard({ invitation }: { invitation: string | null }) {
  const [view, setView] = useState<DriveView | null>(null)
  const [token] = useState(() => invitation ?? readSession()?.authToken ?? null)
  useEffect(() => {
    if (token === null) return
    openDrive(token, true).then(
      (opened) => setView(opened.view),
      () => undefined,
    )
  }, [token])
  if (token === null || view === null || view.own_report === 'none') return null
  return (
    <section className="ask card" aria-labelledby="own-report">
      <h2 id="own-report">Your report</h2>
      {view.own_report === 'later' ? (
        <p>
          You may read how you did from {formatDateTime(readableFrom(view))} on, when{' '}
          {view.is_assessment ? 'the time of your test would be over' : 'the drive has ended for everybody'}:
          open the link of your invitation then.
        </p>
      ) : (
        <Button size="small" onClick={() => send({ type: 'READ_REPORT', token })}>
          Read your report
        </Button>
      )}
    </section>
  )
}
