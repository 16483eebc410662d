import { Box, chakra, SimpleGrid } from '@chakra-ui/react'
import { texts } from '#contract/texts.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { Statement } from '#pwa/ui/Statement.tsx'
import { dateOr } from '../../format/dates.ts'
import type { ProblemReport } from '../../views.ts'
import { Programs } from './Programs.tsx'
import { Section } from './Section.tsx'
import { TestTable } from './TestTable.tsx'
import { problemLook, verdictLook } from './words.ts'

export function ProblemSection({ problem, number }: { problem: ProblemReport; number: number }) {
  const look = problemLook(problem)
  const verdict = problem.verdict === null ? null : verdictLook(problem.verdict)
  const passed = problem.test_case_result.filter((test) => test.is_passed).length
  return (
    <Section
      id={`problem-${problem.problem_id}`}
      title={`${number}. ${problem.title}`}
      beside={problem.is_attempted && `${passed} of ${problem.test_case_result.length} tests passed`}
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
            ['Percentage', `${problem.percentage} %`],
            ['Submissions', `${problem.submissions_used} of ${problem.total_submissions} used`],
            ['Runs', problem.runs],
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
          <Statement text={problem.description} />
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
