import { Skeleton, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { recipientsForm } from '#contract/forms/attempt.ts'
import { plural } from '#contract/plural.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useForm } from '../../form/useForm.ts'
import { queryOf } from '../../http/queryOf.ts'
import { useAskOnce } from '../../http/useAskOnce.ts'

interface Preview {
  recipients: { user_id: number; name: string; email: string }[]
  candidates: number
}

/** Asks before the shortlisted candidates' results are mailed, and to whom. */
export function SendReportDialog({ driveId, onClose }: { driveId: string; onClose: () => void }) {
  const askOnce = useAskOnce()
  const query = useQuery({
    ...queryOf<Preview>('getResultRecipients', { params: { id: driveId } }),
    staleTime: 0,
  })
  const form = useForm({
    initial: { user_ids: [] as string[] },
    draft: `report:${driveId}`,
    schema: recipientsForm,
    async onSubmit({ user_ids }) {
      const { message } = await askOnce('postResultReport', {
        params: { id: driveId },
        body: { user_ids: user_ids.join(',') },
      })
      if (message) toastDone(message)
      onClose()
    },
  })
  const { data } = query
  return (
    <FormDialog
      isOpen
      title={consoleTexts.sendEmail}
      action="Send"
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      isActionDisabled={!data || data.candidates === 0}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <Text>{consoleTexts.sendReportQuestion}</Text>
      {query.isError ? (
        <Fault
          sentence="The contacts could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <Skeleton height="72px" />
      ) : data.candidates === 0 ? (
        <Text color="fg.warning">Nobody is shortlisted yet: tick candidates in the list first.</Text>
      ) : (
        <>
          <Text color="fg.muted" textStyle="sm">
            {plural(data.candidates, 'shortlisted candidate')}
          </Text>
          <MultiSelectField
            name="user_ids"
            label={consoleTexts.emailSentTo}
            placeholder="Select contact(s)"
            choices={data.recipients.map((one) => ({ value: String(one.user_id), label: one.email }))}
            value={form.values.user_ids}
            fault={form.faultOf('user_ids')}
            onChange={(to) => form.set('user_ids', [...to])}
            onTouched={() => {}}
          />
        </>
      )}
    </FormDialog>
  )
}
