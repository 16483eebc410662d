import { findUserByEmail } from '#db/queries/accounts.ts'
import { insertUser } from '#db/queries/users.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import { beginOrganization } from '../services/organizationStart.ts'
import { readyStarterBank } from '../services/starterBank.ts'

export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/**
 * Makes an organization with one admin.
 * @param email one that `isAddress` takes
 * @returns the account's random password
 * @throws Error in words where the address has an account already
 */
export async function createFirstAdmin(ctx: Context, email: string): Promise<string> {
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
