import { useQueryClient } from '@tanstack/react-query'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { instituteForm } from '#contract/forms/organization.ts'
import type { InstituteView } from '#contract/views/drive.ts'
import { CallError } from '#pwa/http/call.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useExpected } from '../../kit/form/useExpected.ts'
import { useForm } from '../../kit/form/useForm.ts'

interface Props {
  /** null: a new one. */
  institute: InstituteView | null
  onClose: () => void
}

export function InstituteForm({ institute, onClose }: Props) {
  const client = useQueryClient()
  const { withExpected, stored } = useExpected(institute?.name ?? '')
  const form = useForm({
    initial: { name: institute?.name ?? '' },
    draft: `institute:${institute?.id ?? 'new'}`,
    stored,
    schema: instituteForm,
    async onSubmit({ name }, _, idempotentRequest) {
      const { message } = await (institute
        ? withExpected((was) =>
            idempotentRequest('putInstitute', {
              params: { id: institute.id },
              body: { id: institute.id, name, was },
            }),
          )
        : idempotentRequest('postInstitute', { body: { name } })
      ).catch((error: unknown) => {
        // A refusal in words stands at the field; what kept the call from being answered is named as specified.
        if (error instanceof CallError && error.kind === 'refused' && error.status !== 500) throw error
        throw new Error(institute ? consoleTexts.instituteUpdateFailed : consoleTexts.instituteCreateFailed)
      })
      toastDone(message ?? consoleTexts.instituteUpdated)
      await client.invalidateQueries({ queryKey: ['getInstitutes'] })
      onClose()
    },
  })
  return (
    <FormDialog
      isOpen
      size="sm"
      title={institute ? consoleTexts.editInstitute : consoleTexts.addInstitute}
      action={institute ? 'Update' : 'Add'}
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <TextField {...form.bind('name')} label="Name" autoComplete="off" />
    </FormDialog>
  )
}
