import { Box, chakra, Heading, HStack, IconButton, SimpleGrid, Text } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ChosenItem } from '#machines/drive/form.ts'
import { excerpt, plainText } from '#pwa/ui/plainText.ts'
import { formatSpan } from '../../kit/format/dates.ts'
import type { Wizard } from './useWizard.ts'

/** The id of the panel, which a narrow page shows below the list. */
export const panelId = 'in-this-drive'

/** The items of the drive, with their sums and how these fit between start and end. */
export function ChosenPanel({ wizard, isFixed }: { wizard: Wizard; isFixed: boolean }) {
  const { form, shown, sums, edit } = wizard
  const sumCards = [
    ['Allotted', formatSpan(sums.seconds)],
    ['Total Marks', String(sums.marks)],
    ['Items', String(sums.items)],
  ]
  return (
    <Box as="aside" id={panelId} tabIndex={-1} outline="none" aria-label="In this drive">
      <Heading as="h2" textStyle="md" fontWeight="600" mb="3">
        In this drive
      </Heading>
      <SimpleGrid columns={3} borderWidth="1px" borderRadius="l3" bg="bg" mb="3">
        {sumCards.map(([name, value], index) => (
          <Box key={name} p="3" borderStartWidth={index === 0 ? '0' : '1px'}>
            <Text textStyle="lg" fontWeight="600" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
            <Text textStyle="xs" color="fg.muted">
              {name}
            </Text>
          </Box>
        ))}
      </SimpleGrid>
      <WindowBar seconds={sums.seconds} start={form.start_time} end={form.end_time} />
      {shown.allow_coding && (
        <Chosen
          name="Coding Problems"
          items={form.problems}
          isFixed={isFixed}
          onRemove={(id) => edit({ problems: form.problems.filter((item) => item.id !== id) })}
        />
      )}
      {shown.allow_mcq && (
        <Chosen
          name="MCQs"
          items={form.questions}
          isFixed={isFixed}
          onRemove={(id) => edit({ questions: form.questions.filter((item) => item.id !== id) })}
        />
      )}
      {sums.items > 0 && (
        <Text mt="3" textStyle="xs" color="fg.subtle">
          Order is shuffled for each candidate.
        </Text>
      )}
    </Box>
  )
}

/** The allotted time against the time between start and end: a candidate who begins late may not get all of it. */
function WindowBar({ seconds, start, end }: { seconds: number; start: number | null; end: number | null }) {
  if (start === null || end === null || end <= start || seconds === 0) return null
  const window = (end - start) / 1000
  const share = seconds / window
  const tone = share > 1 ? 'fg.error' : share >= 0.9 ? 'fg.warning' : 'sea'
  return (
    <Box mb="4">
      <Box h="1.5" borderRadius="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
        <Box h="full" bg={tone} width={`${Math.min(100, share * 100)}%`} />
      </Box>
      <Box textStyle="xs" color={share >= 0.9 ? tone : 'fg.subtle'} mt="1">
        <span>
          {share > 1
            ? `Longer than the ${formatSpan(window)} between start and end`
            : `Takes ${formatSpan(seconds)}; open for ${formatSpan(window)}`}
        </span>
      </Box>
    </Box>
  )
}

interface ChosenProps {
  name: string
  items: readonly ChosenItem[]
  isFixed: boolean
  onRemove: (id: number) => void
}

function Chosen({ name, items, isFixed, onRemove }: ChosenProps) {
  return (
    <Box mb="4">
      <HStack justifyContent="space-between" textStyle="sm" color="fg.muted" mb="1.5">
        <chakra.h3>{name}</chakra.h3>
        <span>Marks</span>
      </HStack>
      {items.length === 0 ? (
        <Text textStyle="sm" color="fg.subtle">
          None yet. Select them in the list.
        </Text>
      ) : (
        <chakra.ul borderWidth="1px" borderRadius="l3" bg="bg" listStyleType="none">
          {items.map((item, index) => (
            <chakra.li
              key={item.id}
              display="flex"
              alignItems="center"
              gap="2.5"
              px="3"
              py="1.5"
              borderTopWidth={index === 0 ? '0' : '1px'}
            >
              <Box flex="1" minW="0">
                <Text fontWeight="500" truncate title={item.name}>
                  {plainText(item.name)}
                </Text>
                <Text textStyle="xs" color="fg.subtle">
                  {item.difficulty} · {formatSpan(item.seconds)}
                </Text>
              </Box>
              <chakra.span fontVariantNumeric="tabular-nums">{item.marks}</chakra.span>
              {!isFixed && (
                <IconButton
                  variant="ghost"
                  size="sm"
                  aria-label={`Remove ${excerpt(item.name, 80)}`}
                  onClick={() => onRemove(item.id)}
                >
                  <X aria-hidden />
                </IconButton>
              )}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Box>
  )
}
