import { messageForm } from '#contract/forms/attempt.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { useForm } from '../../form/useForm.ts'
import type { CandidateRow } from '../../views.ts'
import { useCandidateAction } from './useCandidateAction.ts'

export function MessageDialog({ row, onClose }: { row: CandidateRow; onClose: () => void }) {
  const action = useCandidateAction(onClose)
  const form = useForm({
    initial: { text: '' },
    draft: `message:${row.token}`,
    schema: messageForm,
    onSubmit: ({ text }, _, askOnce) =>
      action.mutateAsync({ call: 'postMessage', params: { ref: row.token }, body: { text }, askOnce }),
  })
  return (
    <FormDialog
      isOpen
      title={`Message to ${row.first_name || row.email}`}
      action="Send"
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <TextAreaField {...form.bind('text')} label="Message" rows={4} />
    </FormDialog>
  )
}
