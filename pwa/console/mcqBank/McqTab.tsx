import { Box, Button, Skeleton, Stack } from '@chakra-ui/react'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/useAfter.ts'
import { BankToolbar } from '../bank/BankToolbar.tsx'
import { useBankAddress } from '../bank/useBankAddress.ts'
import { timestamp, useFileDownload } from '../download/useFileDownload.ts'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { ListEnd } from '../list/ListEnd.tsx'
import { useInfiniteList } from '../list/useInfiniteList.ts'
import { urls } from '../urls.ts'
import type { QuestionCard as Question } from '../views.ts'
import { QuestionCard } from './QuestionCard.tsx'

/** The bank's MCQs, newest first, 15 at a time. */
export default function McqTab() {
  const address = useBankAddress()
  const [isImporting, setImporting] = useState(false)
  const download = useFileDownload()
  const { query, rows, total } = useInfiniteList<{ questions: Question[]; total: number }, Question>({
    call: 'getAdminQuestions',
    query: address.query,
    rows: (page) => page.questions,
    total: (page) => page.total,
  })
  const isEmpty = query.isSuccess && rows.length === 0
  const save = () =>
    download.mutate({ call: 'getQuestionsCsv', query: address.query, name: `mcq-list_${timestamp()}.csv` })
  return (
    <>
      <BankToolbar
        noun="MCQ"
        total={total}
        address={address}
        actions={
          <>
            <Button variant="outline" onClick={() => setImporting(true)}>
              <Upload aria-hidden />
              {consoleTexts.importMcq}
            </Button>
            <Button
              variant="outline"
              loading={download.isPending}
              loadingText="Download"
              disabled={total === 0}
              onClick={save}
            >
              <Download aria-hidden />
              Download
            </Button>
            <Button asChild>
              <Link to={urls.newQuestion}>
                <Plus aria-hidden />
                Add
              </Link>
            </Button>
          </>
        }
      />
      <Box px={{ base: '4', md: '6' }} py="4">
        {query.isError && rows.length === 0 && (
          <Fault
            sentence="The MCQs could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {isEmpty && (
          <Box textAlign="center" pb="10">
            <Empty>{consoleTexts.mcqsNotFound}</Empty>
            {address.isNarrowed ? (
              <Button variant="outline" onClick={address.clear}>
                Show all MCQs
              </Button>
            ) : (
              <Button variant="outline" asChild>
                <Link to={urls.newQuestion}>Add the first MCQ</Link>
              </Button>
            )}
          </Box>
        )}
        <Stack gap="2">
          {query.isPending && <Waiting />}
          {rows.map((question) => (
            <QuestionCard key={question.id} question={question} />
          ))}
        </Stack>
        <ListEnd query={query} />
      </Box>
      <ImportDialog
        kind="mcq"
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onImported={() => address.clear()}
      />
    </>
  )
}

function Waiting() {
  const isShown = useAfter(200)
  if (!isShown) return null
  return Array.from({ length: 6 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <Skeleton key={index} height="89px" borderRadius="8px" aria-hidden />
  ))
}
