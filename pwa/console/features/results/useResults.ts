import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../http/queryOf.ts'
import type { Subject } from '../../subject/useSubject.ts'
import type { ResultPage } from '../../views.ts'

const WHILE_JUDGING_MS = 10_000

/** One page of results; read again while any of them is still being judged. */
export function useResults(subject: Subject, page: number, search: string) {
  return useQuery({
    ...queryOf<ResultPage>(...subject.results({ page, search })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some((row) => row.judging > 0) ? WHILE_JUDGING_MS : false,
  })
}
