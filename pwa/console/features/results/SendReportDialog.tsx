import { Skeleton, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { recipientsForm } from '#contract/forms/attempt.ts'
import { plural } from '#contract/plural.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { faultsOf } from '../../form/faults.ts'
import { useForm } from '../../form/useForm.ts'
import { queryOf } from '../../http/queryOf.ts'
import { type Recipient, stillRecipients } from './recipients.ts'

interface Preview {
  recipients: Recipient[]
  candidates: number
  /** Another one for every other shortlist. */
  shortlist: string
}

/** Asks before the shortlisted candidates' results are mailed, and to whom. */
export function SendReportDialog({ driveId, onClose }: { driveId: string; onClose: () => void }) {
  const query = useQuery({
    ...queryOf<Preview>('getResultRecipients', { params: { id: driveId } }),
    staleTime: 0,
  })
  const chosenOf = (values: { user_ids: readonly string[] }): string[] =>
    stillRecipients(values.user_ids, query.data?.recipients ?? [])
  const form = useForm({
    initial: { user_ids: [] as string[] },
    draft: `report:${driveId}`,
    schema: recipientsForm,
    check: (values) => faultsOf(recipientsForm, { user_ids: chosenOf(values) }),
    async onSubmit(chosen, _, askOnce) {
      const { message } = await askOnce('postResultReport', {
        params: { id: driveId },
        body: { user_ids: chosenOf(chosen).join(',') },
        // Those who are shortlisted by then: of others it is another report.
        of: query.data?.shortlist,
      }).catch((fault: unknown) => {
        // Somebody may have stopped being one while this was open.
        void query.refetch()
        throw fault
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
            value={chosenOf(form.values)}
            fault={form.faultOf('user_ids')}
            onChange={(to) => form.set('user_ids', [...to])}
            onTouched={() => {}}
          />
        </>
      )}
    </FormDialog>
  )
}
