import type { Queries } from '#db/connect.ts'
import * as rows from '#db/queries/institutes.ts'
import { insertInstitute } from '#db/queries/institutes.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { audit } from './audit.ts'
import { requireVersion } from './requireVersion.ts'

/** The places an organization's drives are held at. */

export async function institutesOf(ctx: Context, actor: StaffActor) {
  const institutes = await rows.listInstitutes(ctx.db.read, actor.organizationId)
  return { institutes, total: institutes.length }
}

/** @throws DomainError conflict where another institute has the name, however its case is written */
async function refuseTaken(tx: Queries, organizationId: number, name: string, id: number | null) {
  const others = await rows.listOtherInstituteNames(tx, organizationId, id)
  if (others.some((other) => other.toLowerCase() === name.toLowerCase()))
    throw new DomainError('conflict', `There is already an institute ‘${name}’.`, {
      errors: { name: [`There is already an institute ‘${name}’.`] },
    })
}

/** @throws DomainError conflict */
export const addInstitute = (ctx: Context, actor: StaffActor, name: string) =>
  ctx.db.write(async (tx) => {
    const now = ctx.now()
    await refuseTaken(tx, actor.organizationId, name, null)
    const id = await insertInstitute(tx, { organization_id: actor.organizationId, name, created_at: now })
    await audit(tx, actor, { action: 'institute.create', subject: `institute ${id}`, after: { name } }, now)
    return { id, name }
  })

/** @throws DomainError not_found, conflict */
export const changeInstitute = (
  ctx: Context,
  actor: StaffActor,
  id: number,
  { name, was }: { name: string; was?: string | undefined },
) =>
  ctx.db.write(async (tx) => {
    const institute = await rows.findInstitute(tx, id, actor.organizationId)
    if (!institute) throw notFound('The institute')
    requireVersion(was, institute.name, 'institute', `It is now called ‘${institute.name}’.`)
    await refuseTaken(tx, actor.organizationId, name, id)
    await rows.renameInstitute(tx, id, name)
    await audit(
      tx,
      actor,
      {
        action: 'institute.update',
        subject: `institute ${id}`,
        before: { name: institute.name },
        after: { name },
      },
      ctx.now(),
    )
    return { id, name }
  })

/** @throws DomainError not_found */
export const removeInstitute = (ctx: Context, actor: StaffActor, id: number) =>
  ctx.db.write(async (tx) => {
    const institute = await rows.findInstitute(tx, id, actor.organizationId)
    if (!institute) throw notFound('The institute')
    const now = ctx.now()
    await rows.retireInstitute(tx, id, now)
    await audit(
      tx,
      actor,
      { action: 'institute.delete', subject: `institute ${id}`, before: { name: institute.name } },
      now,
    )
    return { id }
  })
