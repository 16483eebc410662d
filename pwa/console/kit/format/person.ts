export interface Person {
  id: number
  first_name: string
  last_name: string
  email: string
}

export const personName = ({ first_name, last_name, email }: Omit<Person, 'id'>): string =>
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
