import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { Changes } from '../../audit/Changes.tsx'
import { actionInWords } from '../../audit/words.ts'
import { dateOr } from '../../format/dates.ts'
import type { ReportView } from '../../views.ts'
import { interventionInWords } from './interventionWords.ts'

type Intervention = ReportView['interventions'][number]

/** What staff did to this attempt, and what they wrote: whoever compares two candidates has to know it. */
export function Interventions({ interventions }: Pick<ReportView, 'interventions'>) {
  return (
    <Box as="section" aria-labelledby="interventions" p="5" borderTopWidth="1px">
      <Heading as="h2" id="interventions" textStyle="md" fontWeight="600" mb="3">
        What staff did
      </Heading>
      {interventions.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          No changes: standard conditions.
        </Text>
      )}
      <chakra.ol listStyle="none" display="grid" gap="3" textStyle="sm">
        {interventions.map((one) => (
          <chakra.li key={`${one.at}${one.action}`} css={{ breakInside: 'avoid' }}>
            <What of={one} />
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  )
}

function What({ of }: { of: Intervention }) {
  const words = interventionInWords(of)
  return (
    <>
      <chakra.span display="block" fontWeight="600">
        {words?.what ?? actionInWords(of.action)}
      </chakra.span>
      {words?.more.map((line) => (
        <chakra.span key={line} display="block" overflowWrap="anywhere">
          {line}
        </chakra.span>
      ))}
      {words?.quote && (
        <chakra.q
          display="block"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          ps="2.5"
          my="1"
          borderStartWidth="2px"
          borderColor="border.control"
          quotes="none"
        >
          {words.quote}
        </chakra.q>
      )}
      {!words && (of.before !== null || of.after !== null) && <Changes before={of.before} after={of.after} />}
      <chakra.span display="block" color="fg.muted" textStyle="xs">
        {of.user}, {dateOr(of.at, '-')}
      </chakra.span>
    </>
  )
}
