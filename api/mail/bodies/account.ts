import { type AccountTokenRow, findAccountTokenByRef, findUser } from '#db/queries/accounts.ts'
import type { MailData } from '../kinds.ts'
import {
  accountExistsLetter,
  emailChangedLetter,
  passwordResetLetter,
  signUpLetter,
  testLetter,
} from '../letters/account.ts'
import { mailboxOf } from '../letters/contact.ts'
import { pageLinks } from '../links.ts'
import { type Body, type BodySource, type Pointless, pointless } from './body.ts'
import { organizationContact, organizationMailName } from './contact.ts'

/** The sign-up link, of somebody new or of one who was invited into an organization. */
export async function signUpMailBody(source: BodySource): Promise<Body | Pointless> {
  const { ctx, base, mail } = source
  const found = await holdingLink(source, ['signup', 'invite'])
  if ('pointless' in found) return found
  const contact = await organizationContact(ctx, found.row.organization_id, mail.recipient)
  const letter = signUpLetter({
    organization: await organizationMailName(ctx, found.row.organization_id),
    contact,
    link: pageLinks.signUp(base, found.token, found.row.is_param_ai_allowed),
    expiresAt: found.row.expires_at,
  })
  return { letter, replyTo: mailboxOf(contact) }
}

/** The link to a new password; none for an account that was deactivated meanwhile. */
export async function passwordResetBody(source: BodySource): Promise<Body | Pointless> {
  const { ctx, base, mail } = source
  const found = await holdingLink(source, ['reset'])
  if ('pointless' in found) return found
  const user = found.row.user_id === null ? undefined : await findUser(ctx.db.read, found.row.user_id)
  if (!user?.is_active) return pointless('The account was deactivated before the email was sent.')
  const contact = await organizationContact(ctx, mail.organization_id, mail.recipient)
  const letter = passwordResetLetter({
    organization: await organizationMailName(ctx, mail.organization_id),
    contact,
    link: pageLinks.passwordReset(base, found.token),
    expiresAt: found.row.expires_at,
  })
  return { letter, replyTo: mailboxOf(contact) }
}

/** The link's row with its token, derived again; pointless where the link would not hold any more. */
async function holdingLink(
  { ctx, mail }: BodySource,
  kinds: readonly AccountTokenRow['kind'][],
): Promise<{ row: AccountTokenRow; token: string } | Pointless> {
  const row = await findAccountTokenByRef(ctx.db.read, mail.subject_ref)
  if (!row || !kinds.includes(row.kind)) return pointless('The link was withdrawn before the email was sent.')
  if (row.used_at !== null) return pointless('A newer link replaced it, or it had already been used.')
  if (ctx.now() >= row.expires_at) return pointless('The link had expired before the email was sent.')
  return { row, token: ctx.keys.accountToken(row.kind, mail.subject_ref) }
}

export async function emailChangedBody({ ctx, base, mail }: BodySource): Promise<Body> {
  const { from, to } = mail.data as MailData['email_changed']
  const contact = await organizationContact(ctx, mail.organization_id, mail.recipient)
  const letter = emailChangedLetter({
    organization: await organizationMailName(ctx, mail.organization_id),
    contact,
    from,
    to,
    loginLink: pageLinks.login(base),
  })
  return { letter, replyTo: mailboxOf(contact) }
}

/** For somebody who asked for a sign-up link and has an account. */
export async function accountExistsBody({ ctx, base, mail }: BodySource): Promise<Body> {
  const contact = await organizationContact(ctx, mail.organization_id, mail.recipient)
  const letter = accountExistsLetter({
    organization: await organizationMailName(ctx, mail.organization_id),
    contact,
    loginLink: pageLinks.login(base),
    resetLink: pageLinks.forgotPassword(base),
  })
  return { letter, replyTo: mailboxOf(contact) }
}

export async function testBody({ ctx, mail }: BodySource): Promise<Body> {
  const organization = await organizationMailName(ctx, mail.organization_id)
  const contact = await organizationContact(ctx, mail.organization_id, mail.recipient)
  return {
    letter: testLetter({ organization, contact, askedAt: mail.created_at }),
    replyTo: mailboxOf(contact),
  }
}
