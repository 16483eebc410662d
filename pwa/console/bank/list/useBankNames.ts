import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LEVELS } from '#machines/drive/draw.ts'
import { queryOf } from '../../kit/http/queryOf.ts'

interface Named {
  id: number
  name: string
}
const NONE: readonly Named[] = []
const namesOf = (list: readonly Named[] = NONE): readonly string[] => list.map((one) => one.name)

interface BankNames {
  tags: readonly string[]
  difficulties: readonly string[]
  /** Which difficulties there are is not known yet. */
  isLoading: boolean
}

/** The tags and difficulties of the organization, by name. */
export function useBankNames(): BankNames {
  const tags = useQuery(queryOf('getTags'))
  const difficulties = useQuery(queryOf('getDifficulties'))
  return {
    tags: useMemo(() => namesOf(tags.data?.tags), [tags.data]),
    difficulties: useMemo(() => namesOf(difficulties.data?.difficulties), [difficulties.data]),
    isLoading: difficulties.data === undefined,
  }
}

const drawn = new Intl.ListFormat('en-GB').format(LEVELS)

/** Said before somebody makes a difficulty of their own. */
export const newDifficulty = `Assessments only draw ${drawn}.`
