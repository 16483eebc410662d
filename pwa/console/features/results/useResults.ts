import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultSort } from '#contract/forms/results.ts'
import { queryOf } from '../../http/queryOf.ts'
import type { Subject } from '../../subject/useSubject.ts'
import type { ResultPage } from '../../views.ts'
import { rereadWhile } from './rereadWhile.ts'

/** One page of results; read again while any of them is still being judged. */
export function useResults(
  subject: Subject,
  of: { page: number; search: string; sort: ResultSort; shortlisted: boolean },
) {
  const { page, search, sort, shortlisted } = of
  const query = {
    page,
    search,
    ...(sort !== 'best' && { sort }),
    ...(shortlisted && { shortlisted }),
  }
  return useQuery({
    ...queryOf<ResultPage>(...subject.results(query)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => rereadWhile(state.data?.results.some((row) => row.judging > 0)),
  })
}
