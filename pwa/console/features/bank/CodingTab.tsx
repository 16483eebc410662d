import { Box, Button } from '@chakra-ui/react'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { BankToolbar } from '../../bank/BankToolbar.tsx'
import { useBankAddress } from '../../bank/useBankAddress.ts'
import { timestamp, useFileDownload } from '../../download/useFileDownload.ts'
import { ImportDialog } from '../../import/ImportDialog.tsx'
import { ListEnd } from '../../list/ListEnd.tsx'
import { useInfiniteList } from '../../list/useInfiniteList.ts'
import { urls } from '../../urls.ts'
import type { ProblemCard as Card } from '../../views.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { ProblemCard } from './ProblemCard.tsx'

/** The bank's problems, newest first, 15 at a time. */
export function CodingTab() {
  const address = useBankAddress()
  const [isImporting, setImporting] = useState(false)
  const download = useFileDownload()
  const { query, rows, total } = useInfiniteList<{ problems: Card[]; total: number }, Card>({
    call: 'getProblems',
    query: address.query,
    rows: (page) => page.problems,
    total: (page) => page.total,
  })
  const isEmpty = query.isSuccess && rows.length === 0
  return (
    <>
      <BankToolbar
        noun="problem"
        total={total}
        address={address}
        actions={
          <>
            <Button variant="outline" onClick={() => setImporting(true)}>
              <Upload aria-hidden />
              {consoleTexts.importProblem}
            </Button>
            <Button
              variant="outline"
              loading={download.isPending}
              loadingText="Download"
              disabled={total === 0}
              onClick={() =>
                download.mutate({
                  call: 'getProblemsCsv',
                  query: address.query,
                  name: `problem-list_${timestamp()}.csv`,
                })
              }
            >
              <Download aria-hidden />
              Download
            </Button>
            <Button asChild>
              <Link to={urls.newProblem}>
                <Plus aria-hidden />
                {consoleTexts.addNewProblem}
              </Link>
            </Button>
          </>
        }
      />
      <Box px={{ base: '4', md: '6' }} py="4">
        {query.isError && rows.length === 0 && (
          <Fault
            sentence="The problems could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {isEmpty && (
          <Box textAlign="center" pb="10">
            <Empty>{consoleTexts.problemsNotFound}</Empty>
            {address.isNarrowed ? (
              <Button variant="outline" onClick={address.clear}>
                Show all problems
              </Button>
            ) : (
              <Button variant="outline" asChild>
                <Link to={urls.newProblem}>Add the first problem</Link>
              </Button>
            )}
          </Box>
        )}
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(21rem, 1fr))' }}
          gap="3"
        >
          {query.isPending && <CardSkeletons n={9} />}
          {rows.map((problem) => (
            <ProblemCard key={problem.id} problem={problem} />
          ))}
        </Box>
        <ListEnd query={query} />
      </Box>
      <ImportDialog
        kind="problem"
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onImported={address.clear}
      />
    </>
  )
}
