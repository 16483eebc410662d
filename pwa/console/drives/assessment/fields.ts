import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { ChangedAssessmentBody, NewAssessmentBody } from '#contract/forms/assessment.ts'
import type { DriveSettings } from '#contract/forms/drive.ts'
import type { AssessmentView } from '#contract/views/assessment.ts'
import { type BothCounts, countErrors, isSameCount, LEVELS, type Level } from '#machines/drive/draw.ts'
import { plainSettings, settingsNumbers, type TypedSettings } from '#machines/drive/form.ts'
import type { Sections } from '#machines/drive/policy.ts'
import { withOwnChanges } from '#machines/forms/ownChanges.ts'
import { type ComparedField, conflictRows, partsIn } from '../../kit/form/Conflict.tsx'
import { settingsFields } from '../../kit/format/formatRules.ts'
import { formatPeople } from '../tile/contactChoices.ts'

/** The form of an assessment, as it is typed: counts are text until they are sent. */
export interface AssessmentFields {
  name: string
  description: string
  assessments_contacts_attributes: { user_id: number }[]
  tag_list: string[]
  problem_count_hash: Record<Level, string>
  mcq_count_hash: Record<Level, string>
  is_param: boolean
  settings: TypedSettings
}
export type CountField = 'problem_count_hash' | 'mcq_count_hash'

const none = { easy: '0', medium: '0', hard: '0' }

export const emptyForm: AssessmentFields = {
  name: '',
  description: '',
  assessments_contacts_attributes: [],
  tag_list: [],
  problem_count_hash: none,
  mcq_count_hash: none,
  is_param: false,
  settings: plainSettings,
}

const asText = (counts: Record<Level, number>): Record<Level, string> => ({
  easy: String(counts.easy),
  medium: String(counts.medium),
  hard: String(counts.hard),
})

/** The assessment as it stands. */
export const assessmentForm = (view: AssessmentView): AssessmentFields => ({
  name: view.name,
  description: view.description,
  assessments_contacts_attributes: view.assessments_contacts.map(({ user_id }) => ({ user_id })),
  tag_list: view.tag_list,
  problem_count_hash: asText(view.problem_count_hash),
  mcq_count_hash: asText(view.mcq_count_hash),
  is_param: view.is_param,
  settings: view.settings,
})

/** A new one that begins as this one stands; contacts who were switched off stay behind, and Param where it is not allowed. */
export function assessmentCopy(view: AssessmentView, isParamAllowed: boolean): AssessmentFields {
  const active = new Set(view.admin_users.filter((user) => user.is_active).map((user) => user.id))
  const form = assessmentForm(view)
  return {
    ...form,
    name: view.name + t.copySuffix,
    is_param: view.is_param && isParamAllowed,
    assessments_contacts_attributes: form.assessments_contacts_attributes.filter(({ user_id }) =>
      active.has(user_id),
    ),
  }
}

/** Text that is no number counts as 0: the schema says what is wrong with it. */
const number = (text: string): number => Number(text.trim() || 0) || 0
const counted = (counts: Record<Level, string>): Record<Level, number> => ({
  easy: number(counts.easy),
  medium: number(counts.medium),
  hard: number(counts.hard),
})

export const totalOf = (form: AssessmentFields, allowed: Sections): number => {
  const sum = (counts: Record<Level, string>) => LEVELS.reduce((all, level) => all + number(counts[level]), 0)
  return (
    (allowed.allow_coding ? sum(form.problem_count_hash) : 0) +
    (allowed.allow_mcq ? sum(form.mcq_count_hash) : 0)
  )
}

const ALL = Number.POSITIVE_INFINITY
const UNKNOWN = { easy: ALL, medium: ALL, hard: ALL }

const sortedJson = (list: readonly string[]): string => JSON.stringify(list.toSorted())

/** Whether saving what is typed would draw other questions than stand in it. */
export function isDrawnAnew(form: AssessmentFields, stored: AssessmentView, allowed: Sections): boolean {
  const isOther = (name: CountField) => !isSameCount(counted(form[name]), stored[name])
  return (
    (allowed.allow_coding && isOther('problem_count_hash')) ||
    (allowed.allow_mcq && isOther('mcq_count_hash')) ||
    sortedJson(form.tag_list) !== sortedJson(stored.tag_list)
  )
}

/** Facts that the form is judged by and its schema does not have. */
export interface Known {
  allowed: Sections
  /** The numbers there are to draw from; null while the server has not told, which judges then. */
  available: { [F in CountField]: BothCounts[F] | null }
  /** Somebody has begun: counts and tags are fixed. */
  isFixed: boolean
  /** Ids of people who can be contacts; null while they are not known. */
  active: ReadonlySet<number> | null
  /** As it stands on the server; null for a new one. */
  stored: AssessmentView | null
}

/** Said where an organization may use neither section. */
export const NOTHING_TO_ASK =
  'Neither problems nor MCQs are allowed in your organization, so an assessment has nothing to ask. A super admin can allow them.'

/** The errors of fields that have no place on the page or tell nothing there, a sentence a line. */
export function errorsElsewhere(
  errorOf: (name: string) => string | undefined,
  { allow_coding, allow_mcq }: Sections,
): string | undefined {
  const unseen = [
    ...([...settingsNumbers, 'results_retention_days'].some((name) => errorOf(`settings.${name}`))
      ? []
      : [['settings', 'Advanced']]),
    ...(allow_coding ? [] : [['problem_count_hash', 'Problems']]),
    ...(allow_mcq ? [] : [['mcq_count_hash', 'MCQs']]),
  ]
  const said = unseen.flatMap(([name = '', legend]) => {
    const error = errorOf(name)
    if (error === undefined) return []
    return error === NOTHING_TO_ASK ? [error] : [`${legend}: ${error}`]
  })
  return said.join('\n') || undefined
}

/** Errors beyond the schema: more than there is, nothing at all, nobody to ask. */
export function moreErrorsOf(form: AssessmentFields, known: Known): Record<string, string> {
  const { allowed, available, isFixed, active, stored } = known
  // Drawn questions stay, however the bank shrank since: only those drawn now must be there.
  const isDrawn = !isFixed && (stored === null || isDrawnAnew(form, stored, allowed))
  const errors: Record<string, string> = isDrawn
    ? countErrors(
        {
          problem_count_hash: counted(form.problem_count_hash),
          mcq_count_hash: counted(form.mcq_count_hash),
        },
        {
          problem_count_hash: available.problem_count_hash ?? UNKNOWN,
          mcq_count_hash: available.mcq_count_hash ?? UNKNOWN,
        },
        allowed,
      )
    : {}
  if (isDrawn && !allowed.allow_coding && !allowed.allow_mcq) errors.mcq_count_hash = NOTHING_TO_ASK
  const ids = contactIds(form)
  if (stored && active && ids.length > 0 && !ids.some((id) => active.has(id)))
    errors.assessments_contacts_attributes = t.selectActiveUser
  return errors
}

/**
 * The body to send: only what differs from the assessment the form was begun with, so that nobody else's change is
 * written over, and what nobody here changed draws no other questions.
 */
export function payloadOf(parsed: NewAssessmentBody, base: AssessmentView): ChangedAssessmentBody {
  const { name, description, is_param, tag_list, problem_count_hash, mcq_count_hash } = parsed
  const settings = Object.fromEntries(
    Object.entries(parsed.settings ?? {}).filter(
      ([field, value]) => value !== base.settings[field as keyof DriveSettings],
    ),
  )
  const chosen = parsed.assessments_contacts_attributes.map(({ user_id }) => user_id)
  const present = base.assessments_contacts
  const contacts = [
    ...present
      .filter(({ user_id }) => !chosen.includes(user_id))
      .map(({ id, user_id }) => ({ id, user_id, _destroy: true })),
    ...chosen
      .filter((user_id) => !present.some((one) => one.user_id === user_id))
      .map((user_id) => ({ user_id })),
  ]
  return {
    ...(name !== base.name && { name }),
    ...(description !== base.description && { description }),
    ...(is_param !== base.is_param && { is_param }),
    ...(sortedJson(tag_list) !== sortedJson(base.tag_list) && { tag_list }),
    ...(!isSameCount(problem_count_hash, base.problem_count_hash) && { problem_count_hash }),
    ...(!isSameCount(mcq_count_hash, base.mcq_count_hash) && { mcq_count_hash }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(contacts.length > 0 && { assessments_contacts_attributes: contacts }),
    version: base.version,
  }
}

const contactIds = (form: AssessmentFields): number[] =>
  form.assessments_contacts_attributes.map(({ user_id }) => user_id)

const formatCounts = (counts: Record<Level, string>): string =>
  LEVELS.map((level) => `${level} ${counts[level]}`).join(', ')

const fieldsIn = (people: Parameters<typeof formatPeople>[1]): readonly ComparedField<AssessmentFields>[] => [
  ['Title', (one) => one.name],
  ['Description', (one) => one.description],
  ['Contacts', (one) => formatPeople(contactIds(one), people)],
  ['Tags', (one) => one.tag_list.toSorted().join(', ') || '-'],
  ['Problems', (one) => formatCounts(one.problem_count_hash)],
  ['MCQs', (one) => formatCounts(one.mcq_count_hash)],
  ...partsIn(settingsFields, (one: AssessmentFields) => one.settings),
  [t.paramAssessment, (one) => (one.is_param ? 'Yes' : 'No')],
]

/** The state to go on from after somebody else saved meanwhile: theirs, with one's own changes that do not contradict it. */
export const assessmentOnTheirs = (
  mine: AssessmentFields,
  before: AssessmentFields,
  theirs: AssessmentFields,
): AssessmentFields => ({
  ...withOwnChanges(
    { before, mine, theirs },
    { plain: (form) => ({ ...form, tag_list: form.tag_list.toSorted() }) },
  ),
  settings: withOwnChanges({ before: before.settings, mine: mine.settings, theirs: theirs.settings }),
})

/** The fields changed here that differ from what somebody else saved. */
export const assessmentDifferences = (
  mine: AssessmentFields,
  theirs: AssessmentFields,
  before: AssessmentFields | null,
  people: Parameters<typeof formatPeople>[1],
): [name: string, mine: string, theirs: string][] => conflictRows(fieldsIn(people), mine, theirs, before)
