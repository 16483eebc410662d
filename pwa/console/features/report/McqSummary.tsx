import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { McqReport } from '../../views.ts'
import { type Look, mcqLook } from './words.ts'

const columns: readonly Column[] = [
  { name: 'MCQs' },
  { name: 'Questions', width: '96px', isNumber: true },
  { name: 'Marks', width: '96px', isNumber: true },
]

interface Row {
  look: Look
  questions: number
  obtained: number
  marks: number
}

function rowsOf(mcqs: readonly McqReport[]): Row[] {
  const rows = new Map<string, Row>()
  for (const mcq of mcqs) {
    const look = mcqLook(mcq)
    const row = rows.get(look.word) ?? { look, questions: 0, obtained: 0, marks: 0 }
    rows.set(look.word, {
      look,
      questions: row.questions + 1,
      obtained: row.obtained + mcq.obtained_marks,
      marks: row.marks + mcq.marks,
    })
  }
  return [...rows.values()].toSorted((a, b) => b.questions - a.questions)
}

/** Of a test without problems: what stands beside the score. */
export function McqSummary({ mcqs }: { mcqs: readonly McqReport[] }) {
  return (
    <DataTable caption="MCQs in short" columns={columns} density="card">
      {rowsOf(mcqs).map(({ look: { icon, tone, word }, questions, obtained, marks }) => (
        <tr key={word}>
          <th scope="row">
            <StateBadge icon={icon} tone={tone} bare>
              {word}
            </StateBadge>
          </th>
          <td data-number>{questions}</td>
          <td data-number>
            <b>{obtained}</b>/{marks}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
