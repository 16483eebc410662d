import { chakra, Field, HStack, Input, SimpleGrid, Text } from '@chakra-ui/react'
import type { CountHash } from '#contract/forms/assessment.ts'
import { LEVELS, type Level } from '#machines/drive/draw.ts'
import type { CountField } from './fields.ts'

interface Props {
  name: CountField
  legend: string
  values: Record<Level, string>
  /** How many there are; null while that is not known. */
  available: CountHash | null
  isFixed: boolean
  faultOf: (name: string) => string | undefined
  onChange: (values: Record<Level, string>) => void
}

const words: Record<Level, string> = { easy: 'Easy', medium: 'Medium', hard: 'Hard' }

/** How many of each difficulty, with how many there are to draw from. */
export function CountFields({ name, legend, values, available, isFixed, faultOf, onChange }: Props) {
  const parts = LEVELS.map((level) => faultOf(`${name}.${level}`))
  // What is said of one level stands at it; the group says what is said of all.
  const whole = parts.every((part) => part === undefined) ? faultOf(name) : undefined
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="sm" fontWeight="500" mb="2">
        {legend}
      </chakra.legend>
      <SimpleGrid columns={3} gap="3" alignItems="start">
        {LEVELS.map((level, index) => (
          <Field.Root
            key={level}
            invalid={parts[index] !== undefined || whole !== undefined}
            disabled={isFixed}
          >
            <HStack justify="space-between" width="full" gap="1" flexWrap="wrap">
              <Field.Label>{words[level]}</Field.Label>
              <Text as="span" textStyle="xs" color="fg.subtle" fontVariantNumeric="tabular-nums">
                of {available ? available[level] : '–'}
              </Text>
            </HStack>
            <Input
              name={`${name}.${level}`}
              size="lg"
              inputMode="numeric"
              autoComplete="off"
              aria-label={`${words[level]} ${legend}`}
              value={values[level]}
              onChange={(event) => onChange({ ...values, [level]: event.target.value })}
              // A nought is there to be written over.
              onFocus={(event) => event.target.select()}
            />
            <Field.ErrorText role="status">{parts[index]}</Field.ErrorText>
          </Field.Root>
        ))}
      </SimpleGrid>
      {whole && (
        <chakra.p role="status" color="fg.error" textStyle="xs" mt="1.5">
          {whole}
        </chakra.p>
      )}
    </chakra.fieldset>
  )
}
