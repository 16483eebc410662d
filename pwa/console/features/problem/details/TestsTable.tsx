import { chakra } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { CutText } from '#pwa/ui/CutText.tsx'
import type { Column } from '#pwa/ui/DataTable.tsx'
import type { ProblemView } from '../../../views.ts'
import { Section } from './Section.tsx'

const columns: readonly Column[] = [
  { name: 'No.', width: '64px' },
  { name: 'Id', width: '80px' },
  { name: 'Shown', width: '104px' },
  { name: 'Input' },
  { name: 'Output' },
  { name: 'Marks', width: '80px', isNumber: true },
]

/** Active tests, the hidden ones as well: staff reads this. */
export function TestsTable({ problem }: { problem: ProblemView }) {
  return (
    <Section
      name={consoleTexts.testCases}
      columns={columns}
      empty={consoleTexts.testCaseRequired}
      isEmpty={problem.test_cases.length === 0}
      minWidth="640px"
      isCards
    >
      {problem.test_cases.map((test, index) => {
        const no = index + 1
        const Kind = test.is_sample ? Eye : EyeOff
        return (
          <tr key={test.id}>
            <th scope="row" data-wrap>
              {no}
            </th>
            <td data-wrap data-label="Id">
              {test.id}
            </td>
            <td data-wrap data-label="Shown">
              <chakra.span display="inline-flex" alignItems="center" gap="1.5" color="fg.muted">
                <Kind size={14} aria-hidden />
                {test.is_sample ? 'Sample' : 'Hidden'}
              </chakra.span>
            </td>
            <td data-wrap data-label="Input">
              <CutText text={test.input} what={`input of test ${no}`} />
            </td>
            <td data-wrap data-label="Output">
              <CutText text={test.output} what={`output of test ${no}`} />
            </td>
            <td data-wrap data-number data-label="Marks">
              {test.marks}
            </td>
          </tr>
        )
      })}
    </Section>
  )
}
