import { Box, Grid, HStack, Tabs, Text } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ChosenItem } from '#machines/drive/form.ts'
import { Count } from '#pwa/ui/Count.tsx'
import { UnrunLanguages } from '../../bank/list/UnrunLanguages.tsx'
import type { WizardSection } from './address.ts'
import { ChosenPanel } from './ChosenPanel.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { problemSource, questionSource } from './sources.tsx'
import type { Wizard } from './useWizard.ts'

interface Props {
  wizard: Wizard
  /** Somebody has begun: what is asked stays. */
  isFixed: boolean
  /** Which of the two is shown; null: the first one. */
  section: WizardSection | null
  onSection: (section: WizardSection) => void
}

/** The second step: left finds, right decides. */
export function QuestionsStep({ wizard, isFixed, section, onSection }: Props) {
  const { form, shown, edit } = wizard
  const sections = [
    shown.allow_coding && {
      key: 'problems' as const,
      name: consoleTexts.addProblemToDrive,
      source: problemSource,
    },
    shown.allow_mcq && {
      key: 'questions' as const,
      name: consoleTexts.addMcqsToDrive,
      source: questionSource,
    },
  ].filter((section) => section !== false)
  const tab = (sections.find(({ key }) => key === section) ?? sections[0])?.key ?? ''
  const change = (key: 'problems' | 'questions') => (items: ChosenItem[]) => edit({ [key]: items })
  if (sections.length === 0)
    return (
      <Text px="6" py="8" color="fg.muted">
        Your organization is not allowed to use questions of this type. Choose another question type, or
        contact support.
      </Text>
    )
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 392px' }} minH="full">
      <Tabs.Root value={tab} onValueChange={(to) => onSection(to.value as WizardSection)} minW="0" lazyMount>
        <Tabs.List px={{ base: '4', md: '6' }} gap="4">
          {sections.map(({ key, name }) => (
            // Both names are in sight on a phone too: there they take two lines.
            <Tabs.Trigger
              key={key}
              value={key}
              px="0"
              py={{ base: '2', md: '0' }}
              h={{ base: 'auto', md: 'var(--tabs-height)' }}
              minW="0"
              flexWrap={{ base: 'wrap', md: 'nowrap' }}
              alignContent="center"
              textAlign="start"
              whiteSpace={{ base: 'normal', md: 'nowrap' }}
            >
              {name}
              <Count>{form[key].length} Selected</Count>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {sections.map(({ key, source }) => (
          <Tabs.Content key={key} value={key} p="0">
            <ItemPicker
              source={source}
              chosen={form[key]}
              instituteId={form.institute_id}
              own={wizard.own[key]}
              isFixed={isFixed}
              onChange={change(key)}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <Box borderStartWidth={{ xl: '1px' }} borderTopWidth={{ base: '1px', xl: '0' }} bg="bg.canvas" p="4">
        {isFixed && (
          <HStack mb="4" p="3" borderRadius="l2" bg="bg.warning" color="fg.warning" textStyle="sm">
            Questions are locked: a candidate has started. Copy the drive to use other questions.
          </HStack>
        )}
        {shown.allow_coding && <UnrunLanguages problemIds={form.problems.map(({ id }) => id)} />}
        <ChosenPanel wizard={wizard} isFixed={isFixed} />
      </Box>
    </Grid>
  )
}
