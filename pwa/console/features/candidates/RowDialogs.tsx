import { consoleTexts } from '#contract/consoleTexts.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { cutName } from '#pwa/ui/names.ts'
import type { CandidateRow } from '../../views.ts'
import { AccommodationDialog } from './AccommodationDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { MinutesDialog } from './MinutesDialog.tsx'
import { RescueDialog } from './RescueDialog.tsx'
import { reissueWords } from './reissueWords.ts'
import { useCandidateAction } from './useCandidateAction.ts'

export type DialogName =
  | 'accommodation'
  | 'minutes'
  | 'reopen'
  | 'message'
  | 'reissue'
  | 'revoke'
  | 'resetDevice'
  | 'rescue'
  | 'delete'

interface Props {
  row: CandidateRow
  name: DialogName
  onClose: () => void
}

const questions = {
  reissue: {
    words: reissueWords,
    action: 'Send a new link',
    call: 'postReissue',
  },
  revoke: {
    words: (row: CandidateRow) =>
      `Revoke ${row.email}'s link? It will stop working${row.status === 'running' ? ', and the running test can send nothing until there is a new one' : ''}.`,
    action: 'Revoke',
    call: 'postRevoke',
  },
  resetDevice: {
    words: (row: CandidateRow) => `Free the test of ${row.email} from ${row.device_name ?? 'its device'}?`,
    about:
      'The device that has it now stops and says so. Whichever device takes the test next, that one or another, goes on without being asked, with everything that has reached the server.',
    action: 'Reset device',
    call: 'postResetDevice',
  },
} as const

/** What is asked before something is done to one candidate. */
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
          isBusy={action.isPending}
          onConfirm={() => action.mutate({ call: 'deleteCandidate', params: { id: row.id } })}
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
          onConfirm={() => action.mutate({ call, params: { ref: row.token } })}
          onCancel={onClose}
        >
          {'about' in question ? question.about : undefined}
        </ConfirmDialog>
      )
    }
  }
}
