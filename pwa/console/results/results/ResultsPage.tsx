import { Box, Button, chakra, HStack, Text } from '@chakra-ui/react'
import { Hourglass, ListFilter, RotateCcwSquare } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { PAGE_SIZE } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { ResultPage } from '#contract/views/admin.ts'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Pager } from '#pwa/ui/Pager.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { SubjectTabs, useLateWork } from '../../drives/subject/SubjectTabs.tsx'
import { type Subject, useReportAddress, useSubject } from '../../drives/subject/useSubject.ts'
import { areErased, formatKept } from '../../drives/tile/formatKept.ts'
import { KeptResults } from '../../drives/tile/KeptResults.tsx'
import { isNotFound } from '../../kit/http/queryOf.ts'
import { useLastPage, useListAddress } from '../../kit/list/useListAddress.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { KeyFigures, StatisticsStrip } from './Figures.tsx'
import { candidateName } from './parts.tsx'
import { ReportMails } from './ReportMails.tsx'
import { ResultCards } from './ResultCards.tsx'
import { ResultsActions } from './ResultsActions.tsx'
import { ResultTable } from './ResultTable.tsx'
import { SendReportDialog } from './SendReportDialog.tsx'
import { useResults } from './useResults.ts'
import { useShortlist } from './useShortlist.ts'
import { ColumnMenu, SortChoice, useResultView } from './view.tsx'

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
  if (isNotFound(query.error)) return <Navigate to={subject.urls.notFound} replace />
  const isEmpty = data?.total === 0 && address.search === '' && !view.isShortlistedOnly
  const kept = data && { ...data, id: Number(id), name: data.drive_name, invitation_sent: isEmpty ? 0 : 1 }
  const isErased = kept !== undefined && areErased(kept)
  const judging = data?.results.reduce((sum, row) => sum + row.judging, 0) ?? 0
  return (
    <FullHeight>
      <PageHeader
        path={subject.path}
        title={data?.drive_name ?? 'Result'}
        actions={
          isErased ? null : (
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
          )
        }
      >
        <SubjectTabs subject={subject} current="Result" />
      </PageHeader>
      <KeyFigures data={data} hasShortlist={isDrive} />
      <StatisticsStrip driveId={id} />
      <LateWorkNote subject={subject} />
      {kept && !isEmpty && (
        <Box px={{ base: '4', md: '6' }} pt="2.5">
          <KeptResults of={kept} kind={subject.kind} />
        </Box>
      )}
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
            {candidateName(shortlist.last.row)} is{' '}
            {shortlist.last.is_selected ? 'shortlisted' : 'no longer shortlisted'}.
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
        <Empty>
          {address.search
            ? `No one found for '${address.search}'.`
            : ((data && formatKept(data, isEmpty)) ?? texts.noResults)}
        </Empty>
      )}
      {data && <ResultsFoot data={data} onPage={address.setPage} />}
      {sendingTo && <SendReportDialog driveId={id} to={sendingTo} onClose={() => setSendingTo(null)} />}
    </FullHeight>
  )
}

/** That work waits for a decision stands where the scores are: they may change by it. */
function LateWorkNote({ subject }: { subject: Subject }) {
  const waiting = useLateWork(subject)?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <HStack px={{ base: '4', md: '6' }} py="2" gap="3" borderBottomWidth="1px" flexWrap="wrap">
      <StateBadge icon={Hourglass} tone="warn">
        Late work
      </StateBadge>
      <Text textStyle="sm" flex="1" minW="10rem">
        Work from {plural(waiting, 'candidate', 'candidates')} arrived late and is waiting for your decision.
      </Text>
      <Button variant="outline" size="sm" asChild>
        <Link to={subject.urls.lateWork}>Review</Link>
      </Button>
    </HStack>
  )
}

/** Which rows these are, what the hatching means, and the way to the others. */
function ResultsFoot({ data, onPage }: { data: ResultPage; onPage: (page: number) => void }) {
  const first = (data.page - 1) * PAGE_SIZE
  const hasClaimed = data.results.some((row) => (row.score_claimed ?? 0) > (row.score ?? 0))
  return (
    <HStack
      minH="44px"
      px={{ base: '4', md: '6' }}
      py="1"
      gap="6"
      textStyle="sm"
      color="fg.muted"
      flexWrap="wrap"
    >
      {data.results.length > 0 && (
        <span>
          {first + 1}–{first + data.results.length} of {data.total}
        </span>
      )}
      {hasClaimed && (
        <HStack gap="2">
          <chakra.span
            aria-hidden
            width="14px"
            h="6px"
            backgroundImage="repeating-linear-gradient(135deg, var(--warn) 0 2px, var(--warn-soft) 2px 4px)"
          />
          claimed while offline, not in the score
        </HStack>
      )}
      <chakra.span ms="auto">
        <Pager page={data.page} pages={data.pages} onPage={onPage} />
      </chakra.span>
    </HStack>
  )
}
