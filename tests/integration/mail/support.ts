import type { MailKind } from '#api/mail/kinds.ts'
import { queueMail } from '#api/mail/queue.ts'
import { type MailState, mailStateOf } from '#db/queries/mails.ts'
import { type Invited, type Organization, type TestApp, waitFor } from '../../factories/index.ts'

/** Queues a candidate's invitation and wakes the post, as the calls of the console will. */
export async function inviteByMail(
  app: TestApp,
  org: Organization,
  who: Invited,
  how: { timeZone?: string; to?: string } = {},
): Promise<void> {
  await app.ctx.db.write((tx) =>
    queueMail(
      tx,
      {
        kind: 'invitation',
        to: how.to ?? who.email,
        organizationId: org.id,
        subjectRef: who.ref,
        data: how.timeZone ? { timeZone: how.timeZone } : {},
      },
      app.ctx.now(),
    ),
  )
  app.ctx.mail.wake()
}

/** Waits until the newest mail about a subject is as asked, and answers its state. */
export const mailThatIs = (
  app: TestApp,
  kind: MailKind,
  subject: string,
  fits: (state: MailState) => boolean,
): Promise<MailState> =>
  waitFor(`the mail ${kind}`, async () => {
    const state = await mailStateOf(app.ctx.db.read, kind, subject)
    return state && fits(state) && state
  })

export const isSent = ({ status }: MailState): boolean => status === 'sent'
export const isRefused = ({ status }: MailState): boolean => status === 'refused'
export const isPutOff = ({ status, reason }: MailState): boolean => status === 'queued' && reason !== null
