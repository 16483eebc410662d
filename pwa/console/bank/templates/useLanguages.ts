import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { languageView } from '#contract/views/candidate.ts'
import { queryOf } from '../../kit/http/queryOf.ts'

export type Language = z.infer<typeof languageView>

const NONE: readonly Language[] = []

/** The languages programs can be run in here; none while they are read. */
export function useLanguages(): readonly Language[] {
  const query = useQuery({ ...queryOf('getLanguages'), staleTime: 60_000 })
  return query.data ?? NONE
}
