import type { z } from 'zod'
import { sortedRules } from '#contract/liftedRules.ts'
import type { candidateRow } from '#contract/views/admin.ts'
import type { Queries } from '#db/connect.ts'
import { type CandidateListRow, findCandidateRow } from '#db/queries/drives.ts'
import { type MailState, mailStateOf } from '#db/queries/mails.ts'
import { millisLeft } from '#machines/attempt/time.ts'
import { notFound } from '../../kit/errors.ts'
import { iso } from '../../kit/iso.ts'

type View = z.input<typeof candidateRow>

/** A candidate on a drive, as the list shows it. */
export function toCandidateRow(
  { candidate, attempt, device_name }: CandidateListRow,
  mail: MailState | null,
): View {
  const { deadline_at, paused_at } = attempt
  return {
    id: candidate.id,
    first_name: candidate.first_name,
    last_name: candidate.last_name,
    email: candidate.email,
    mobile_number: candidate.mobile_number,
    status: statusOf(attempt),
    token: attempt.ref,
    is_absent: attempt.started_at === null,
    is_revoked: attempt.revoked_at !== null,
    is_paused: paused_at !== null,
    time_factor: attempt.time_factor,
    lifted_rules: sortedRules(attempt.lifted_rules ?? []),
    minutes_granted: attempt.minutes_granted,
    deadline_at: iso(paused_at === null ? deadline_at : null),
    seconds_left:
      paused_at === null || deadline_at === null
        ? null
        : Math.ceil(millisLeft({ deadlineAt: deadline_at, pausedAt: paused_at }, paused_at) / 1_000),
    link_expires_at: iso(attempt.started_at === null ? attempt.link_expires_at : null),
    device_name,
    mail: mail && {
      status: mail.status,
      reason: mail.reason,
      recipient: mail.recipient,
      queued_at: new Date(mail.queued_at).toISOString(),
      sent_at: iso(mail.sent_at),
    },
  }
}

function statusOf(attempt: CandidateListRow['attempt']): View['status'] {
  if (attempt.finished_at !== null) return 'finished'
  if (attempt.started_at !== null) return 'running'
  if (attempt.profile_completed_at !== null) return 'detailed'
  return attempt.opened_at === null ? 'invited' : 'opened'
}

/** @throws DomainError not_found */
export async function candidateRowOf(q: Queries, ref: string, organizationId: number): Promise<View> {
  const row = await findCandidateRow(q, ref, organizationId)
  if (!row) throw notFound('The candidate')
  return toCandidateRow(row, await mailStateOf(q, 'invitation', ref))
}
