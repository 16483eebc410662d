import { findOrganization } from '#db/queries/accounts.ts'
import type { Context } from '../context.ts'

/**
 * Credits after an edit, where invitations may have spent some since the editor read them: credits that were left alone
 * stay as they are now, not as they were then.
 * @param of.seen what the editor began with; where it is not told the given number counts
 * @returns null where both changed
 */
export function creditsAfter(of: {
  current: number
  seen: number | undefined
  given: number
}): number | null {
  const { current, seen, given } = of
  if (seen === undefined || seen === current || given === current) return given
  return given === seen ? current : null
}

/** How many invitations an organization can still send. */
export const creditsOf = async (ctx: Pick<Context, 'db'>, organizationId: number): Promise<number> =>
  (await findOrganization(ctx.db.read, organizationId))?.credits ?? 0
