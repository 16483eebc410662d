import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import type { ReportView } from '#contract/views/admin.ts'
import { Changes } from '../../audit/Changes.tsx'
import { actionInWords } from '../../audit/words.ts'
import { dateOr } from '../../format/dates.ts'

/** 'candidate.minutes' → 'Minutes': all of them are about this candidate. */
const named = (action: string): string => actionInWords(action.replace(/^candidate\./, ''))

/** What staff did to this attempt: whoever compares two candidates has to know it. */
export function Interventions({ interventions }: Pick<ReportView, 'interventions'>) {
  return (
    <Box as="section" aria-labelledby="interventions" p="5" borderTopWidth="1px">
      <Heading as="h2" id="interventions" textStyle="md" fontWeight="600" mb="3">
        What staff did
      </Heading>
      {interventions.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          Nothing: the same conditions as everybody.
        </Text>
      )}
      <chakra.ol listStyle="none" display="grid" gap="2.5" textStyle="sm">
        {interventions.map(({ at, user, action, before, after }) => (
          <li key={`${at}${action}`}>
            <chakra.span fontWeight="600">{named(action)}</chakra.span>
            <chakra.span color="fg.muted">
              {' '}
              {dateOr(at, '-')}, {user}
            </chakra.span>
            {(before !== null || after !== null) && <Changes before={before} after={after} />}
          </li>
        ))}
      </chakra.ol>
    </Box>
  )
}
