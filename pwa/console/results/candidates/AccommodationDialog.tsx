import { Fieldset, Text } from '@chakra-ui/react'
import { accommodationForm } from '#contract/forms/attempt.ts'
import { type LiftedRule, sortedRules } from '#contract/liftedRules.ts'
import type { CandidateRow } from '#contract/views/admin.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { useExpected } from '../../kit/form/useExpected.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { liftedRuleLabels } from '../../kit/format/choiceLabels.ts'
import { useCandidateAction, whom } from './useCandidateAction.ts'

const offered = Object.entries(liftedRuleLabels) as [LiftedRule, string][]

/** More time and rules that do not count, for one candidate. */
export function AccommodationDialog({ row, onClose }: { row: CandidateRow; onClose: () => void }) {
  const action = useCandidateAction(onClose)
  const { withExpected, stored } = useExpected({
    time_factor: row.time_factor,
    lifted_rules: row.lifted_rules,
  })
  const form = useForm({
    initial: {
      percent: String(Math.round((row.time_factor - 1) * 100)),
      lifted: row.lifted_rules as LiftedRule[],
    },
    draft: `accommodation:${row.token}`,
    stored,
    schema: accommodationForm,
    onSubmit: (parsed) =>
      withExpected((was) =>
        action.mutateAsync({
          of: whom(row),
          run: (idempotentRequest) =>
            idempotentRequest('putAccommodation', {
              params: { ref: row.token },
              body: { time_factor: 1 + parsed.percent / 100, lifted_rules: sortedRules(parsed.lifted), was },
            }),
        }),
      ),
  })
  const { lifted } = form.values
  return (
    <FormDialog
      isOpen
      title="Accommodation"
      action="Save"
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        {row.email}
      </Text>
      <TextField
        {...form.bind('percent')}
        label="Extra time, as a percentage of the allotted time"
        inputMode="numeric"
        help="50 turns 60 minutes into 90. Applies to a running test immediately."
      />
      <Fieldset.Root>
        <Fieldset.Legend fontWeight="500" mb="2">
          Rules waived
        </Fieldset.Legend>
        {offered.map(([rule, words]) => (
          <Tick
            key={rule}
            label={words}
            isTicked={lifted.includes(rule)}
            onTick={(is) => form.set('lifted', is ? [...lifted, rule] : lifted.filter((one) => one !== rule))}
          />
        ))}
      </Fieldset.Root>
    </FormDialog>
  )
}
