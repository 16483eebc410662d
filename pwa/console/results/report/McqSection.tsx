import { Box, chakra, HStack, Text } from '@chakra-ui/react'
import { Check, Clock, MousePointer2Off, MousePointerClick } from 'lucide-react'
import { letterOf } from '#contract/letters.ts'
import { plural } from '#contract/plural.ts'
import type { McqReport } from '#contract/views/admin.ts'
import { OptionText } from '#pwa/markdown/OptionText.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { Statement } from '#pwa/ui/Statement.tsx'
import { mcqLook, verdictLook } from './format.ts'
import { Section } from './Section.tsx'

export function McqSection({ mcqs }: { mcqs: readonly McqReport[] }) {
  if (mcqs.length === 0) return null
  const right = mcqs.filter((mcq) => mcq.is_accepted).length
  const marks = mcqs.reduce((sum, mcq) => sum + mcq.obtained_marks, 0)
  return (
    <Section
      id="mcqs"
      title="MCQ result"
      beside={`${right} of ${mcqs.length} right, ${plural(marks, 'mark')}`}
    >
      <chakra.ol listStyle="none">
        {mcqs.map((mcq, index) => (
          <McqItem key={mcq.question_id} mcq={mcq} number={index + 1} />
        ))}
      </chakra.ol>
    </Section>
  )
}

/** One question with its options; the right and the chosen ones are marked in words. */
function McqItem({ mcq, number }: { mcq: McqReport; number: number }) {
  const { icon, tone, word } = mcqLook(mcq)
  const verdict = mcq.verdict && mcq.verdict !== 'on_time' ? verdictLook(mcq.verdict) : null
  return (
    <chakra.li px={{ base: '4', md: '6' }} py="3" borderTopWidth="1px" css={{ breakInside: 'avoid' }}>
      <HStack alignItems="flex-start" gap="3" flexWrap={{ base: 'wrap', md: 'nowrap' }}>
        <chakra.span color="fg.subtle" minW="6" fontVariantNumeric="tabular-nums">
          {number}.
        </chakra.span>
        <Box flex={{ base: '1 1 75%', md: '1' }} minW="0" maxW="46rem">
          <Statement text={mcq.description} />
          {mcq.image_url && (
            <chakra.img
              src={mcq.image_url}
              alt={mcq.image_alt || `Diagram of question ${number}`}
              mt="2"
              maxH="240px"
            />
          )}
          {mcq.asked_as !== number && (
            <Text color="fg.subtle" textStyle="xs" mt="1">
              Question {mcq.asked_as} in the candidate’s test
            </Text>
          )}
        </Box>
        <HStack ms="auto" gap="3" flexShrink="0">
          {verdict && (
            <StateBadge icon={verdict.icon} tone={verdict.tone}>
              {verdict.word}
            </StateBadge>
          )}
          <StateBadge icon={icon} tone={tone} bare>
            {word}
          </StateBadge>
          <chakra.span fontVariantNumeric="tabular-nums" minW="12" textAlign="end" textStyle="sm">
            <b>{mcq.obtained_marks}</b>
            <chakra.span color="fg.subtle">/{mcq.marks}</chakra.span>
          </chakra.span>
        </HStack>
      </HStack>
      <chakra.ul listStyle="none" mt="2" ps={{ base: '0', md: '9' }} display="grid" gap="1" textStyle="sm">
        {mcq.options.map((option, index) => {
          const isChosen = mcq.selected_options.includes(option.id)
          return (
            <chakra.li
              key={option.id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              gap="2.5"
              px="2"
              py="1"
              borderRadius="l1"
              bg={isChosen ? 'bg.muted' : undefined}
              maxW="46rem"
            >
              <chakra.span color="fg.subtle">{letterOf(index)}</chakra.span>
              <chakra.span flex="1" minW={{ base: '5rem', md: '10rem' }} overflowWrap="anywhere">
                <OptionText text={option.description} />
                {option.image_url && (
                  <chakra.img src={option.image_url} alt={`Option ${letterOf(index)}`} mt="1" maxH="140px" />
                )}
              </chakra.span>
              {option.is_answer && (
                <StateBadge icon={Check} tone="ok" bare>
                  Right answer
                </StateBadge>
              )}
              {isChosen && (
                <StateBadge icon={MousePointerClick} tone={option.is_answer ? 'ok' : 'bad'} bare>
                  Chosen
                </StateBadge>
              )}
              {mcq.held_options.includes(option.id) && !isChosen && (
                <StateBadge icon={Clock} tone="warn" bare>
                  Chosen, not counted
                </StateBadge>
              )}
              {mcq.unsaved_options.includes(option.id) && (
                <StateBadge icon={MousePointer2Off} tone="warn" bare>
                  Chosen, not saved
                </StateBadge>
              )}
            </chakra.li>
          )
        })}
      </chakra.ul>
    </chakra.li>
  )
}
