import { Grid } from '@chakra-ui/react'
import { checker } from '#contract/forms/bank.ts'
import { toleranceKind } from '#contract/judging.ts'
import { NameField } from '#pwa/ui/field/NameField.tsx'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { checkerLabels } from '../../kit/format/choiceLabels.ts'
import { newDifficulty, useBankNames } from '../list/useBankNames.ts'
import { toleranceLabels } from './judgingValues.ts'
import type { ProblemFormModel } from './useProblemForm.ts'
import type { ProblemValues } from './values.ts'

const checkers = checker.options.map((value) => ({ value, label: checkerLabels[value] }))
const tolerances = toleranceKind.options.map((value) => ({ value, label: toleranceLabels[value] }))
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
        {values.checker !== 'program' && (
          <Tick
            name="ignore_case"
            label="Upper and lower case are the same"
            isTicked={values.judging.ignore_case}
            onTick={(ignore_case) => set({ judging: { ...values.judging, ignore_case } })}
          />
        )}
        {values.checker === 'float' && (
          <TextField
            {...text('tolerance')}
            label="Tolerance"
            placeholder="1e-6"
            help="How far apart two numbers may be; 1e-6 if left empty"
            autoComplete="off"
          />
        )}
        {values.checker === 'float' && (
          <SelectField
            {...plain}
            name="tolerance_of"
            label="Tolerance is"
            value={values.judging.tolerance_of}
            choices={tolerances}
            onChange={(to) =>
              set({
                judging: {
                  ...values.judging,
                  tolerance_of: tolerances.find(({ value }) => value === to)?.value ?? 'either',
                },
              })
            }
          />
        )}
      </Grid>
    </Grid>
  )
}
