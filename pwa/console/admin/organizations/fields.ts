import type { z } from 'zod'
import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  type organizationBody,
  typedOrganizationForm,
  typedOrganizationFormWithoutDescription,
} from '#contract/forms/organization.ts'
import type { OrganizationView } from '#contract/views/account.ts'
import { type ComparedField, conflictRows } from '../../kit/form/Conflict.tsx'

/** The form's values; credits are kept as they are typed. */
export interface OrganizationFields {
  show_name: string
  description: string
  contact_number: string
  credits: string
  is_param_ai_allowed: boolean
  allow_coding: boolean
  allow_mcq: boolean
}

export const organizationValues = (o: OrganizationView): OrganizationFields => ({
  show_name: o.show_name ?? o.name,
  description: o.description ?? '',
  contact_number: o.contact_number ?? '',
  credits: String(o.credits),
  is_param_ai_allowed: o.is_param_ai_allowed,
  allow_coding: o.allow_coding,
  allow_mcq: o.allow_mcq,
})

/** The form's schema: an organization without a description can be changed without inventing one. */
export const schemaFor = (o: OrganizationView) =>
  o.description === null ? typedOrganizationFormWithoutDescription : typedOrganizationForm

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

const compared: readonly ComparedField<OrganizationFields>[] = [
  ['Organization Name', (one) => one.show_name],
  ['Description', (one) => one.description || '-'],
  ['Contacts', (one) => one.contact_number || '-'],
  ['Credits', (one) => one.credits],
  [consoleTexts.allowCoding, (one) => yesNo(one.allow_coding)],
  [consoleTexts.allowMcq, (one) => yesNo(one.allow_mcq)],
  [consoleTexts.paramAssessment, (one) => yesNo(one.is_param_ai_allowed)],
]

/** The fields changed here that differ from the stored ones now: name, own, other. */
export const organizationDifferences = (
  mine: OrganizationFields,
  theirs: OrganizationView,
  begun: OrganizationView,
) => conflictRows(compared, mine, organizationValues(theirs), organizationValues(begun))

/**
 * The body to send. The call takes all fields, so a field that was not changed here goes as it is stored by now, and
 * nobody else's change is undone.
 * @param typed the form's values, from which `given` was read
 * @param begun the organization that the form began with
 * @param standing the stored organization, as far as this page knows
 */
export function organizationPayload(
  given: z.output<ReturnType<typeof schemaFor>>,
  typed: OrganizationFields,
  begun: OrganizationView,
  standing: OrganizationView,
): z.input<typeof organizationBody> {
  const before = organizationValues(begun)
  const { version, credits: seen_credits } = standing
  const { description, ...rest } = organizationValues(standing)
  const stands = { ...rest, ...(description !== '' && { description }), credits: seen_credits }
  const changed = Object.fromEntries(
    Object.entries(given).filter(([name]) => {
      const field = name as keyof OrganizationFields
      return typed[field] !== before[field]
    }),
  )
  return { ...stands, ...changed, version, seen_credits }
}
