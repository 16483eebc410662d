import type { SessionView } from '#contract/views/account.ts'

/** The fields that people change in their own profile. */
export interface ProfileFields {
  first_name: string
  last_name: string
  email: string
  mobile_number: string
}

const names = ['first_name', 'last_name', 'email', 'mobile_number'] as const

export const profileFields = (user: SessionView): ProfileFields => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  mobile_number: user.mobile_number ?? '',
})

/**
 * A draft on what stands there now: what was not edited in it is as it stands, or a change made on another device would be
 * undone.
 * @param begun what the draft began with
 */
export function onStanding(
  draft: ProfileFields,
  begun: ProfileFields,
  standing: ProfileFields,
): ProfileFields {
  const merged = { ...standing }
  for (const name of names) if (draft[name] !== begun[name]) merged[name] = draft[name]
  return merged
}

/** The fields to send: those that were edited, as they were read. */
export const changesOf = (
  given: ProfileFields,
  typed: ProfileFields,
  begun: ProfileFields,
): Partial<ProfileFields> =>
  Object.fromEntries(names.filter((name) => typed[name] !== begun[name]).map((name) => [name, given[name]]))
