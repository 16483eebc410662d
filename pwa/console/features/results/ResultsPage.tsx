import { Button, HStack } from '@chakra-ui/react'
import { Hourglass, ListFilter, RotateCcwSquare } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { useLastPage } from '../../address/useLastPage.ts'
import { useListAddress } from '../../address/useListAddress.ts'
import { isNotFound } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { SubjectTabs } from '../../subject/SubjectTabs.tsx'
import { useReportAddress } from '../../subject/useReportAddress.ts'
import { useSubject } from '../../subject/useSubject.ts'
import { urls } from '../../urls.ts'
import type { ResultRow } from '../../views.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { LateWorkNote } from './LateWorkNote.tsx'
import { ReportMails } from './ReportMails.tsx'
import { ResultCards } from './ResultCards.tsx'
import { ResultsActions } from './ResultsActions.tsx'
import { ResultsFoot } from './ResultsFoot.tsx'
import { ResultTable } from './ResultTable.tsx'
import { SendReportDialog } from './SendReportDialog.tsx'
import { SortChoice } from './SortChoice.tsx'
import { StatisticsStrip } from './StatisticsStrip.tsx'
import { useResults } from './useResults.ts'
import { useResultView } from './useResultView.ts'
import { useShortlist } from './useShortlist.ts'

export default function ResultsPage() {
  const subject = useSubject()
  const { id } = subject
  const isDrive = subject.kind === 'drive'
  const reportOf = useReportAddress(subject)
  const address = useListAddress()
  const view = useResultView(address, isDrive)
  const filter = { search: address.search, shortlisted: view.isShortlistedOnly, sort: view.sort }
  const query = useResults(subject, { ...filter, page: address.page })
  const { data } = query
  useLastPage(address, query.isPlaceholderData ? undefined : data?.pages)
  const shortlist = useShortlist(id)
  const onShortlist = isDrive ? shortlist.set : undefined
  /** Null: no report is being sent; else the contacts it was asked for. */
  const [sendingTo, setSendingTo] = useState<readonly number[] | null>(null)
  const isPhone = useMedia('(max-width: 767px)')
  usePageTitle(data ? `Result of ${data.drive_name}` : 'Result')
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  const judging = data?.results.reduce((sum, row) => sum + row.judging, 0) ?? 0
  return (
    <FullHeight>
      <PageHead
        path={subject.path}
        title={data?.drive_name ?? 'Result'}
        actions={
          <>
            <Button variant="outline" asChild>
              <Link to={subject.urls.rejudge}>
                <RotateCcwSquare aria-hidden />
                Rejudge
              </Link>
            </Button>
            <ResultsActions
              driveId={id}
              data={data}
              columns={view.shown}
              filter={filter}
              onSend={isDrive ? () => setSendingTo([]) : undefined}
            />
          </>
        }
      >
        <SubjectTabs subject={subject} current="Result" />
      </PageHead>
      <KeyFigures data={data} hasShortlist={isDrive} />
      <StatisticsStrip driveId={id} />
      <LateWorkNote subject={subject} />
      {isDrive && <ReportMails driveId={id} onSendAgain={(userId) => setSendingTo([userId])} />}
      <HStack px={{ base: '4', md: '6' }} py="2.5" gap="4" flexWrap="wrap" minH="52px">
        <SearchBox label="Search by name or email" value={address.search} onSearch={address.setSearch} />
        {isDrive && (
          <Button
            variant={view.isShortlistedOnly ? 'solid' : 'outline'}
            size="sm"
            aria-pressed={view.isShortlistedOnly}
            onClick={() => view.setShortlistedOnly(!view.isShortlistedOnly)}
          >
            <ListFilter aria-hidden />
            Shortlisted only
          </Button>
        )}
        {isPhone && <SortChoice sort={view.sort} onSort={view.setSort} />}
        <HStack hideBelow="md">
          <ColumnMenu offered={view.offered} shown={view.shown} onToggle={view.toggle} />
        </HStack>
        {shortlist.last && (
          <HStack role="status" gap="2" textStyle="sm" color="fg.muted">
            {nameOf(shortlist.last.row)} is {shortlist.last.is_selected ? 'shortlisted' : 'off the shortlist'}
            .
            {shortlist.canUndo && (
              <Button variant="outline" size="sm" onClick={shortlist.undo}>
                Undo
              </Button>
            )}
          </HStack>
        )}
        <HStack role="status" ms={{ md: 'auto' }} minH={{ md: '5' }}>
          {judging > 0 && (
            <StateBadge icon={Hourglass} tone="info">
              judging {judging}
            </StateBadge>
          )}
        </HStack>
      </HStack>
      {query.isError ? (
        <Fault
          sentence="The results could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : isPhone && data ? (
        <ResultCards reportOf={reportOf} data={data} onShortlist={onShortlist} />
      ) : (
        <ResultTable
          reportOf={reportOf}
          data={data}
          isBusy={query.isFetching}
          shown={view.shown}
          sort={view.sort}
          onSort={view.setSort}
          onShortlist={onShortlist}
        />
      )}
      {data && data.results.length === 0 && (
        <Empty>{address.search ? `Nobody found for '${address.search}'.` : texts.noResults}</Empty>
      )}
      {data && <ResultsFoot data={data} onPage={address.setPage} />}
      {sendingTo && <SendReportDialog driveId={id} to={sendingTo} onClose={() => setSendingTo(null)} />}
    </FullHeight>
  )
}

const nameOf = ({ first_name, last_name, email }: ResultRow): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email
