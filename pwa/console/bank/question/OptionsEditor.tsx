import { Box, Button, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { MAX_OPTIONS } from '#contract/forms/question.ts'
import { letterOf } from '#contract/letters.ts'
import type { FieldErrors } from '../../kit/form/fieldErrors.ts'
import { OptionFields } from './OptionFields.tsx'
import { newOption, type OptionValues } from './values.ts'

export interface AnswerEditorProps {
  options: readonly OptionValues[]
  errors: FieldErrors
  onChange: (options: readonly OptionValues[]) => void
  onBusy: (isBusy: boolean) => void
}

/** The options by their letters, two to five of them. */
export function OptionsEditor({ options, errors, onChange, onBusy }: AnswerEditorProps) {
  const isFull = options.length >= MAX_OPTIONS
  const error = errors.options === consoleTexts.fiveOptions ? undefined : errors.options
  return (
    <Box as="section" aria-labelledby="options-heading">
      <Heading as="h2" id="options-heading" textStyle="md" fontWeight="600" mb="2">
        Options
      </Heading>
      {/* Above them: the first option is where the keyboard is led to. */}
      {error && (
        <chakra.p role="alert" color="fg.error" textStyle="sm" mb="2">
          {error}
        </chakra.p>
      )}
      <chakra.ol listStyleType="none" display="grid" gap="3">
        {options.map((option, index) => (
          <OptionFields
            key={option.key}
            option={option}
            letter={letterOf(index)}
            index={index}
            error={errors[`options.${index}`]}
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
