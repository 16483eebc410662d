import { countSuperAdmins } from '#db/queries/users.ts'
import type { Context } from '../context.ts'
import { pageLinks } from '../mail/links.ts'
import { makeAccountLink } from '../services/accountLinks.ts'

/**
 * A one-time link for the installation's first super admin, where none can sign in: other accounts may be there already, made
 * by a command or come with an import. It holds a day;
 * a new start makes a new one, which ends the one before.
 * @returns null where there is a super admin
 */
export async function firstAccountLink(ctx: Context): Promise<string | null> {
  const now = ctx.now()
  const ref = await ctx.db.write(async (tx) =>
    (await countSuperAdmins(tx)) > 0
      ? null
      : makeAccountLink(ctx, tx, { kind: 'first_account', email: null, organizationId: null }, now),
  )
  if (ref === null) return null
  return pageLinks.signUp(ctx.base, ctx.keys.accountToken('first_account', ref), false)
}
