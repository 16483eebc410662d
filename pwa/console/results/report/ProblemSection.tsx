import { Box, chakra, SimpleGrid } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { KEPT_OUTPUT } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { ProblemReport } from '#contract/views/admin.ts'
import { CutText } from '#pwa/ui/CutText.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { OutputDifference } from '#pwa/ui/OutputDifference.tsx'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { Statement } from '#pwa/ui/Statement.tsx'
import { dateOr } from '../../kit/format/dates.ts'
import { problemLook, testLook, testsOf, verdictLook } from './format.ts'
import { Programs } from './Programs.tsx'
import { Section } from './Section.tsx'

export function ProblemSection({ problem, number }: { problem: ProblemReport; number: number }) {
  const look = problemLook(problem)
  const verdict = problem.verdict === null ? null : verdictLook(problem.verdict)
  const tests = testsOf(problem)
  return (
    <Section
      id={`problem-${problem.problem_id}`}
      title={`${number}. ${problem.title}`}
      beside={tests && `${tests.join(' of ')} tests passed`}
    >
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6" px={{ base: '4', md: '6' }} pb="4">
        <Facts
          width="120px"
          facts={[
            [
              'Score',
              <chakra.span key="score" display="inline-flex" alignItems="center" gap="2">
                <b>{problem.obtained_score}</b> of {problem.total_score}
                <ScoreBar value={problem.obtained_score} total={problem.total_score} width="64px" />
              </chakra.span>,
            ],
            ['Percentage', `${problem.percentage}%`],
            ['Submissions', `${problem.submissions_used} of ${problem.total_submissions} used`],
            ['Server runs', problem.runs],
            ...(problem.asked_as === number
              ? []
              : ([['Asked as', `Problem ${problem.asked_as} in the candidate’s test`]] as const)),
          ]}
        />
        <Facts
          width="120px"
          facts={[
            ['Submission time', dateOr(problem.submission_time, texts.notAvailable)],
            [
              'Result',
              <StateBadge key="result" icon={look.icon} tone={look.tone} bare>
                {look.word}
              </StateBadge>,
            ],
            ['Language', problem.language ?? texts.notAvailable],
            [
              'In time',
              verdict ? (
                <StateBadge key="verdict" icon={verdict.icon} tone={verdict.tone} bare>
                  {verdict.word}
                </StateBadge>
              ) : (
                '-'
              ),
            ],
          ]}
        />
      </SimpleGrid>
      <chakra.details px={{ base: '4', md: '6' }} pb="4">
        <chakra.summary cursor="pointer" color="sea" textStyle="sm" width="fit-content">
          Problem statement
        </chakra.summary>
        <Box pt="3" maxW="46rem">
          <Statement text={problem.description} pictures={problem.pictures} />
          {problem.image_url && (
            <chakra.img
              src={problem.image_url}
              alt={problem.image_alt || `Diagram of ${problem.title}`}
              mt="3"
              maxH="320px"
            />
          )}
        </Box>
      </chakra.details>
      {problem.is_attempted && <TestTable problem={problem} />}
      <Programs problem={problem} />
    </Section>
  )
}

const columns: readonly Column[] = [
  { name: 'Test', width: '134px' },
  { name: 'Input' },
  { name: 'Expected Output' },
  { name: 'Program Output' },
  { name: 'Result', width: '132px' },
  { name: 'Time', width: '76px', isNumber: true },
  { name: 'Marks', width: '68px', isNumber: true },
]

function TestTable({ problem }: { problem: ProblemReport }) {
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
              {test.group !== null && (
                <chakra.span display="block" textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                  {test.group}
                </chakra.span>
              )}
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
              {test.judge_message && (
                <CutText text={test.judge_message} what={`words of the judge’s program about ${nth}`} />
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
