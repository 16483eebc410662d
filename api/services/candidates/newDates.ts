import type { Queries } from '#db/connect.ts'
import { listInvited } from '#db/queries/candidates.ts'
import { queueMails } from '../../mail/queue.ts'

/** Whoever was told the old dates of a drive and has not begun gets the new ones, in the transaction that changes them. */
export async function tellNewDates(
  tx: Queries,
  before: { id: number; organization_id: number; start_time: number; end_time: number },
  now: number,
): Promise<void> {
  const people = await listInvited(tx, before.id)
  await queueMails(
    tx,
    people.map(({ ref, email }) => ({
      kind: 'dates_changed' as const,
      to: email,
      organizationId: before.organization_id,
      subjectRef: ref,
      data: { startsAt: before.start_time, endsAt: before.end_time },
    })),
    now,
  )
}
