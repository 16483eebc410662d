import type { Queries } from '#db/connect.ts'
import { insertInstitute } from '#db/queries/institutes.ts'
import { insertOrganization } from '#db/queries/organizations.ts'
import type { Context } from '../context.ts'
import { addStarterBank, type StarterBank } from './starterBank.ts'

/**
 * Makes an organization same as everyone begins it: one institute, both sections, the installation's first credits and a
 * copy of the starter bank.
 * @param bank made ready before the transaction
 */
export async function beginOrganization(
  ctx: Pick<Context, 'config'>,
  tx: Queries,
  given: { name: string; isParamAi: boolean; bank: StarterBank },
  now: number,
): Promise<number> {
  const id = await insertOrganization(tx, {
    name: given.name,
    show_name: given.name,
    credits: ctx.config.signupCredits,
    allow_coding: true,
    allow_mcq: true,
    is_param_ai_allowed: given.isParamAi,
    created_at: now,
    updated_at: now,
  })
  await insertInstitute(tx, { organization_id: id, name: 'Main institute', created_at: now })
  await addStarterBank(tx, id, given.bank, now)
  return id
}
