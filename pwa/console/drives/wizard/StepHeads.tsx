import { chakra } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { plural } from '#contract/plural.ts'
import { wizardSteps } from '#machines/drive/wizard.ts'
import type { Wizard } from './useWizard.ts'

/** 64 px: where one is in the three steps, and what the others hold. */
export function StepHeads({ wizard }: { wizard: Wizard }) {
  const { form, shown, stored } = wizard
  const chosen = [
    shown.allow_coding && plural(form.problems.length, 'problem'),
    shown.allow_mcq && plural(form.questions.length, 'MCQ'),
  ].filter(Boolean)
  const heads = {
    details: [consoleTexts.driveDetails, form.name || 'Name, dates, contacts'],
    questions: [consoleTexts.addQuestions, chosen.join(', ') || 'Problems and MCQs'],
    rules: [consoleTexts.addRulesToDrive, stored ? 'Read before the test' : 'After the drive is created'],
  }
  const current = wizardSteps.indexOf(wizard.step)
  return (
    <chakra.ol
      aria-label="Steps"
      display="flex"
      gap={{ base: '3', md: '10' }}
      px={{ base: '4', md: '6' }}
      h="64px"
      alignItems="center"
      listStyleType="none"
      overflowX="auto"
    >
      {wizardSteps.map((step, index) => {
        const isCurrent = index === current
        const isDone = index < current
        return (
          <chakra.li
            key={step}
            display="flex"
            alignItems="center"
            gap="2.5"
            minW="0"
            flexShrink={{ base: isCurrent ? '1' : '0', md: '1' }}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <chakra.span
              w="7"
              h="7"
              flexShrink="0"
              borderRadius="full"
              display="grid"
              placeItems="center"
              textStyle="sm"
              fontWeight="600"
              borderWidth="1px"
              borderColor={isCurrent || isDone ? 'sea' : 'border.control'}
              bg={isCurrent ? 'sea' : 'bg'}
              color={isCurrent ? 'sea.contrast' : isDone ? 'sea' : 'fg.subtle'}
            >
              {isDone ? <Check size={14} aria-label="Done" /> : index + 1}
            </chakra.span>
            <chakra.span
              minW="0"
              lineHeight="1.3"
              display={{ base: isCurrent ? 'block' : 'none', md: 'block' }}
            >
              <chakra.span display="block" fontWeight="600" color={isCurrent ? 'fg' : 'fg.muted'} truncate>
                {heads[step][0]}
              </chakra.span>
              <chakra.span display="block" textStyle="xs" color="fg.subtle" truncate>
                {heads[step][1]}
              </chakra.span>
            </chakra.span>
          </chakra.li>
        )
      })}
    </chakra.ol>
  )
}
