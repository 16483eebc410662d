import { findOrganization } from '#db/queries/accounts.ts'
import { listContacts } from '#db/queries/drives.ts'
import { listActiveUsers } from '#db/queries/users.ts'
import type { Context } from '../../context.ts'
import type { MailContact } from '../letters/contact.ts'

/** Whom this installation names for questions, as the candidate's pages do. */
export const supportContact = ({ config }: Context): MailContact => ({
  name: null,
  email: config.supportEmail,
  phone: config.supportPhone,
})

/** Whom to ask about a drive: the installation's support, else the drive's first contact, else the organization's number. */
export async function driveMailContact(
  ctx: Context,
  driveId: number,
  organizationId: number,
): Promise<MailContact> {
  const support = supportContact(ctx)
  if (support.email !== null || support.phone !== null) return support
  const [first] = await listContacts(ctx.db.read, driveId)
  if (first) return { name: `${first.first_name} ${first.last_name}`.trim(), email: first.email, phone: null }
  return numberOf(ctx, organizationId)
}

/** Whom staff can ask: the installation's support, else the organization's first admin beside the reader, else its number. */
export async function organizationContact(
  ctx: Context,
  organizationId: number | null,
  reader: string,
): Promise<MailContact> {
  const support = supportContact(ctx)
  if (support.email !== null || support.phone !== null || organizationId === null) return support
  const users = await listActiveUsers(ctx.db.read, organizationId)
  const [first] = users
    .filter(({ role, email_key }) => role === 'Admin' && email_key !== reader.toLowerCase())
    .toSorted((one, other) => one.id - other.id)
  if (first) return { name: `${first.first_name} ${first.last_name}`.trim(), email: first.email, phone: null }
  return numberOf(ctx, organizationId)
}

async function numberOf(ctx: Context, organizationId: number): Promise<MailContact> {
  const organization = await findOrganization(ctx.db.read, organizationId)
  return { name: null, email: null, phone: organization?.contact_number ?? null }
}

/** The name people see of an organization; null where there is none. */
export async function organizationMailName(ctx: Context, id: number | null): Promise<string | null> {
  const found = id === null ? undefined : await findOrganization(ctx.db.read, id)
  return found ? (found.show_name ?? found.name) : null
}
