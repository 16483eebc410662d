import type { z } from 'zod'
import type { resultReportMail } from '#contract/views/admin.ts'
import { listContactParts } from '#db/queries/driveParts.ts'
import { listReportMails } from '#db/queries/mails.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { toMailState } from '../../mail/state.ts'
import { requireDrive } from '../drives.ts'

/**
 * The state of the newest mail of a drive's results to each reader, so that its sender sees what became of it.
 * @throws DomainError not_found
 */
export async function reportMailsOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
): Promise<z.input<typeof resultReportMail>[]> {
  const drive = await requireDrive(ctx, actor, driveId)
  const q = ctx.db.read
  const contacts = (await listContactParts(q, drive.id)).filter((contact) => contact.is_active)
  const newest = new Map<number | string, z.input<typeof resultReportMail>>()
  for (const { id, user_id, ...state } of await listReportMails(q, drive.id)) {
    const reader = contacts.find((contact) =>
      user_id === null ? contact.email === state.recipient : contact.user_id === user_id,
    )
    const who = reader?.user_id ?? user_id ?? state.recipient
    if (!newest.has(who)) newest.set(who, { id, user_id: reader?.user_id ?? null, ...toMailState(state) })
  }
  return [...newest.values()]
}
