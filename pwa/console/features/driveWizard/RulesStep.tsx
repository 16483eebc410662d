import { Box, Text } from '@chakra-ui/react'
import { type Ref, useImperativeHandle } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { RuleEditor } from '../../rules/RuleEditor.tsx'
import { type RuleEntry, useRuleEntry } from '../../rules/useRuleEntry.ts'
import { useRules } from '../../rules/useRules.ts'

/** What the wizard asks of its last step before it is left. */
export type RulesHandle = Pick<RuleEntry, 'finish'>

interface Props {
  driveId: number | null
  handle: Ref<RulesHandle>
}

/** The last step: rules belong to a drive that is there. */
export function RulesStep({ driveId, handle }: Props) {
  return (
    <Box px={{ base: '4', md: '6' }} py="5" maxW="56rem">
      {driveId === null ? (
        <Text color="fg.muted">{consoleTexts.createDriveFirst}</Text>
      ) : (
        <Rules driveId={driveId} handle={handle} />
      )}
    </Box>
  )
}

function Rules({ driveId, handle }: Props & { driveId: number }) {
  const state = useRules({ driveId })
  const entry = useRuleEntry(state, `rule:${driveId}`)
  useImperativeHandle(handle, () => ({ finish: entry.finish }))
  return (
    <>
      <Text color="fg.muted" mb="5">
        These rules stand beside the organization’s default rules. They are saved as you add them.
      </Text>
      <RuleEditor state={state} entry={entry} empty="No rules of its own yet." />
    </>
  )
}
