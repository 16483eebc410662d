import { Box, Button, chakra, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { CircleCheck, CircleX, History, Hourglass } from 'lucide-react'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { LateDecision, LateItem } from '#contract/views/lateWork.ts'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatMoment } from '../../kit/format/dates.ts'
import { type End, evidenceOf, lateKindLabel, optionsIn } from './format.ts'

const states = {
  waiting: { icon: Hourglass, tone: 'warn', word: 'Waiting' },
  accepted: { icon: CircleCheck, tone: 'ok', word: 'Accepted' },
  rejected: { icon: CircleX, tone: 'bad', word: 'Rejected' },
  superseded: { icon: History, tone: 'quiet', word: 'Older version' },
} as const

interface Props {
  item: LateItem
  /** The moment against which its times are held. */
  end: End | null
  onDecide: (decision: LateDecision) => void
}

/** One piece of late work: its evidence, what it says beside what counts now, and the decision. */
export function LateItemRow({ item, end, onDecide }: Props) {
  const { icon, tone, word } = states[item.state]
  const title = `${lateKindLabel(item)}: ${plainText(item.title)}`
  return (
    <chakra.section
      aria-label={title}
      data-piece={item.state}
      borderTopWidth="1px"
      pt="3"
      _first={{ borderTopWidth: '0' }}
    >
      <HStack gap="3" flexWrap="wrap" mb="2">
        <Text fontWeight="600" textStyle="sm" flex="1" minW="12rem" lineClamp="2">
          {title}
        </Text>
        <StateBadge icon={icon} tone={tone}>
          {word}
        </StateBadge>
        {item.state !== 'accepted' && (
          <Button
            size="sm"
            variant={item.state === 'superseded' ? 'outline' : 'solid'}
            onClick={() => onDecide('accepted')}
          >
            Accept
          </Button>
        )}
        {canBeRejected(item) && (
          <Button size="sm" variant="outline" onClick={() => onDecide('rejected')}>
            Reject
          </Button>
        )}
      </HStack>
      <Facts width="150px" facts={evidenceOf(item, end, formatMoment)} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="3" mt="3">
        <Version label="This work" item={item} value={item.value} />
        <Version label="Counts now" item={item} value={item.counts_now} />
      </SimpleGrid>
      {item.note && (
        <Text textStyle="sm" mt="2">
          Note: {item.note}
        </Text>
      )}
    </chakra.section>
  )
}

/** Accepted work from beside the log is not rejected: as the answer it stays, and an older version does not count. */
const canBeRejected = ({ state, source }: LateItem): boolean =>
  state === 'waiting' || (state === 'accepted' && source === 'log')

function Version({ label, item, value }: { label: string; item: LateItem; value: string | null }) {
  return (
    <Stack gap="1" minW="0">
      <Text textStyle="xs" color="fg.subtle">
        {label}
        {item.language && value !== null && `, ${item.language}`}
      </Text>
      {value === null ? (
        <Text textStyle="sm" color="fg.muted">
          Nothing
        </Text>
      ) : item.kind === 'choice' ? (
        <Options label={label} options={optionsIn(item, value)} />
      ) : (
        <Box borderWidth="1px" borderRadius="l2" overflow="hidden">
          <CodeBlock code={value} label={`${label}: ${item.title}`} />
        </Box>
      )}
    </Stack>
  )
}

/** The chosen options by letter and words; a long one is cut until somebody wants to read more. */
function Options({ label, options }: { label: string; options: LateItem['options'] }) {
  if (options.length === 0)
    return (
      <Text textStyle="sm" color="fg.muted">
        No option
      </Text>
    )
  return (
    <chakra.ul listStyleType="none" aria-label={label} display="grid" gap="1" textStyle="sm">
      {options.map(({ letter, description, image_url }) => (
        <chakra.li key={letter} display="flex" gap="2.5">
          <chakra.span color="fg.subtle" minW="3">
            {letter}
          </chakra.span>
          <chakra.span minW="0" flex="1" whiteSpace="pre-wrap" overflowWrap="anywhere">
            <ReadMore text={description} what={`option ${letter}`} limit={LONGEST_NAME} />
            {image_url && <chakra.img src={image_url} alt={`Option ${letter}`} mt="1" maxH="140px" />}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
