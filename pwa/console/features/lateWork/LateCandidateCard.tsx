import { Box, Button, chakra, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { plural } from '#contract/plural.ts'
import type { LateCandidate, LateWorkView } from '#contract/views/lateWork.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { dateOr } from '../../format/dates.ts'
import { queryOf } from '../../http/queryOf.ts'
import { DecideDialog, type Decision } from './DecideDialog.tsx'
import { LateItemRow } from './LateItemRow.tsx'
import { endInWords, endOf } from './words.ts'

/** What becomes by itself of work that a device says it made in time. */
const policies = {
  accept: 'Work made offline in time counts, by the settings.',
  hold: 'Work made offline in time waits for your decision.',
  reject: 'Work made offline in time does not count, by the settings.',
} as const

/** One candidate's late work; what is waiting can be decided piece by piece or together. */
export function LateCandidateCard({ candidate, isOpen }: { candidate: LateCandidate; isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen)
  const [decision, setDecision] = useState<Decision | null>(null)
  const { token, first_name, last_name, email, waiting } = candidate
  const query = useQuery({
    ...queryOf<LateWorkView>('getLateWork', { params: { ref: token } }),
    enabled: open,
  })
  const work = query.data
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
            {email}; {plural(waiting, 'piece waits', 'pieces wait')}
          </Text>
        </Box>
        {open && undecided.length > 1 && (
          <HStack gap="2">
            <Button
              size="sm"
              variant="outline"
              onClick={() => setDecision({ items: undecided, decision: 'rejected' })}
            >
              Reject all
            </Button>
            <Button size="sm" onClick={() => setDecision({ items: undecided, decision: 'accepted' })}>
              Accept all
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
              {endInWords(work, (at) => dateOr(at, '-'))} Offline limit:{' '}
              {plural(work.max_offline_minutes, 'minute')}. {policies[work.late_policy]}
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
        </Stack>
      )}
      {decision && (
        <DecideDialog token={token} name={name} decision={decision} onClose={() => setDecision(null)} />
      )}
    </chakra.article>
  )
}
