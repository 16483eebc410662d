import { Box, Heading, Text } from '@chakra-ui/react'
import type { AssessmentView } from '#contract/views/assessment.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { plainText } from '#pwa/ui/plainText.ts'

const columns: readonly Column[] = [
  { name: '#', width: '48px', isNumber: true },
  { name: 'Question' },
  { name: 'Type', width: '84px' },
  { name: 'Difficulty', width: '96px' },
]

/** The questions that were drawn. */
export function QuestionsTable({
  questions,
  willChange,
}: Pick<AssessmentView, 'questions'> & { willChange: boolean }) {
  return (
    <Box as="section" aria-labelledby="drawn">
      <Heading as="h2" id="drawn" textStyle="md" fontWeight="600" mb="2">
        Questions ({questions.length})
      </Heading>
      {willChange && (
        <Text role="status" textStyle="sm" color="fg.warning" mb="2">
          Counts or tags have changed: new questions will be drawn when you update.
        </Text>
      )}
      <Box borderWidth="1px" borderRadius="8px" overflow="hidden">
        <DataTable caption="Questions" columns={columns} density="card" minWidth="400px">
          {questions.map((row, index) => (
            <tr key={`${row.type} ${row.id}`} data-muted={willChange || undefined}>
              <td data-number>{index + 1}</td>
              <th scope="row" data-wrap>
                {row.type === 'MCQ' ? plainText(row.description) : row.description}
              </th>
              <td>{row.type}</td>
              <td>{row.difficulty}</td>
            </tr>
          ))}
        </DataTable>
      </Box>
    </Box>
  )
}
