import { chakra } from '@chakra-ui/react'
import type { McqReport, ProblemReport } from '#contract/views/admin.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { type Look, mcqLook, problemLook, testsOf } from './format.ts'

const problemColumns: readonly Column[] = [
  { name: 'Problem' },
  { name: 'Score', width: '116px' },
  { name: 'Tests', width: '56px', isNumber: true },
  { name: 'Language', width: '108px' },
  { name: 'Server runs', width: '88px', isNumber: true },
  { name: 'Submits', width: '64px', isNumber: true },
  { name: 'Status', width: '154px' },
]

export function SummaryTable({ problems }: { problems: readonly ProblemReport[] }) {
  return (
    <DataTable caption="Problem summary" columns={problemColumns} minWidth="690px" density="card" isCards>
      {problems.map((problem) => {
        const { icon, tone, word } = problemLook(problem)
        return (
          <tr key={problem.problem_id}>
            <th scope="row" data-whole>
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
              {testsOf(problem)?.join('/') ?? '-'}
            </td>
            <td data-label="Language" data-whole>
              {problem.language ?? '-'}
            </td>
            <td data-number data-label="Server runs">
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

const mcqColumns: readonly Column[] = [
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

/** The table beside the score of a test without problems. */
export function McqSummary({ mcqs }: { mcqs: readonly McqReport[] }) {
  return (
    <DataTable caption="MCQ summary" columns={mcqColumns} density="card">
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
