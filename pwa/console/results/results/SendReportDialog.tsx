import { Skeleton, Text } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { recipientsForm } from '#contract/forms/attempt.ts'
import { plural } from '#contract/plural.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { fieldErrorsOf } from '../../kit/form/fieldErrors.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { stillRecipients } from './ReportMails.tsx'

interface Props {
  driveId: string
  /** Who is chosen from the beginning: whoever a mail did not reach. */
  to: readonly number[]
  onClose: () => void
}

/** Asks before the shortlisted candidates' results are mailed, and to whom. */
export function SendReportDialog({ driveId, to, onClose }: Props) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf('getResultRecipients', { params: { id: driveId } }),
    staleTime: 0,
  })
  const chosenOf = (values: { user_ids: readonly string[] }): string[] =>
    stillRecipients(values.user_ids, query.data?.recipients ?? [])
  const form = useForm({
    initial: { user_ids: to.map(String) },
    // One that is sent again is about somebody else than what was chosen before.
    draft: ['report', driveId, ...to].join(':'),
    schema: recipientsForm,
    check: (values) => fieldErrorsOf(recipientsForm, { user_ids: chosenOf(values) }),
    async onSubmit(chosen, _, idempotentRequest) {
      const { message } = await idempotentRequest('postResultReport', {
        params: { id: driveId },
        body: { user_ids: chosenOf(chosen).join(',') },
        // Those who are shortlisted by then: of others it is another report.
        of: query.data?.shortlist,
      }).catch((error: unknown) => {
        // Somebody may have stopped being one while this was open.
        void query.refetch()
        throw error
      })
      if (message) toastDone(message)
      void client.invalidateQueries({ queryKey: ['getResultReports'] })
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
        <Text color="fg.warning">No one is shortlisted yet. Select candidates in the list first.</Text>
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
            error={form.errorOf('user_ids')}
            onChange={(chosen) => form.set('user_ids', [...chosen])}
            onTouched={() => {}}
          />
        </>
      )}
    </FormDialog>
  )
}
