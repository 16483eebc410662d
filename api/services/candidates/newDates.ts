import type { Queries } from '#db/connect.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import { listInvited } from '#db/queries/candidates.ts'
import { queueMails } from '../../mail/queue.ts'

/** Sends a drive's new dates to all who know the old ones and have not begun, in the transaction that changes them. */
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

/** Tells all who were invited to a drive that has not ended of its deletion, in the transaction that deletes it. */
export async function tellCancelled(
  tx: Queries,
  drive: {
    id: number
    name: string
    organization_id: number
    is_assessment: boolean
    start_time: number
    end_time: number
  },
  now: number,
): Promise<void> {
  if (drive.end_time <= now) return
  const organization = await findOrganization(tx, drive.organization_id)
  const people = await listInvited(tx, drive.id)
  await queueMails(
    tx,
    people.map(({ ref, email }) => ({
      kind: 'cancelled' as const,
      to: email,
      organizationId: drive.organization_id,
      subjectRef: ref,
      data: {
        drive: drive.name,
        organization: organization?.show_name ?? organization?.name ?? '',
        startsAt: drive.is_assessment ? null : drive.start_time,
        driveId: drive.id,
      },
    })),
    now,
  )
}
