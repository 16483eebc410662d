import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../http/queryOf.ts'

/** The organization's credits; undefined until the server told them. */
export const useCredits = (): number | undefined =>
  useQuery(queryOf<{ credits: number }>('getRemainingCredits')).data?.credits
