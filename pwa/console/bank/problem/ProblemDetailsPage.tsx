import { Box, Button, IconButton, Stack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { plural } from '#contract/plural.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { useBack } from '#pwa/console/kit/list/useReturn.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/Skeletons.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { checkerLabels } from '../../kit/format/choiceLabels.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { usePackageDownload } from '../list/actions.ts'
import { StatementSection } from '../list/StatementSection.tsx'
import { UnrunLanguages } from '../list/UnrunLanguages.tsx'
import { useLanguages } from '../templates/useLanguages.ts'
import {
  AskedTable,
  JudgeSection,
  PackageFileList,
  ReferenceSection,
  TemplatesTable,
  TestsTable,
} from './DetailsSections.tsx'
import { formatJudging } from './judgingValues.ts'
import { TryDialog } from './try/TryDialog.tsx'
import { triedOf } from './try/tried.ts'
import { formatLimits, problemValues } from './values.ts'

/** All there is to know of one problem. */
export default function ProblemDetailsPage() {
  const { problemId = '' } = useParams()
  const [isTrying, setTrying] = useState(false)
  const query = useQuery(queryOf('getProblem', { params: { id: problemId } }))
  const problem = query.data?.problem
  usePageTitle(problem?.title ?? 'Problem')
  const back = useBack(urls.problems)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <>
      <PageHeader
        path={[{ name: 'Questions', to: urls.problems }]}
        title={problem?.title ?? 'Problem'}
        actions={
          problem && (
            <>
              <Button variant="outline" onClick={() => setTrying(true)}>
                <Eye aria-hidden />
                Try as a candidate
              </Button>
              <PackageButton id={problem.id} />
              <IconButton variant="outline" asChild>
                <Link to={urls.editProblem(problem.id)} aria-label={`Edit ${problem.title}`} title="Edit">
                  <Pencil aria-hidden />
                </Link>
              </IconButton>
            </>
          )
        }
      />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="72rem">
        {query.isError && !problem && (
          <Fault
            sentence="The problem could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && <SkeletonBlocks heights={['150px', '220px', '120px']} />}
        {problem && <Content problem={problem} />}
        <Button variant="outline" mt="6" onClick={back}>
          <ArrowLeft aria-hidden />
          Back
        </Button>
      </Box>
      {isTrying && problem && (
        <TryDialog
          problem={triedOf(problemValues(problem), problem)}
          draft={`try:${problem.id}`}
          onClose={() => setTrying(false)}
        />
      )}
    </>
  )
}

function PackageButton({ id }: { id: number }) {
  const { isPending, download } = usePackageDownload(id)
  return (
    <SteadyButton variant="outline" loading={isPending} loadingText="Download package" onClick={download}>
      <Download aria-hidden />
      Download package
    </SteadyButton>
  )
}

function Content({ problem }: { problem: BankProblemView }) {
  const { image_url, image_alt, tags } = problem
  const languages = useLanguages()
  return (
    <Stack gap="7">
      <UnrunLanguages problemIds={[problem.id]} isOne />
      <Facts
        width="132px"
        facts={[
          ['Asked', plural(problem.times_asked, 'time')],
          ['Difficulty', problem.difficulty],
          ['Tags', tags.join(', ') || '-'],
          ['Time', `${problem.time_in_minutes} minutes`],
          ['Submission Count', problem.submission_count],
          ['Marks', problem.marks],
          [
            'Checker',
            [checkerLabels[problem.checker], problem.tolerance, formatJudging(problem.judging)]
              .filter(Boolean)
              .join(', '),
          ],
          ['Limits', formatLimits(problem.limits, languages)],
          ['Version', problem.version],
        ]}
      />
      <StatementSection
        text={problem.description}
        pictures={problem.pictures}
        image={image_url}
        imageAlt={image_alt}
        otherwise={`Picture of ${problem.title}`}
      />
      <AskedTable problem={problem} />
      <TestsTable problem={problem} />
      <ReferenceSection problem={problem} languages={languages} />
      <JudgeSection problem={problem} languages={languages} />
      <TemplatesTable problem={problem} />
      <PackageFileList problem={problem} />
    </Stack>
  )
}
