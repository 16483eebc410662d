import { Box, Button, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { MAX_OPTIONS } from '#contract/forms/question.ts'
import { letterOf } from '#contract/letters.ts'
import type { Faults } from '../../kit/form/faults.ts'
import { OptionFields } from './OptionFields.tsx'
import { newOption, type OptionValues } from './values.ts'

export interface AnswerEditorProps {
  options: readonly OptionValues[]
  faults: Faults
  onChange: (options: readonly OptionValues[]) => void
  onBusy: (isBusy: boolean) => void
}

/** The options by their letters, two to five of them. */
export function OptionsEditor({ options, faults, onChange, onBusy }: AnswerEditorProps) {
  const isFull = options.length >= MAX_OPTIONS
  const fault = faults.options === consoleTexts.fiveOptions ? undefined : faults.options
  return (
    <Box as="section" aria-labelledby="options-heading">
      <Heading as="h2" id="options-heading" textStyle="md" fontWeight="600" mb="2">
        Options
      </Heading>
      {/* Above them: the first option is where the keyboard is led to. */}
      {fault && (
        <chakra.p role="alert" color="fg.error" textStyle="sm" mb="2">
          {fault}
        </chakra.p>
      )}
      <chakra.ol listStyleType="none" display="grid" gap="3">
        {options.map((option, index) => (
          <OptionFields
            key={option.key}
            option={option}
            letter={letterOf(index)}
            index={index}
            fault={faults[`options.${index}`]}
            canRemove={options.length > 1}
            onChange={(change) =>
              onChange(options.map((one) => (one.key === option.key ? { ...one, ...change } : one)))
            }
            onRemove={() => onChange(options.filter((one) => one.key !== option.key))}
            onBusy={onBusy}
          />
        ))}
      </chakra.ol>
      <HStack mt="3" gap="3" flexWrap="wrap">
        <Button
          type="button"
          name="options"
          variant="outline"
          disabled={isFull}
          onClick={() => onChange([...options, newOption()])}
        >
          <Plus aria-hidden />
          {consoleTexts.addOption}
        </Button>
        {isFull && (
          <Text role="status" textStyle="sm" color="fg.muted">
            {consoleTexts.fiveOptions}
          </Text>
        )}
      </HStack>
    </Box>
  )
}
