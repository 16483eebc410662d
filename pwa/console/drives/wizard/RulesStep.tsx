import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { type Ref, useImperativeHandle } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { RuleEditor } from '../rules/RuleEditor.tsx'
import { type RuleEntry, useRuleEntry } from '../rules/useRuleEntry.ts'
import { useRules } from '../rules/useRules.ts'

/** The call that the wizard makes to its last step before leaving it. */
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
        Shown after your organization’s default rules. Each is saved as you add it.
      </Text>
      <DefaultRules />
      <RuleEditor state={state} entry={entry} empty="No rules for this drive yet." />
    </>
  )
}

/** The rules that candidates read before the drive's own; they are changed on a page of their own. */
function DefaultRules() {
  const { rules } = useRules('default')
  if (!rules || rules.length === 0) return null
  return (
    <Box as="section" aria-labelledby="default-rules" mb="5">
      <Heading as="h2" id="default-rules" textStyle="sm" fontWeight="500" color="fg.muted" mb="2">
        Default rules
      </Heading>
      <chakra.ol borderWidth="1px" borderRadius="l3" bg="bg.subtle" color="fg.muted" listStyleType="none">
        {rules.map((rule, index) => (
          <chakra.li
            key={rule.id}
            display="flex"
            gap="3"
            px="3.5"
            py="2"
            borderTopWidth={index === 0 ? '0' : '1px'}
          >
            <chakra.span fontVariantNumeric="tabular-nums" minW="5">
              {index + 1}
            </chakra.span>
            <chakra.span flex="1" minW="0" overflowWrap="anywhere">
              {rule.description}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  )
}
