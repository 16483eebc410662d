import type { DriveView } from '#pwa/actors/views.ts'
import { formatDate } from '../format.ts'
import { GonePage } from './GonePage.tsx'

/** The end page in a browser that has nothing of the test: that it was finished, when, and whom to ask. */
export function FinishedElsewhere({ view, invitation }: { view: DriveView; invitation: string | null }) {
  return (
    <GonePage
      drive={view.drive.name}
      contact={view}
      invitation={invitation}
      reason={null}
      ended={
        view.finished_at === null ? '' : ` It ended on ${formatDate(new Date(view.finished_at))}, your time.`
      }
      receiptCode={null}
      title="This test is finished"
    >
      {view.drive.name}, to which {view.organization_name} invited you, was taken in another browser. Nothing
      is left to do here. If that browser was closed before everything was sent, open this link in it once
      more.
    </GonePage>
  )
}
