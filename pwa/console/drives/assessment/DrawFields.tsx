import { chakra, Field, HStack, Input, SimpleGrid, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CountHash } from '#contract/forms/assessment.ts'
import { LEVELS, type Level } from '#machines/drive/draw.ts'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { queryOf } from '../../kit/http/queryOf.ts'
import { type CountField, NOTHING_TO_ASK } from './fields.ts'
import type { Assessing } from './useAssessmentForm.ts'

interface Props {
  name: CountField
  legend: string
  values: Record<Level, string>
  /** How many there are; null while that is not known. */
  available: CountHash | null
  isFixed: boolean
  errorOf: (name: string) => string | undefined
  onChange: (values: Record<Level, string>) => void
}

const words: Record<Level, string> = { easy: 'Easy', medium: 'Medium', hard: 'Hard' }

/** How many of each difficulty, with how many there are to draw from. */
function CountFields({ name, legend, values, available, isFixed, errorOf, onChange }: Props) {
  const parts = LEVELS.map((level) => errorOf(`${name}.${level}`))
  // An error of one level stands at it; an error of all stands at the group.
  const whole = parts.every((part) => part === undefined) ? errorOf(name) : undefined
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

/** The draw from the bank: with which tags, and how many of each difficulty. */
export function DrawFields({ assessing }: { assessing: Assessing }) {
  const { form, allowed, available, countsError, isFixed, setTagList } = assessing
  const tags = useQuery(queryOf('getTags'))
  const names = useMemo(() => (tags.data?.tags ?? []).map((tag) => tag.name), [tags.data])
  const counts = (name: 'problem_count_hash' | 'mcq_count_hash', legend: string) => (
    <CountFields
      name={name}
      legend={legend}
      values={form.values[name]}
      available={available[name]}
      isFixed={isFixed}
      errorOf={form.errorOf}
      onChange={(to) => form.set(name, to)}
    />
  )
  if (!allowed.allow_coding && !allowed.allow_mcq)
    return (
      <Text textStyle="sm" color="fg.warning">
        {NOTHING_TO_ASK}
      </Text>
    )
  return (
    <>
      {isFixed && (
        <Text textStyle="sm" color="fg.muted">
          Someone has started this assessment, so its questions are fixed. Copy it to draw others.
        </Text>
      )}
      <NamesField
        name="tag_list"
        label="Tags"
        placeholder={tags.isPending ? 'Loading...' : 'All tags'}
        help={
          tags.isError
            ? `The tags could not be loaded. ${tags.error.message}`
            : 'Draws questions with any of these tags, or from the whole bank if there are none.'
        }
        names={names}
        canCreate={false}
        value={form.values.tag_list}
        error={form.errorOf('tag_list')}
        isDisabled={isFixed}
        onChange={(to) => setTagList([...to])}
        onTouched={() => {}}
      />
      {allowed.allow_coding && counts('problem_count_hash', 'Problems')}
      {allowed.allow_mcq && counts('mcq_count_hash', 'MCQs')}
      {countsError && (
        <Text role="alert" textStyle="sm" color="fg.warning">
          The number of available questions could not be loaded. {countsError.message}
        </Text>
      )}
    </>
  )
}
