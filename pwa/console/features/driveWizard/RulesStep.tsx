import { Box, Text } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { RuleEditor } from '../../rules/RuleEditor.tsx'
import { useRules } from '../../rules/useRules.ts'

/** The last step: rules belong to a drive that is there. */
export function RulesStep({ driveId }: { driveId: number | null }) {
  return (
    <Box px={{ base: '4', md: '6' }} py="5" maxW="56rem">
      {driveId === null ? (
        <Text color="fg.muted">{consoleTexts.createDriveFirst}</Text>
      ) : (
        <Rules driveId={driveId} />
      )}
    </Box>
  )
}

function Rules({ driveId }: { driveId: number }) {
  const state = useRules({ driveId })
  return (
    <>
      <Text color="fg.muted" mb="5">
        These rules stand beside the organization’s default rules. They are saved as you add them.
      </Text>
      <RuleEditor state={state} empty="No rules of its own yet." draft={`rule:${driveId}`} />
    </>
  )
}
