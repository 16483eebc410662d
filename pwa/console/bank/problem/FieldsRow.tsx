import { Grid } from '@chakra-ui/react'
import { checker } from '#contract/forms/bank.ts'
import { NameField } from '#pwa/ui/field/NameField.tsx'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { checkerLabels } from '../../kit/format/choiceLabels.ts'
import { newDifficulty, useBankNames } from '../list/useBankNames.ts'
import type { ProblemFormModel } from './useProblemForm.ts'
import type { ProblemValues } from './values.ts'

const checkers = checker.options.map((value) => ({ value, label: checkerLabels[value] }))
type TextName = {
  [K in keyof ProblemValues]: ProblemValues[K] extends string ? K : never
}[keyof ProblemValues]

/** The fields of a problem beside its statement. */
export function FieldsRow({ form }: { form: ProblemFormModel }) {
  const { values, set, errors } = form
  const { tags, difficulties, isLoading } = useBankNames()
  const plain = { onTouched: () => {}, size: 'lg' as const }
  const text = (name: TextName & string) => ({
    ...plain,
    name,
    value: values[name] as string,
    error: errors[name],
    onChange: (to: string) => set({ [name]: to }),
  })
  return (
    <Grid
      templateColumns={{
        base: '1fr',
        sm: '1fr 1fr',
        lg: 'repeat(4, minmax(0, 1fr))',
        xl: 'minmax(0, 2.2fr) minmax(0, 1.1fr) minmax(0, 1.8fr) 104px 152px minmax(0, 1.4fr)',
      }}
      gap="4"
      alignItems="start"
    >
      <TextField {...text('title')} label="Problem Title" autoComplete="off" />
      <NameField
        {...text('difficulty')}
        label="Difficulty"
        names={difficulties}
        isLoading={isLoading}
        placeholder="Choose"
        remark={newDifficulty}
      />
      <NamesField
        {...plain}
        name="tags"
        label="Tags"
        names={tags}
        placeholder="Choose or create"
        value={values.tags}
        error={errors.tags}
        onChange={(to) => set({ tags: to })}
      />
      <TextField {...text('time_in_minutes')} label="Time (mins)" inputMode="numeric" autoComplete="off" />
      <TextField
        {...text('submission_count')}
        label="Submission Count"
        inputMode="numeric"
        autoComplete="off"
      />
      <Grid gap="3">
        <SelectField
          {...plain}
          name="checker"
          label="Checker"
          value={values.checker}
          error={errors.checker}
          choices={checkers}
          onChange={(to) => set({ checker: checkers.find(({ value }) => value === to)?.value ?? 'exact' })}
        />
        {values.checker === 'float' && (
          <TextField
            {...text('tolerance')}
            label="Tolerance"
            placeholder="1e-6"
            help="How far apart two numbers may be; 1e-6 if left empty"
            autoComplete="off"
          />
        )}
      </Grid>
    </Grid>
  )
}
