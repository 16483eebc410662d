import type { FinishedRecord } from '#pwa/attempt/db/finished.ts'
import { formatClock } from '../format.ts'
import { GonePage } from './GonePage.tsx'
import { finishedMessage } from './messages.ts'
import { refusedPictures } from './pictures.ts'
import { serverTitle } from './safety.ts'

/**
 * The end page of a test that has left this device: that all of it arrived, and the code that proves it. With the test its
 * link has gone, so that perhaps nobody here can ask whether it was opened again: the page says where the way back is.
 */
export function KeptEnd({ record, invitation }: { record: FinishedRecord; invitation: string | null }) {
  const { finished_at, ended_at, deadline_at, end_reason, acked_at, refused_pictures = 0 } = record
  return (
    <GonePage
      drive={record.drive_name}
      contact={record}
      invitation={invitation}
      reason={end_reason}
      ended={finishedMessage(finished_at, deadline_at, end_reason, ended_at)}
      receiptCode={record.receipt_code}
      receiptFile={record.receipt_file ?? null}
      title={serverTitle(refused_pictures)}
      uncounted={refusedPictures(refused_pictures)}
    >
      {acked_at !== null && `The last of it was saved at ${formatClock(acked_at)}. `}
      Your answers and your code have been removed from this device. If the people who run this drive open the
      test again, the link in your invitation mail leads back into it.
    </GonePage>
  )
}
