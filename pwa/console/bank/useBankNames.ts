import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../http/queryOf.ts'

interface Named {
  id: number
  name: string
}
const NONE: readonly Named[] = []
const namesOf = (list: readonly Named[] = NONE): readonly string[] => list.map((one) => one.name)

/** The tags and difficulties of the organization, by name. */
export function useBankNames(): { tags: readonly string[]; difficulties: readonly string[] } {
  const tags = useQuery(queryOf<{ tags: Named[] }>('getTags'))
  const difficulties = useQuery(queryOf<{ difficulties: Named[] }>('getDifficulties'))
  return {
    tags: useMemo(() => namesOf(tags.data?.tags), [tags.data]),
    difficulties: useMemo(() => namesOf(difficulties.data?.difficulties), [difficulties.data]),
  }
}
