import { consoleTexts } from '#contract/consoleTexts.ts'
import { signUpRequestForm } from '#contract/forms/account.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useForm } from '../../kit/form/useForm.ts'

interface Props {
  onClose: () => void
  onSent: () => Promise<unknown>
}

/** Sends a sign-up link to somebody who did not ask for one here. */
export function SendLinkDialog({ onClose, onSent }: Props) {
  const form = useForm({
    initial: { email: '', is_param_ai_allowed: false },
    draft: 'signUpLink',
    schema: signUpRequestForm,
    async onSubmit(body, _, idempotentRequest) {
      const { message } = await idempotentRequest('postSignupLink', { body })
      toastDone(message ?? 'The link is on its way.')
      await onSent()
      onClose()
    },
  })
  return (
    <FormDialog
      isOpen
      size="sm"
      title="Send a sign-up link"
      action="Send"
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <TextField
        {...form.bind('email')}
        label="Email"
        type="email"
        autoComplete="off"
        help="This creates a new organization."
      />
      <Tick
        label={consoleTexts.paramAssessment}
        isTicked={form.values.is_param_ai_allowed}
        onTick={(to) => form.set('is_param_ai_allowed', to)}
      />
    </FormDialog>
  )
}
