import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/http/queryOf.ts'
import { urls } from '../../urls.ts'
import type { Subject } from './useSubject.ts'

/** The address of a candidate's report: an assessment's carries its uuid where a drive's carries the number. */
export function useReportAddress({ kind, id }: Subject): (row: { token: string }) => string {
  const { data } = useQuery({
    ...queryOf('getAssessment', { params: { id } }),
    enabled: kind === 'assessment',
  })
  return (row) => urls.report(data?.assessment.uuid ?? id, row.token)
}
