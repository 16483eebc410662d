import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../http/queryOf.ts'
import type { Subject } from './useSubject.ts'

/** Of how many candidates late work waits, and how many have any; nothing until it is known. */
export function useLateWork({ id }: Subject): { waiting: number; all: number } | undefined {
  const { data } = useQuery(
    queryOf<{ waiting: number; all: number }>('getLateCandidates', {
      params: { driveId: id },
      query: { limit: 1 },
    }),
  )
  return data
}
