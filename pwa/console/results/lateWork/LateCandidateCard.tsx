import { Box, Button, chakra, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { LATE_ITEMS_A_PAGE } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import type { LateCandidate } from '#contract/views/lateWork.ts'
import { Pager } from '#pwa/ui/Pager.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { formatMoment } from '../../kit/format/dates.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { DecideDialog, type Decision } from './DecideDialog.tsx'
import { endOf, formatPolicy, formatTestEnd } from './format.ts'
import { LateItemRow } from './LateItemRow.tsx'

/** One candidate's late work; what is waiting can be decided piece by piece or together. */
export function LateCandidateCard({ candidate, isOpen }: { candidate: LateCandidate; isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen)
  const [page, setPage] = useState(1)
  const [decision, setDecision] = useState<Decision | null>(null)
  const { token, first_name, last_name, email, waiting } = candidate
  const query = useQuery({
    ...queryOf('getLateWork', {
      params: { ref: token },
      query: { offset: (page - 1) * LATE_ITEMS_A_PAGE, limit: LATE_ITEMS_A_PAGE },
    }),
    placeholderData: keepPreviousData,
    // As new as the list that names it.
    staleTime: 0,
    enabled: open,
  })
  const work = query.data
  const pages = Math.max(1, Math.ceil((work?.total ?? 0) / LATE_ITEMS_A_PAGE))
  const all = pages > 1 ? 'all on this page' : 'all'
  const undecided = work?.items.filter(({ state }) => state === 'waiting') ?? []
  const name = `${first_name} ${last_name}`.trim() || email
  return (
    <chakra.article borderWidth="1px" borderRadius="l3" aria-labelledby={`late-${candidate.id}`}>
      <HStack px="4" py="3" gap="3" flexWrap="wrap">
        <Button
          variant="ghost"
          size="sm"
          ms="-2"
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Open'} the work of ${name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        </Button>
        <Box flex="1" minW={{ base: '10rem', md: '0' }}>
          <Heading as="h2" id={`late-${candidate.id}`} textStyle="sm" fontWeight="600">
            {name}
          </Heading>
          <Text textStyle="xs" color="fg.subtle" overflowWrap="anywhere">
            {email}; {plural(waiting, 'piece waiting', 'pieces waiting')}
          </Text>
        </Box>
        {open && undecided.length > 1 && (
          <HStack gap="2">
            <Button
              size="sm"
              variant="outline"
              onClick={() => setDecision({ items: undecided, decision: 'rejected' })}
            >
              Reject {all}
            </Button>
            <Button size="sm" onClick={() => setDecision({ items: undecided, decision: 'accepted' })}>
              Accept {all}
            </Button>
          </HStack>
        )}
      </HStack>
      {open && (
        <Stack borderTopWidth="1px" px="4" py="3" gap="4">
          {query.isError && (
            <Fault
              sentence="This work could not be loaded."
              why={query.error.message}
              onRetry={() => void query.refetch()}
            />
          )}
          {work && (
            <Text textStyle="sm" color="fg.muted">
              {formatTestEnd(work, formatMoment)} {formatPolicy(work)}
            </Text>
          )}
          {work?.items.map((item) => (
            <LateItemRow
              key={item.op_id}
              item={item}
              end={endOf(work)}
              onDecide={(made) => setDecision({ items: [item], decision: made })}
            />
          ))}
          <Pager page={page} pages={pages} onPage={setPage} />
        </Stack>
      )}
      {decision && (
        <DecideDialog token={token} name={name} decision={decision} onClose={() => setDecision(null)} />
      )}
    </chakra.article>
  )
}
