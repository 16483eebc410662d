import type { z } from 'zod'
import type { mailHead, mailView } from '#contract/views/account.ts'
import { findUser } from '#db/queries/accounts.ts'
import { findMail, listMails, type MailRow, mailStateOf } from '#db/queries/mails.ts'
import type { StaffActor } from '../auth/actor.ts'
import { Buckets } from '../auth/limits.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { letterBody } from '../mail/bodies/bodies.ts'
import type { Letter } from '../mail/message.ts'
import { queueMail } from '../mail/queue.ts'
import { toMailState } from '../mail/state.ts'

/** The mails of a demonstration, which reach nobody's mailbox: read here instead. */

/** Whether mails can be read here: not where they go to a mail server, nor those of an installation that is no demo. */
export const hasMails = ({ config }: Pick<Context, 'config'>): boolean =>
  config.demo && config.smtpUrl === null

/** @throws DomainError not_found */
function requireMailbox(ctx: Context): void {
  if (!hasMails(ctx)) throw notFound('This page')
}

type Reader = Pick<StaffActor, 'organizationId' | 'userId'>

/** One page of the organization's mails, without colleagues' links to new passwords: those sign in as them. */
export async function mailsOf(
  ctx: Context,
  { organizationId, userId }: Reader,
  page: { offset: number; limit: number },
) {
  requireMailbox(ctx)
  const { rows, total } = await listMails(ctx.db.read, { organizationId, userId, ...page })
  const mails = await Promise.all(rows.map(async (row) => toHead(row, await letterOf(ctx, row))))
  return { mails, total }
}

/** One mail as its reader would see it now. */
export async function mailOf(ctx: Context, reader: Reader, id: number): Promise<z.input<typeof mailView>> {
  requireMailbox(ctx)
  const row = await findMail(ctx.db.read, id, reader)
  if (!row) throw notFound('The email')
  const letter = await letterOf(ctx, row)
  return {
    ...toHead(row, letter),
    text: letter.text,
    html: letter.html,
    attachments: letter.attachments.map(({ filename, contentType, content }) => ({
      filename,
      content_type: contentType,
      size: Buffer.byteLength(content),
    })),
  }
}

const toHead = (row: MailRow, letter: Letter): z.input<typeof mailHead> => ({
  id: row.id,
  kind: row.kind,
  subject: letter.subject,
  ...toMailState({
    status: row.status,
    reason: row.reason,
    recipient: row.recipient,
    queued_at: row.created_at,
    sent_at: row.sent_at,
  }),
})

/** The letter as it would be made now; of one whose point is over, the words for that. */
async function letterOf(ctx: Context, mail: MailRow): Promise<Letter> {
  const body = await letterBody({ ctx, base: ctx.base, mail, attachReport: async () => [] })
  if ('letter' in body) return body.letter
  const { instead } = body
  if (instead) return { ...instead, text: `${instead.text}\n`, html: '', attachments: [] }
  return {
    subject: `${mail.kind.replaceAll('_', ' ')}, no longer valid`,
    // A mail that did go out is told the same reason, less the words about its sending, because they do not hold.
    text:
      mail.status === 'sent'
        ? `This email can no longer be shown.\n${body.pointless.replace(' before the email was sent', '')}\n`
        : `This email is no longer needed, so it cannot be shown.\n${body.pointless}\n`,
    html: '',
    attachments: [],
  }
}

const testMails = new WeakMap<Context['db'], Buckets>()

/**
 * Sends a mail to oneself.
 * @throws DomainError too_many_requests
 */
export async function sendTestMail(ctx: Context, actor: StaffActor) {
  let limits = testMails.get(ctx.db)
  if (!limits) {
    limits = new Buckets(5, 1, ctx.now)
    testMails.set(ctx.db, limits)
  }
  const who = String(actor.userId)
  const wait = limits.wait(who)
  if (wait > 0)
    throw new DomainError('too_many_requests', `Too many test emails. Wait ${wait} seconds.`, {
      retryAfterSeconds: wait,
    })
  limits.take(who)
  await ctx.db.write(async (tx) => {
    const user = await findUser(tx, actor.userId)
    if (!user) throw notFound('The user')
    const to = { to: user.email, organizationId: user.organization_id, subjectRef: who, data: {} }
    await queueMail(tx, { kind: 'test', ...to }, ctx.now())
  })
  const mail = await testMailOf(ctx, actor)
  if (!mail) throw new Error('The mail that was queued is not there')
  return mail
}

/** The state of the newest mail to oneself; null if there was none. */
export async function testMailOf(ctx: Context, actor: StaffActor) {
  const state = await mailStateOf(ctx.db.read, 'test', String(actor.userId))
  return state === null ? null : toMailState(state)
}
