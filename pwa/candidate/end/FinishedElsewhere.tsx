import type { DriveView } from '#contract/views/candidate.ts'
import { formatDateTime } from '../format.ts'
import { GonePage } from './GonePage.tsx'
import { lateLines } from './messages.ts'
import { forcedEnd } from './reasons.ts'

const endedWord = (reason: string | null): string => (forcedEnd(reason, null) ? 'was ended' : 'ended')

/** The end page in a browser that has nothing of the test: that it was finished, when, and whom to ask. */
export function FinishedElsewhere({
  view,
  invitation,
  isAsked,
}: {
  view: DriveView
  invitation: string | null
  /** Its start was asked for in this browser, and no answer came. */
  isAsked: boolean
}) {
  return (
    <GonePage
      drive={view.drive.name}
      contact={view}
      invitation={invitation}
      reason={view.end_reason}
      ended={
        view.finished_at === null
          ? ''
          : ` It ${endedWord(view.end_reason)} on ${formatDateTime(new Date(view.finished_at))}, your time.`
      }
      receiptCode={null}
      receiptFile={null}
      title="This test is finished"
      uncounted={lateLines(view)}
    >
      {view.drive.name}, to which {view.organization_name} invited you, is over, and nothing of it is in this
      browser.{' '}
      {isAsked
        ? 'This browser asked to start it. If no question ever appeared, tell the people named on this page: they can see it, and give you your time back.'
        : 'Nothing is left to do here. If it was taken in another browser, and that one was closed before everything was sent, open this link in it once more.'}
    </GonePage>
  )
}
