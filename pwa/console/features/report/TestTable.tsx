import { chakra } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { KEPT_OUTPUT } from '#contract/constants.ts'
import { CutText } from '#pwa/ui/CutText.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { OutputDifference } from '#pwa/ui/OutputDifference.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { ProblemReport } from '../../views.ts'
import { testLook } from './words.ts'

const columns: readonly Column[] = [
  { name: 'Test', width: '134px' },
  { name: 'Input' },
  { name: 'Expected Output' },
  { name: 'Program Output' },
  { name: 'Result', width: '132px' },
  { name: 'Time', width: '76px', isNumber: true },
  { name: 'Marks', width: '68px', isNumber: true },
]

export function TestTable({ problem }: { problem: ProblemReport }) {
  return (
    <DataTable caption={`Test cases of ${problem.title}`} columns={columns} minWidth="860px">
      {problem.test_case_result.map((test, index) => {
        const { icon, tone, word } = testLook(test)
        const nth = `test ${index + 1}`
        const Kind = test.is_sample ? Eye : EyeOff
        return (
          <tr key={test.id}>
            <td data-wrap>
              <chakra.span display="inline-flex" alignItems="center" gap="2">
                <chakra.span minW="5" color="fg.subtle">
                  {index + 1}
                </chakra.span>
                <Kind size={14} aria-hidden />
                {test.is_sample ? 'Sample' : 'Hidden'}
              </chakra.span>
            </td>
            <td data-wrap>
              <CutText text={test.input} what={`input of ${nth}`} />
            </td>
            <td data-wrap>
              <CutText text={test.expected_output} what={`expected output of ${nth}`} />
            </td>
            <td data-wrap>
              {test.actual_output === null ? (
                '-'
              ) : (
                <OutputDifference
                  actual={test.actual_output}
                  expected={test.is_passed ? null : test.expected_output}
                  what={`program output of ${nth}`}
                  keptTo={KEPT_OUTPUT}
                />
              )}
            </td>
            <td data-wrap>
              <StateBadge icon={icon} tone={tone} bare>
                {word}
              </StateBadge>
            </td>
            <td data-wrap data-number>
              {test.cpu_ms === null ? '-' : `${Math.round(test.cpu_ms)} ms`}
            </td>
            <td data-wrap data-number>
              {test.marks}
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}
