import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultSort } from '#contract/forms/results.ts'
import type { Subject } from '../../drives/subject/useSubject.ts'

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
    ...subject.results(query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => rereadWhile(state.data?.results.some((row) => row.judging > 0)),
  })
}

const WHILE_JUDGING_MS = 10_000

/** How long until the table, and the figures above it, are read again: until the last verdict has come. */
export const rereadWhile = (isJudging: boolean | undefined): number | false =>
  isJudging === true && WHILE_JUDGING_MS
