import type { CandidateRow } from '../../views.ts'

/** A revoked link has no end left, and no mail goes out of a test that is over. */
export function reissueWords({ email, is_revoked, status }: CandidateRow): string {
  if (!is_revoked)
    return status === 'running'
      ? `Replace ${email}'s link and mail the new one? The running test goes on sending once it is opened on the same device.`
      : `Replace ${email}'s link and mail the new one?`
  if (status === 'finished') return `Give ${email} a link again? Reopening the test mails it.`
  return `Mail ${email} a new link?`
}
