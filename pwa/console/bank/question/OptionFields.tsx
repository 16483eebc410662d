import { Box, chakra, Field, IconButton, Textarea } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { fieldBorder } from '#pwa/ui/field/field.ts'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { ImageField } from '../../kit/fields/ImageField.tsx'
import type { OptionValues } from './values.ts'

interface Props {
  option: OptionValues
  letter: string
  index: number
  error: string | undefined
  /** Only while another one is left. */
  canRemove: boolean
  onChange: (change: Partial<OptionValues>) => void
  onRemove: () => void
  onBusy: (isBusy: boolean) => void
}

/** One option: its letter, its words, its picture, and whether it is right. */
export function OptionFields({ option, letter, index, error, canRemove, onChange, onRemove, onBusy }: Props) {
  return (
    <chakra.li
      aria-label={`Option ${letter}`}
      display="grid"
      gridTemplateColumns="28px minmax(0, 1fr) auto"
      columnGap="3"
      rowGap="2"
      borderWidth="1px"
      borderColor={option.is_answer ? 'sea' : 'border'}
      borderRadius="l3"
      p="3"
      bg="bg"
    >
      <chakra.span
        aria-hidden
        boxSize="7"
        display="grid"
        placeItems="center"
        borderRadius="full"
        bg={option.is_answer ? 'sea.subtle' : 'bg.muted'}
        color={option.is_answer ? 'sea' : 'fg.muted'}
        fontWeight="600"
        textStyle="sm"
        mt="1"
      >
        {letter}
      </chakra.span>
      <Field.Root invalid={error !== undefined}>
        <Textarea
          name={`options.${index}`}
          aria-label={`Description of option ${letter}`}
          placeholder="Description"
          rows={2}
          minH="44px"
          autoresize
          bg="bg"
          borderColor={fieldBorder(error)}
          value={option.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <Field.ErrorText role="status">{error}</Field.ErrorText>
      </Field.Root>
      <Box minW="8">
        {canRemove && (
          <IconButton
            type="button"
            variant="ghost"
            size="sm"
            aria-label={`Remove option ${letter}`}
            title="Remove"
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </Box>
      <Box gridColumn="2 / -1" display="flex" flexWrap="wrap" gap="4" alignItems="flex-start">
        <Box minH="8" display="flex" alignItems="center">
          <Tick
            name={`options.${index}.is_answer`}
            label={consoleTexts.isAnswer}
            isTicked={option.is_answer}
            onTick={(is_answer) => onChange({ is_answer })}
          />
        </Box>
        <Box flex="1" minW="14rem">
          <ImageField
            whatFor="option"
            id={`option-${index}-image`}
            label={`Picture of option ${letter}`}
            url={option.image_url}
            alt={null}
            onChange={({ url }) => url !== undefined && onChange({ image_url: url })}
            onBusy={onBusy}
          />
        </Box>
      </Box>
    </chakra.li>
  )
}
