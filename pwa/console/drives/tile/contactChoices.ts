import type { SelectOption } from '#pwa/ui/field/SelectField.tsx'

interface Person {
  id: number
  first_name: string
  last_name: string
  email: string
}

const personName = ({ first_name, last_name, email }: Omit<Person, 'id'>): string =>
  `${first_name} ${last_name}`.trim() || email

/** People by id, in words. */
export const formatPeople = (ids: readonly number[], known: readonly Person[]): string => {
  const names = new Map(known.map((one) => [one.id, personName(one)]))
  return (
    ids
      .map((id) => names.get(id) ?? `Person ${id}`)
      .toSorted()
      .join(', ') || '-'
  )
}

/**
 * Whom a drive's field of contacts offers, and whoever is chosen though they are none any more: unseen, a chosen one could
 * not be taken out.
 * @param active who can be a contact; undefined while that is not known
 * @param known people by name, also those who were switched off
 */
export function contactChoices(
  active: readonly Person[] | undefined,
  chosen: readonly number[],
  known: readonly Person[],
): SelectOption[] {
  if (active === undefined) return []
  const nameOf = (id: number): string => {
    const person = known.find((one) => one.id === id)
    return person ? personName(person) : `Person ${id}`
  }
  return [
    ...active.map((user) => ({ value: String(user.id), label: personName(user) })),
    ...chosen
      .filter((id) => !active.some((user) => user.id === id))
      .map((id) => ({ value: String(id), label: `${nameOf(id)} (inactive)` })),
  ]
}
