import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/http/queryOf.ts'
import type { Subject } from './useSubject.ts'

const READ_AGAIN_MS = 30_000

/**
 * Of how many candidates late work waits, and how many have any; nothing until it is known. Read anew wherever it is
 * shown, and while somebody looks: others decide too, and work comes in.
 */
export function useLateWork({ id }: Subject): { waiting: number; all: number } | undefined {
  const { data } = useQuery({
    ...queryOf('getLateCandidates', {
      params: { driveId: id },
      query: { limit: 1 },
    }),
    staleTime: 0,
    refetchInterval: READ_AGAIN_MS,
  })
  return data
}
