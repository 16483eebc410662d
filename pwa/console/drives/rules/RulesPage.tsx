import { Box, Text } from '@chakra-ui/react'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { useRuleEntry } from './useRuleEntry.ts'
import { useRules } from './useRules.ts'

/** The organization's default rules. */
export default function RulesPage() {
  const state = useRules('default')
  const entry = useRuleEntry(state, 'rule:default')
  usePageTitle('Rules')
  return (
    <>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={state.rules ? `Rules (${state.rules.length})` : 'Rules'}
      />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="56rem">
        <Text color="fg.muted" mb="5">
          Default rules apply to every assessment and every drive, ahead of the drive’s own rules. Candidates
          read them before they start.
        </Text>
        <RuleEditor state={state} entry={entry} empty="No default rules yet. Type the first one above." />
      </Box>
    </>
  )
}
