import { type MailRow, setMailRecipient } from '#db/queries/mails.ts'
import type { Context } from '../context.ts'
import { type Mailbox, readAddress, readMailbox } from './address.ts'
import { letterBody } from './bodies/bodies.ts'
import type { AttachReport } from './bodies/body.ts'
import { MailError } from './transport/transport.ts'

/**
 * Makes a mail's message from its row and hands it over.
 * @throws MailError; anything else is a fault of ours
 */
export async function sendMail(
  ctx: Context,
  mail: MailRow,
  how: { base: string; attachReport: AttachReport; signal: AbortSignal },
): Promise<void> {
  if (readAddress(mail.recipient) === null) throw noAddress()
  const body = await letterBody({ ctx, base: how.base, mail, attachReport: how.attachReport })
  if ('pointless' in body) throw new MailError('refused', body.pointless)
  const recipient = body.to ?? mail.recipient
  const to = readAddress(recipient)
  if (to === null) throw noAddress()
  // Before it is handed over: whatever the server answers, it answers about this address.
  if (recipient !== mail.recipient) await ctx.db.write((tx) => setMailRecipient(tx, mail, recipient))
  const from = senderOf(ctx)
  await ctx.mailTransport.send(
    {
      ...body.letter,
      messageId: messageId(ctx, mail, from),
      from,
      to,
      replyTo: body.replyTo,
      date: new Date(mail.created_at),
    },
    how.signal,
  )
}

const noAddress = (): MailError => new MailError('refused', 'This is not an email address.')

function senderOf({ config }: Context): Mailbox {
  const from = readMailbox(config.mailFrom)
  if (!from) throw new MailError('unreachable', `MAIL_FROM is no sender: ${config.mailFrom}`)
  return from
}

/** Made of the row alone, so that a mail that had to be sent again is known as the same one. */
function messageId(ctx: Context, mail: MailRow, from: Mailbox): string {
  const proof = ctx.keys.signature('mail', mail.id, mail.created_at).slice(0, 22)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return `<${mail.id}.${mail.created_at.toString(36)}.${proof}@${domain}>`
}
