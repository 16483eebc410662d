import { IconButton, Menu, Portal } from '@chakra-ui/react'
import { EllipsisVertical } from 'lucide-react'
import type { CandidateRow } from '../../views.ts'
import type { DialogName } from './RowDialogs.tsx'

/** What can be done at once, and what asks for something first. */
export type Choice = 'link' | 'resend' | 'pause' | 'resume' | DialogName

interface Entry {
  choice: Choice
  words: string
  isDangerous?: boolean
}

/** What makes sense for a candidate as things stand; the server refuses the rest in words. */
function entriesOf(row: CandidateRow, canResend: boolean): Entry[] {
  const isRunning = row.status === 'running'
  const hasBegun = isRunning || row.status === 'finished'
  const list: (Entry | false)[] = [
    !row.is_revoked && { choice: 'link', words: 'Copy link' },
    canResend && !row.is_revoked && { choice: 'resend', words: 'Send invitation again' },
    { choice: 'reissue', words: 'Send a new link' },
    !row.is_revoked && { choice: 'revoke', words: 'Revoke link' },
    row.status !== 'finished' && { choice: 'accommodation', words: 'Accommodation' },
    row.device_name !== null && isRunning && { choice: 'resetDevice', words: 'Reset device' },
    hasBegun && { choice: 'minutes', words: 'Add minutes' },
    isRunning && !row.is_paused && { choice: 'pause', words: 'Pause' },
    row.is_paused && { choice: 'resume', words: 'Resume' },
    isRunning && { choice: 'message', words: 'Send a message' },
    row.status === 'finished' && { choice: 'reopen', words: 'Reopen the test' },
    hasBegun && { choice: 'rescue', words: 'Read a rescue file in' },
    { choice: 'delete', words: 'Delete candidate', isDangerous: true },
  ]
  return list.filter((entry) => entry !== false)
}

interface Props {
  row: CandidateRow
  /** The row stands among those who are absent from a drive that is going on. */
  canResend: boolean
  onChoose: (choice: Choice) => void
}

export function RowMenu({ row, canResend, onChoose }: Props) {
  return (
    <Menu.Root lazyMount unmountOnExit onSelect={(to) => onChoose(to.value as Choice)}>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size="sm" aria-label={`Actions for ${row.email}`}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {entriesOf(row, canResend).map(({ choice, words, isDangerous }) => (
              <Menu.Item key={choice} value={choice} color={isDangerous ? 'fg.error' : undefined}>
                {words}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
