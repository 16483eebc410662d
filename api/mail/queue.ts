import type { Queries } from '#db/connect.ts'
import { insertMail, insertMails } from '#db/queries/mails.ts'
import type { MailData, MailKind } from './kinds.ts'

export interface NewMail<K extends MailKind> {
  kind: K
  /** The address, as it was given. */
  to: string
  /** Whose mail it is; null where there is no organization yet. */
  organizationId: number | null
  subjectRef: string
  data: MailData[K]
}

const rowOf = <K extends MailKind>(mail: NewMail<K>, now: number) => ({
  organization_id: mail.organizationId,
  kind: mail.kind,
  subject_ref: mail.subjectRef,
  data: mail.data,
  recipient: mail.to,
  status: 'queued' as const,
  not_before: now,
  created_at: now,
})

/**
 * Puts a mail into the queue, within the caller's transaction: with what it tells of it is kept, or not at all. The post
 * looks after the commit.
 * @returns the mail's id
 */
export const queueMail = <K extends MailKind>(tx: Queries, mail: NewMail<K>, now: number): Promise<number> =>
  insertMail(tx, rowOf(mail, now))

/** The same for many of one kind. */
export const queueMails = <K extends MailKind>(
  tx: Queries,
  mails: readonly NewMail<K>[],
  now: number,
): Promise<unknown> =>
  insertMails(
    tx,
    mails.map((mail) => rowOf(mail, now)),
  )
