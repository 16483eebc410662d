import { consoleTexts } from '#contract/consoleTexts.ts'
import type { OrganizationView } from '../../views.ts'

/** What the form holds: credits as they are typed. */
export interface OrganizationFields {
  show_name: string
  description: string
  contact_number: string
  credits: string
  is_param_ai_allowed: boolean
  allow_coding: boolean
  allow_mcq: boolean
}

export const formOf = (o: OrganizationView): OrganizationFields => ({
  show_name: o.show_name ?? o.name,
  description: o.description ?? '',
  contact_number: o.contact_number ?? '',
  credits: String(o.credits),
  is_param_ai_allowed: o.is_param_ai_allowed,
  allow_coding: o.allow_coding,
  allow_mcq: o.allow_mcq,
})

const labels: Record<keyof OrganizationFields, string> = {
  show_name: 'Organization Name',
  description: 'Description',
  contact_number: 'Contacts',
  credits: 'Credits',
  allow_coding: consoleTexts.allowCoding,
  allow_mcq: consoleTexts.allowMcq,
  is_param_ai_allowed: consoleTexts.paramAssessment,
}

const inWords = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || '-'

/** Where what is typed differs from what stands there now: name, own, other. */
export function differencesOf(
  mine: OrganizationFields,
  theirs: OrganizationView,
): [name: string, mine: string, theirs: string][] {
  const other = formOf(theirs)
  const names = Object.keys(labels) as (keyof OrganizationFields)[]
  return names
    .filter((name) => mine[name] !== other[name])
    .map((name) => [labels[name], inWords(mine[name]), inWords(other[name])])
}
