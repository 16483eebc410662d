import { Box, Button, Heading, HStack, Tabs } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailPlus, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { RESEND_MOST } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { CandidateRow } from '#contract/views/admin.ts'
import { BulkBar } from '#pwa/ui/BulkBar.tsx'
import { FilterChips } from '#pwa/ui/FilterChips.tsx'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { SubjectTabs } from '../../drives/subject/SubjectTabs.tsx'
import { useSubject } from '../../drives/subject/useSubject.ts'
import { DriveBadge } from '../../drives/tile/DriveBadge.tsx'
import { formatKept } from '../../drives/tile/formatKept.ts'
import { KeptResults } from '../../drives/tile/KeptResults.tsx'
import { isNotFound } from '../../kit/http/queryOf.ts'
import { useCopyLink } from '../../kit/http/useCopyLink.ts'
import { PageFooter } from '../../kit/list/PageFooter.tsx'
import { useLastPage, useListAddress } from '../../kit/list/useListAddress.ts'
import { fromList, useReturn } from '../../kit/list/useReturn.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { CandidateTable } from './CandidateTable.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinksButton } from './LinksButton.tsx'
import { RowDialogs } from './RowDialogs.tsx'
import type { DialogName, RowAction } from './RowMenu.tsx'
import { useCandidateAction, whom } from './useCandidateAction.ts'
import { useSelectAll } from './useSelectAll.ts'

const READ_AGAIN_MS = 30_000
const DEFAULT = 'default'
const ABSENT = 'absentCandidate'
const filling = { display: 'flex', flexDirection: 'column', flex: '1', minH: '0' } as const

export default function CandidatesPage() {
  const subject = useSubject()
  const address = useListAddress()
  const tab = address.tab === ABSENT ? ABSENT : DEFAULT
  const query = useQuery({
    ...subject.candidates({
      page: address.page,
      search: address.search,
      absent_candidates: tab === ABSENT || undefined,
    }),
    placeholderData: keepPreviousData,
    // The clock ends tests and the drive, candidates begin: only while somebody looks.
    refetchInterval: READ_AGAIN_MS,
  })
  const { data } = query
  useLastPage(address, query.isPlaceholderData ? undefined : data?.pages)
  const isOver = data?.drive_status === 'completed'
  const canSelect = tab === ABSENT && data?.drive_status === 'ongoing'
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<{ row: CandidateRow; name: DialogName } | null>(null)
  const { pathname, search: place } = useLocation()
  const isInviting = /\/candidates\/invite\/?$/.test(pathname)
  const navigate = useNavigate()
  const openInvite = () => navigate(subject.urls.invite + place, { state: fromList })
  const closeInvite = useReturn(subject.urls.candidates + place)
  const action = useCandidateAction(() => setSelected(new Set()))
  const copyLink = useCopyLink('candidate')
  const selectAll = useSelectAll(
    { id: subject.id, search: address.search, isAbsent: tab === ABSENT },
    setSelected,
  )

  // Another list begins without a selection. The same one keeps it over its pages, and where it is read anew, as when a
  // mail went out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list is asked for is what makes it another one
  useEffect(() => setSelected(new Set()), [subject.kind, subject.id, tab, address.search])

  const resend = (ids: readonly number[], of?: string) =>
    action.mutate({
      run: (idempotentRequest) =>
        subject.resend(idempotentRequest, ids, Intl.DateTimeFormat().resolvedOptions().timeZone),
      ...(of !== undefined && { of }),
    })
  const choose = (row: CandidateRow, choice: RowAction) => {
    const of = whom(row)
    if (choice === 'link') copyLink.mutate({ whose: row.token, of })
    else if (choice === 'resend') resend([row.id], of)
    else if (choice === 'resume')
      action.mutate({
        run: (idempotentRequest) => idempotentRequest('postResume', { params: { ref: row.token }, body: {} }),
        of,
      })
    else setOpen({ row, name: choice })
  }
  const ids = data?.candidates.map((row) => row.id) ?? []
  const areAll = ids.length > 0 && ids.every((id) => selected.has(id))
  usePageTitle(data ? `Candidates of ${data.drive_name}` : 'Candidates')
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <FullHeight>
      <PageHeader
        path={subject.path}
        title={data?.drive_name ?? 'Candidates'}
        beside={data && subject.kind === 'drive' && <DriveBadge status={data.drive_status} />}
        actions={
          <>
            {data?.has_links && <LinksButton subject={subject} />}
            <Button disabled={!data || isOver} onClick={openInvite}>
              <UserPlus aria-hidden />
              {consoleTexts.addCandidates}
            </Button>
          </>
        }
      >
        <SubjectTabs subject={subject} current="Candidates" />
      </PageHeader>
      {data && data.total > 0 && (subject.kind === 'assessment' || data.drive_status !== 'upcoming') && (
        <Box px={{ base: '4', md: '6' }} pt="2.5">
          <KeptResults
            of={{ ...data, id: Number(subject.id), name: data.drive_name, invitation_sent: data.total }}
            kind={subject.kind}
          />
        </Box>
      )}
      <Tabs.Root
        css={filling}
        value={tab}
        onValueChange={(to) => address.setTab(to.value === ABSENT ? ABSENT : '')}
        variant="enclosed"
        size="sm"
      >
        <HStack px={{ base: '4', md: '6' }} py="2.5" gap="4" flexWrap="wrap" minH="52px">
          <Heading as="h2" textStyle="md" fontWeight="600">
            {data ? `Candidates (${data.total})` : 'Candidates'}
          </Heading>
          <Tabs.List aria-label="Which candidates" css={{ '--tabs-height': '1.75rem' }}>
            <Tabs.Trigger value={DEFAULT}>Default</Tabs.Trigger>
            <Tabs.Trigger value={ABSENT}>{texts.absentCandidates}</Tabs.Trigger>
          </Tabs.List>
          {canSelect && (
            <HStack as="label" gap="2" textStyle="sm" cursor="pointer">
              <input
                type="checkbox"
                style={{ accentColor: 'var(--sea)', width: 16, height: 16 }}
                checked={areAll}
                onChange={() =>
                  setSelected((old) => (areAll ? without(old, ids) : new Set([...old, ...ids])))
                }
              />
              Select all
            </HStack>
          )}
          <HStack ms={{ md: 'auto' }} gap="3" flexWrap="wrap" width={{ base: 'full', md: 'auto' }}>
            {address.search !== '' && (
              <FilterChips
                chips={[
                  {
                    words: `Name or email contains ‘${address.search}’`,
                    onRemove: () => address.setSearch(''),
                  },
                ]}
              />
            )}
            <SearchBox label="Search candidates" value={address.search} onSearch={address.setSearch} />
          </HStack>
        </HStack>
        <Tabs.Content value={tab} css={filling} p="0">
          {query.isError && !data ? (
            <Fault
              sentence="The candidates could not be loaded."
              why={query.error.message}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <CandidateTable
              rows={data?.candidates}
              isBusy={query.isFetching}
              selected={canSelect ? selected : undefined}
              isOver={isOver}
              isFilling={data?.candidates.length !== 0}
              onSelect={setSelected}
              onChoose={choose}
            />
          )}
          <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
            {areAll && data && selected.size < Math.min(data.total, RESEND_MOST) && (
              <SteadyButton variant="ghost" size="sm" loading={selectAll.isPending} onClick={selectAll.start}>
                {data.total > RESEND_MOST
                  ? `Select the first ${RESEND_MOST.toLocaleString('en')}`
                  : `Select all ${data.total}`}
              </SteadyButton>
            )}
            <SteadyButton
              variant="ghost"
              size="sm"
              aria-label="Send the invitation again to those selected"
              loading={action.isPending}
              onClick={() => resend([...selected])}
            >
              <MailPlus aria-hidden />
              Send the invitation again
            </SteadyButton>
          </BulkBar>
          {data?.candidates.length === 0 && (
            <Empty
              action={
                tab === DEFAULT &&
                address.search === '' &&
                !isOver && (
                  <Button variant="outline" onClick={openInvite}>
                    <UserPlus aria-hidden />
                    Invite candidates
                  </Button>
                )
              }
            >
              {emptyText(tab, address.search, formatKept(data, data.total === 0))}
            </Empty>
          )}
        </Tabs.Content>
      </Tabs.Root>
      {data && <PageFooter page={data.page} pages={data.pages} onPage={address.setPage} />}
      {open && <RowDialogs row={open.row} name={open.name} onClose={() => setOpen(null)} />}
      {isInviting && data && !isOver && (
        <InviteDialog
          subject={subject}
          credits={data.credits}
          areMailsSent={data.are_mails_sent}
          onClose={closeInvite}
        />
      )}
    </FullHeight>
  )
}

const without = (all: ReadonlySet<number>, some: readonly number[]): ReadonlySet<number> =>
  new Set([...all].filter((id) => !some.includes(id)))

/** @param kept why none are left, where that is so */
function emptyText(tab: string, search: string, kept: string | null): string {
  if (search) return `No one found for '${search}'.`
  return tab === ABSENT ? 'No absent candidates.' : (kept ?? texts.noCandidates)
}
