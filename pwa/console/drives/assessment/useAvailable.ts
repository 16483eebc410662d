import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { joinNames } from '#contract/names.ts'
import type { Sections } from '#machines/drive/policy.ts'
import { queryOf } from '../../kit/http/queryOf.ts'

/** How many there are to draw from with these tags, by section and level; null while that is not known. */
export function useAvailable(tags: readonly string[], allowed: Sections) {
  const query = { tag_list: joinNames(tags, ',') }
  const problems = useQuery({
    ...queryOf('getProblemCounts', { query }),
    enabled: allowed.allow_coding,
    placeholderData: keepPreviousData,
  })
  const mcqs = useQuery({
    ...queryOf('getMcqCounts', { query }),
    enabled: allowed.allow_mcq,
    placeholderData: keepPreviousData,
  })
  const [p, m] = [problems.data, mcqs.data]
  return {
    available: {
      problem_count_hash: p
        ? { easy: p.easy_problem_count, medium: p.medium_problem_count, hard: p.hard_problem_count }
        : null,
      mcq_count_hash: m
        ? { easy: m.easy_mcq_count, medium: m.medium_mcq_count, hard: m.hard_mcq_count }
        : null,
    },
    fault: problems.error ?? mcqs.error,
  }
}
