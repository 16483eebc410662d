import { chakra } from '@chakra-ui/react'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { ProblemReport } from '../../views.ts'
import { problemLook } from './words.ts'

const columns: readonly Column[] = [
  { name: 'Problem' },
  { name: 'Score', width: '116px' },
  { name: 'Tests', width: '56px', isNumber: true },
  { name: 'Language', width: '108px' },
  { name: 'Runs', width: '48px', isNumber: true },
  { name: 'Submits', width: '64px', isNumber: true },
  { name: 'Status', width: '154px' },
]

export function SummaryTable({ problems }: { problems: readonly ProblemReport[] }) {
  return (
    <DataTable caption="Problems in short" columns={columns} minWidth="690px" density="card" isCards>
      {problems.map((problem) => {
        const { icon, tone, word } = problemLook(problem)
        const passed = problem.test_case_result.filter((test) => test.is_passed).length
        return (
          <tr key={problem.problem_id}>
            <th scope="row" title={problem.title}>
              <chakra.a href={`#problem-${problem.problem_id}`} _hover={{ textDecoration: 'underline' }}>
                {problem.title}
              </chakra.a>
            </th>
            <td data-label="Score">
              <chakra.span display="inline-grid" gridTemplateColumns="54px 44px" alignItems="center">
                <chakra.span fontVariantNumeric="tabular-nums">
                  <b>{problem.obtained_score}</b>
                  <chakra.span color="fg.subtle">/{problem.total_score}</chakra.span>
                </chakra.span>
                <ScoreBar value={problem.obtained_score} total={problem.total_score} />
              </chakra.span>
            </td>
            <td data-number data-label="Tests">
              {problem.is_attempted ? `${passed}/${problem.test_case_result.length}` : '-'}
            </td>
            <td data-label="Language">{problem.language ?? '-'}</td>
            <td data-number data-label="Runs">
              {problem.runs}
            </td>
            <td data-number data-label="Submits">
              {problem.submissions_used}
            </td>
            <td data-label="Status">
              <StateBadge icon={icon} tone={tone} bare>
                {word}
              </StateBadge>
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}
