import { Text } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { lateNoteForm } from '#contract/forms/attempt.ts'
import type { LateDecision, LateItem } from '#contract/views/lateWork.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useExpected } from '../../kit/form/useExpected.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { request } from '../../kit/http/request.ts'
import { acceptedMessage, lateKindLabel } from './format.ts'

export interface Decision {
  items: readonly LateItem[]
  decision: LateDecision
}

interface Props {
  token: string
  name: string
  decision: Decision
  onClose: () => void
}

/** Asks for the reason; scores follow the decision. */
export function DecideDialog({ token, name, decision: { items, decision }, onClose }: Props) {
  const client = useQueryClient()
  const only = items.length === 1 ? items[0] : undefined
  const word = decision === 'accepted' ? 'Accept' : 'Reject'
  const { withExpected, stored } = useExpected(items.map(({ decided_at }) => decided_at))
  const form = useForm({
    initial: { note: '' },
    draft: `late:${token}:${decision}:${items.map(({ op_id }) => op_id).join()}`,
    stored,
    schema: lateNoteForm,
    onSubmit: async ({ note }) => {
      const { message } = await withExpected((was) =>
        request('postLateDecision', {
          params: { ref: token },
          body: { op_ids: items.map(({ op_id }) => op_id), decision, note, was },
        }),
      )
      if (message) toastDone(message)
      onClose()
      // The score follows, so results, statistics and the report are of before as well.
      await client.invalidateQueries()
    },
  })
  return (
    <FormDialog
      isOpen
      title={`${word} ${items.length === 1 ? 'this work' : `${items.length} pieces of work`} of ${name}?`}
      action={word}
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      refusal={form.refusal}
      onSubmit={form.submit}
      onCancel={() => form.giveUp(onClose)}
    >
      <Text textStyle="sm" color="fg.muted">
        {decision === 'accepted' ? acceptedMessage(items) : 'It does not count, and the score is updated.'}{' '}
        The decision and your note are recorded in the organization’s audit log.
      </Text>
      {only && (
        <Text textStyle="sm">
          {lateKindLabel(only)}: {plainText(only.title)}
        </Text>
      )}
      <TextAreaField {...form.bind('note')} label="Note (optional)" rows={3} />
    </FormDialog>
  )
}
