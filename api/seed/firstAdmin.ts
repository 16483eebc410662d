import { findUserByEmail } from '#db/queries/accounts.ts'
import { insertInstitute, insertOrganization, insertUser } from '#db/queries/authoring.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'

/**
 * Makes an organization with one admin.
 * @returns the account's random password
 * @throws Error in words where the address is none or has an account already
 */
export async function createFirstAdmin(ctx: Context, email: string): Promise<string> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Error('Give the e-mail address: npm run create-admin -- you@example.org')
  const key = email.trim().toLowerCase()
  if (await findUserByEmail(ctx.db.read, key)) throw new Error(`${email} has an account already.`)
  const password = ctx.random(12)
  const password_hash = await hashPassword(password)
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    const organization_id = await insertOrganization(tx, {
      name: key.split('@')[1] ?? 'Organization',
      credits: 100,
      created_at: now,
      updated_at: now,
    })
    await insertInstitute(tx, { organization_id, name: 'Main institute', created_at: now })
    await insertUser(tx, {
      organization_id,
      email: key,
      email_key: key,
      role: 'Admin',
      password_hash,
      invitation_accepted: true,
      created_at: now,
      updated_at: now,
    })
  })
  return password
}
