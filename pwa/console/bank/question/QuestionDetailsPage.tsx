import { Box, Button, IconButton, Stack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil } from 'lucide-react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { plural } from '#contract/plural.ts'
import { questionKindOf } from '#contract/questionKinds.ts'
import type { BankQuestionView } from '#contract/views/bank.ts'
import { useBack } from '#pwa/console/kit/list/useReturn.ts'
import type { Column } from '#pwa/ui/DataTable.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/Skeletons.tsx'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { OptionsTable } from '../list/OptionsTable.tsx'
import { StatementSection } from '../list/StatementSection.tsx'
import { TableSection } from '../list/TableSection.tsx'
import { kindFacts } from './kinds.ts'

/** All there is to know of one question. */
export default function QuestionDetailsPage() {
  const { questionId = '' } = useParams()
  const query = useQuery(queryOf('getQuestion', { params: { id: questionId } }))
  const question = query.data?.question
  usePageTitle('Question')
  const back = useBack(urls.bankTab('mcq'))
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <>
      <PageHeader
        path={[{ name: 'Questions', to: urls.bankTab('mcq') }]}
        title={question ? plainText(question.description) : 'Question'}
        actions={
          <>
            <IconButton variant="outline" aria-label="Back" title="Back" onClick={back}>
              <ArrowLeft aria-hidden />
            </IconButton>
            {question && (
              <IconButton variant="outline" asChild>
                <Link to={urls.editQuestion(question.id)} aria-label="Edit this question" title="Edit">
                  <Pencil aria-hidden />
                </Link>
              </IconButton>
            )}
          </>
        }
      />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="64rem">
        {query.isError && !question && (
          <Fault
            sentence="The question could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && <SkeletonBlocks heights={['140px', '100px', '180px']} />}
        {question && <Content question={question} />}
        <Button variant="outline" mt="6" onClick={back}>
          <ArrowLeft aria-hidden />
          Back
        </Button>
      </Box>
    </>
  )
}

const askedColumns: readonly Column[] = [{ name: 'Sr.no', width: '72px' }, { name: 'Asked In' }]
function Content({ question }: { question: BankQuestionView }) {
  const { image_url, image_alt, asked_in } = question
  return (
    <Stack gap="7">
      <Facts
        width="132px"
        facts={[
          ['Difficulty', question.difficulty],
          ['Marks', question.marks],
          ['Time Limit', `${question.time_in_seconds} seconds`],
          kindFacts[questionKindOf(question)],
          ['Asked', plural(question.times_asked, 'time')],
          ['Tags', question.tags.join(', ') || '-'],
        ]}
      />
      <StatementSection
        text={question.description}
        image={image_url}
        imageAlt={image_alt}
        otherwise="Diagram of the question"
      />
      <OptionsTable options={question.options} />
      <TableSection
        name="Asked In"
        columns={askedColumns}
        empty="Not used in any drive yet."
        isEmpty={asked_in.length === 0}
      >
        {asked_in.map(({ id, name, is_assessment }, index) => (
          <tr key={id}>
            <td>{index + 1}</td>
            <th scope="row" title={name}>
              {name}
              {is_assessment && ' (Assessment)'}
            </th>
          </tr>
        ))}
      </TableSection>
    </Stack>
  )
}
