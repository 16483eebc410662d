import { findUserByEmail } from '#db/queries/accounts.ts'
import { insertUser } from '#db/queries/users.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import { beginOrganization } from '../services/organizationStart.ts'
import { readyStarterBank } from '../services/starterBank.ts'

/**
 * Makes an organization with one admin.
 * @returns the account's random password
 * @throws Error in words where the address is none or has an account already
 */
export async function createFirstAdmin(ctx: Context, email: string): Promise<string> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Error('Give an email address: npm run create-admin -- you@example.org')
  const key = email.trim().toLowerCase()
  if (await findUserByEmail(ctx.db.read, key)) throw new Error(`${email} has an account already.`)
  const password = ctx.random(12)
  const password_hash = await hashPassword(password)
  const bank = await readyStarterBank(ctx)
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    const name = key.split('@')[1] ?? 'Organization'
    const organization_id = await beginOrganization(ctx, tx, { name, isParamAi: false, bank }, now)
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
