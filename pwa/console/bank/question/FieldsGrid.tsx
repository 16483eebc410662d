import { Grid } from '@chakra-ui/react'
import { plural } from '#contract/plural.ts'
import { kindLabels, questionKinds } from '#contract/questionKinds.ts'
import { NameField } from '#pwa/ui/field/NameField.tsx'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { newDifficulty, useBankNames } from '../list/useBankNames.ts'
import { type KindValue, kindValueOf } from './kinds.ts'
import { timeError, toMinutes, units } from './units.ts'
import type { QuestionFormModel } from './useQuestionForm.ts'

const types = questionKinds.map((kind) => ({ value: kindValueOf(kind), label: kindLabels[kind] }))

/** Difficulty, tags, type, marks and time. */
export function FieldsGrid({ form }: { form: QuestionFormModel }) {
  const { values, set, errors } = form
  const { tags, difficulties, isLoading } = useBankNames()
  const plain = { onTouched: () => {} }
  const inMinutes =
    values.unit !== 'minute' && timeError(values.time, values.unit) === undefined
      ? plural(toMinutes(Number(values.time), values.unit), 'minute')
      : undefined
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        sm: 'repeat(2, minmax(0, 1fr))',
        lg: 'repeat(3, minmax(0, 1fr))',
      }}
      gap="4"
      alignItems="start"
    >
      <NameField
        {...plain}
        name="difficulty"
        label="Difficulty"
        remark={newDifficulty}
        placeholder="Choose or type"
        names={difficulties}
        isLoading={isLoading}
        value={values.difficulty}
        error={errors.difficulty}
        onChange={(difficulty) => set({ difficulty })}
      />
      <NamesField
        {...plain}
        name="tags"
        label="Tags"
        placeholder="Choose or type"
        names={tags}
        value={values.tags}
        error={errors.tags}
        onChange={(to) => set({ tags: to })}
      />
      <SelectField
        {...plain}
        name="type"
        label="Type"
        placeholder="Select type"
        choices={types}
        value={values.type}
        error={errors.type}
        onChange={(type) => set({ type: type as KindValue })}
      />
      <TextField
        {...plain}
        name="marks"
        label="Marks"
        inputMode="numeric"
        autoComplete="off"
        value={values.marks}
        error={errors.marks}
        onChange={(marks) => set({ marks })}
      />
      <TextField
        {...plain}
        name="time"
        label="Time"
        inputMode="decimal"
        autoComplete="off"
        value={values.time}
        error={errors.time}
        onChange={(time) => set({ time })}
        {...(inMinutes && { help: inMinutes })}
      />
      <SelectField
        {...plain}
        name="unit"
        label="Unit"
        choices={units}
        value={values.unit}
        onChange={(unit) => set({ unit: units.find((one) => one.value === unit)?.value ?? 'second' })}
      />
    </Grid>
  )
}
