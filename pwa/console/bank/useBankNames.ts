import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../http/queryOf.ts'

interface Named {
  id: number
  name: string
}
const NONE: readonly string[] = []

/** The tags and difficulties of the organization, by name. */
export function useBankNames(): { tags: readonly string[]; difficulties: readonly string[] } {
  const tags = useQuery(queryOf<{ tags: Named[] }>('getTags'))
  const difficulties = useQuery(queryOf<{ difficulties: Named[] }>('getDifficulties'))
  return {
    tags: tags.data?.tags.map((one) => one.name) ?? NONE,
    difficulties: difficulties.data?.difficulties.map((one) => one.name) ?? NONE,
  }
}
