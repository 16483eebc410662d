import { Text } from '@chakra-ui/react'
import { minutesForm } from '#contract/forms/attempt.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { useForm } from '../../form/useForm.ts'
import { dateOr } from '../../format/dates.ts'
import type { CandidateRow } from '../../views.ts'
import { useCandidateAction } from './useCandidateAction.ts'

interface Props {
  row: CandidateRow
  isReopening: boolean
  onClose: () => void
}

/** Minutes for a running test, or for one that ended and is opened again. */
export function MinutesDialog({ row, isReopening, onClose }: Props) {
  const action = useCandidateAction(onClose)
  const form = useForm({
    initial: { minutes: isReopening ? '30' : '10' },
    draft: `${isReopening ? 'reopen' : 'minutes'}:${row.token}`,
    schema: minutesForm,
    onSubmit: ({ minutes }, _, askOnce) =>
      action.mutateAsync({
        call: isReopening ? 'postReopen' : 'postMinutes',
        params: { ref: row.token },
        body: { minutes },
        askOnce,
      }),
  })
  return (
    <FormDialog
      isOpen
      size="sm"
      title={isReopening ? 'Reopen the test' : 'Add minutes'}
      action={isReopening ? 'Reopen' : 'Add'}
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        {row.email}
        {!isReopening && row.deadline_at && ` has until ${dateOr(row.deadline_at, '-')}.`}
      </Text>
      <TextField
        {...form.bind('minutes')}
        label={isReopening ? 'Minutes from now' : 'Minutes to add'}
        inputMode="numeric"
      />
    </FormDialog>
  )
}
