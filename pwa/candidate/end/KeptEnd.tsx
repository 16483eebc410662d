import { useEffect, useState } from 'react'
import type { DriveView } from '#contract/views/candidate.ts'
import type { FinishedRecord } from '#pwa/attempt/db/finished.ts'
import { findFinished, readSession } from '#pwa/attempt/session/store.ts'
import { openDrive } from '../drive.ts'
import { formatClock } from '../format.ts'
import { GonePage } from './GonePage.tsx'
import { finishedMessage, type LateWork, lateLines } from './messages.ts'
import { refusedPictures } from './pictures.ts'
import { serverTitle } from './safety.ts'

/**
 * The end page of a test that has left this device: that all of it arrived, and the code that proves it. With the test its
 * link has gone, so that perhaps nobody here can ask whether it was opened again: the page says where the way back is.
 */
export function KeptEnd({
  record,
  invitation,
  late,
}: {
  record: FinishedRecord
  invitation: string | null
  late: LateWork
}) {
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
      uncounted={[...lateLines(late), ...refusedPictures(refused_pictures)]}
    >
      {acked_at !== null && `The last of it was saved at ${formatClock(acked_at)}. `}
      Your answers and your code have been removed from this device. The link in your invitation email tells
      whether any of it waits for a decision, and if the people who run this drive open the test again, it
      leads back into it.
    </GonePage>
  )
}

/**
 * The record this device keeps of a finished test that it has forgotten; undefined while it looks, null if there is
 * none.
 * @param wanted false while the test itself may still be here
 */
export function useKeptEnd(invitation: string | null, wanted: boolean): FinishedRecord | null | undefined {
  const [record, setRecord] = useState<FinishedRecord | null>()
  useEffect(() => {
    if (wanted) findFinished(invitation).then(setRecord, () => setRecord(null))
  }, [invitation, wanted])
  return record
}

/**
 * The finished test of a link, by the server's word: this device has nothing of it, or lost it to another. It is
 * undefined while the server is asked, and null if nobody can say that it was finished.
 * @param wanted false while the device may still have the test itself
 */
export function useFinishedDrive(invitation: string | null, wanted: boolean): DriveView | null | undefined {
  const [view, setView] = useState<DriveView | null>()
  useEffect(() => {
    if (!wanted) return
    const token = invitation ?? readSession()?.authToken ?? null
    if (token === null) return setView(null)
    openDrive(token, true).then(
      (drive) => setView(drive.view.is_finished ? drive.view : null),
      () => setView(null),
    )
  }, [invitation, wanted])
  return view
}
