import { Text } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { messageForm, minutesForm } from '#contract/forms/attempt.ts'
import type { CandidateRow } from '#contract/views/admin.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { cutName } from '#pwa/ui/field/names.ts'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { dateOr, formatSpan } from '../../kit/format/dates.ts'
import { request } from '../../kit/http/request.ts'
import { AccommodationDialog } from './AccommodationDialog.tsx'
import { RescueDialog } from './RescueDialog.tsx'
import { type DialogName, reissueLabel } from './RowMenu.tsx'
import { useCandidateAction, whom } from './useCandidateAction.ts'

interface Props {
  row: CandidateRow
  name: DialogName
  onClose: () => void
}

const questions = {
  reissue: {
    words: reissueLabel,
    action: 'Send a new link',
    call: 'postReissue',
  },
  revoke: {
    words: (row: CandidateRow) =>
      `Revoke ${row.email}'s link? It will stop working${row.status === 'running' ? ', and the running test cannot send anything until there is a new one' : ''}.`,
    action: 'Revoke',
    call: 'postRevoke',
  },
  resetDevice: {
    words: (row: CandidateRow) => `Free the test of ${row.email} from ${row.device_name ?? 'its device'}?`,
    about:
      'The current device stops and says so. The next device to open the test, the same one or another, takes over without confirmation, with everything that has reached the server.',
    action: 'Reset device',
    call: 'postResetDevice',
  },
  pause: {
    words: (row: CandidateRow) => `Pause the test of ${row.email}?`,
    about:
      'The clock stops until you resume the test, and the candidate is told. Anything written in the meantime does not count unless you accept it as late work.',
    action: 'Pause',
    call: 'postPause',
  },
} as const

/** The questions asked before something is done to one candidate. */
export function RowDialogs({ row, name, onClose }: Props) {
  const action = useCandidateAction(onClose)
  switch (name) {
    case 'accommodation':
      return <AccommodationDialog row={row} onClose={onClose} />
    case 'minutes':
    case 'reopen':
      return <MinutesDialog row={row} isReopening={name === 'reopen'} onClose={onClose} />
    case 'message':
      return <MessageDialog row={row} onClose={onClose} />
    case 'rescue':
      return <RescueDialog row={row} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          isOpen
          title={`${consoleTexts.wishToDelete} candidate ${cutName(row.email)}? Answers, pictures and results of all their drives are deleted too.`}
          action="Delete"
          isDestructive
          isBusy={action.isPending}
          onConfirm={() =>
            action.mutate({
              run: () => request('deleteCandidate', { params: { id: row.id } }),
              of: whom(row),
            })
          }
          onCancel={onClose}
        />
      )
    default: {
      const question = questions[name]
      const { words, action: word, call } = question
      return (
        <ConfirmDialog
          isOpen
          title={words(row)}
          action={word}
          isBusy={action.isPending}
          onConfirm={() =>
            action.mutate({
              run: (idempotentRequest) => idempotentRequest(call, { params: { ref: row.token }, body: {} }),
              of: whom(row),
            })
          }
          onCancel={onClose}
        >
          {'about' in question ? question.about : undefined}
        </ConfirmDialog>
      )
    }
  }
}

interface MinutesProps {
  row: CandidateRow
  isReopening: boolean
  onClose: () => void
}

/** How long a test still runs, said behind the address. */
function formatTimeLeft({ seconds_left, deadline_at, status }: CandidateRow): string {
  if (seconds_left !== null)
    return ` has ${formatSpan(seconds_left)} left. The test is paused: the clock runs again with Resume.`
  if (deadline_at === null) return ''
  return ` ${status === 'finished' ? 'had' : 'has'} until ${dateOr(deadline_at, '-')}.`
}

/** Minutes for a running test, or for one that ended and is opened again. */
function MinutesDialog({ row, isReopening, onClose }: MinutesProps) {
  const action = useCandidateAction(onClose)
  const form = useForm({
    initial: { minutes: isReopening ? '30' : '10' },
    draft: `${isReopening ? 'reopen' : 'minutes'}:${row.token}`,
    schema: minutesForm,
    onSubmit: ({ minutes }, _, idempotentRequest) =>
      action.mutateAsync({
        run: (idempotentRequest) =>
          idempotentRequest(isReopening ? 'postReopen' : 'postMinutes', {
            params: { ref: row.token },
            body: { minutes },
          }),
        of: whom(row),
        idempotentRequest,
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
        {!isReopening && formatTimeLeft(row)}
      </Text>
      <TextField
        {...form.bind('minutes')}
        label={isReopening ? 'Minutes from now' : 'Minutes to add'}
        inputMode="numeric"
      />
    </FormDialog>
  )
}

function MessageDialog({ row, onClose }: { row: CandidateRow; onClose: () => void }) {
  const action = useCandidateAction(onClose)
  const form = useForm({
    initial: { text: '' },
    draft: `message:${row.token}`,
    schema: messageForm,
    onSubmit: ({ text }, _, idempotentRequest) =>
      action.mutateAsync({
        run: (idempotentRequest) =>
          idempotentRequest('postMessage', { params: { ref: row.token }, body: { text } }),
        of: whom(row),
        idempotentRequest,
      }),
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
