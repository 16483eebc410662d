import type { MailStateView } from '#contract/views/account.ts'
import type { MailState } from '#db/queries/mails.ts'

/** A mail's state, as answers tell it. */
export const toMailState = ({ queued_at, sent_at, ...state }: MailState): MailStateView => ({
  ...state,
  queued_at: new Date(queued_at).toISOString(),
  sent_at: sent_at === null ? null : new Date(sent_at).toISOString(),
})
