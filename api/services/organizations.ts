import type { z } from 'zod'
import type { organizationBody } from '#contract/forms/organization.ts'
import type { OrganizationCard, OrganizationView } from '#contract/views/account.ts'
import type { Queries } from '#db/connect.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import { listOrganizations, type OrganizationCounts, updateOrganization } from '#db/queries/organizations.ts'
import { findOwner } from '#db/queries/users.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { audit } from './audit.ts'
import { changedFields } from './changes.ts'
import { creditsAfter } from './credits.ts'
import { savedBy } from './requireVersion.ts'
import { applySections } from './sections.ts'

const toCard = (row: OrganizationCounts): OrganizationCard => ({
  id: row.id,
  name: row.name,
  show_name: row.show_name,
  description: row.description,
  credits: row.credits,
  total_drives: row.drives,
  total_drives_candidates: row.drive_candidates,
  attended_drives_candidates: row.drive_attended,
  unattended_drives_candidates: Math.max(0, row.drive_candidates - row.drive_attended),
  total_assessments: row.assessments,
  total_assessments_candidates: row.assessment_candidates,
  attended_assessments_candidates: row.assessment_attended,
  unattended_assessments_candidates: Math.max(0, row.assessment_candidates - row.assessment_attended),
})

/** One page of all organizations with their counts. */
export async function organizationCards(
  ctx: Context,
  query: { offset: number; limit: number; search: string },
) {
  const { rows, total } = await listOrganizations(ctx.db.read, query)
  return {
    organizations: rows.map(toCard),
    total_organizations: total,
    pages: Math.ceil(total / query.limit),
  }
}

/** @throws DomainError not_found */
export async function organizationOf(q: Queries, id: number): Promise<OrganizationView> {
  const row = await findOrganization(q, id)
  if (!row) throw notFound('The organization')
  const owner = await findOwner(q, id)
  return {
    id: row.id,
    name: row.name,
    show_name: row.show_name,
    description: row.description,
    contact_number: row.contact_number,
    credits: row.credits,
    is_param_ai_allowed: row.is_param_ai_allowed,
    allow_coding: row.allow_coding,
    allow_mcq: row.allow_mcq,
    user_name: owner ? [owner.first_name, owner.last_name].filter(Boolean).join(' ') || null : null,
    user_email: owner?.email ?? null,
    user_contact: owner?.mobile_number ?? null,
    version: row.version,
  }
}

/** As the form is filled: sent back unchanged, what stands in its fields is no change. */
const filledOf = (view: OrganizationView) => ({
  show_name: view.show_name ?? view.name,
  description: view.description,
  contact_number: view.contact_number ?? '',
  credits: view.credits,
  is_param_ai_allowed: view.is_param_ai_allowed,
  allow_coding: view.allow_coding,
  allow_mcq: view.allow_mcq,
})

/**
 * Changes an organization. If somebody else changed it since the editor read it, nothing is changed, and the refusal
 * carries both states: {current, yours}.
 * @throws DomainError not_found, conflict
 */
export async function changeOrganization(
  ctx: Context,
  actor: StaffActor,
  id: number,
  given: z.output<typeof organizationBody>,
): Promise<OrganizationView> {
  const { version, seen_credits, ...fields } = given
  const now = ctx.now()
  return ctx.db.write(async (tx) => {
    const current = await organizationOf(tx, id)
    const credits = creditsAfter({ current: current.credits, seen: seen_credits, given: fields.credits })
    const { before, after } = changedFields(filledOf(current), {
      ...fields,
      credits: credits ?? fields.credits,
    })
    if (Object.keys(after).length === 0) return current
    if (credits === null || (version !== undefined && version !== current.version))
      throw new DomainError('conflict', 'Someone else changed this organization in the meantime.', {
        details: {
          current,
          yours: fields,
          ...(await savedBy(tx, 'organization', { id, organization_id: id })),
        },
      })
    await updateOrganization(tx, id, { ...after, updated_at: now })
    await applySections(tx, { id, ...fields }, now)
    const change = { action: 'organization.update', subject: `organization ${id}`, before, after }
    // It stands in the organization's own log, so that its admins see it as well.
    await audit(tx, { ...actor, organizationId: id }, change, now)
    return organizationOf(tx, id)
  })
}
