import { chakra, IconButton, Menu, Portal } from '@chakra-ui/react'
import { EllipsisVertical } from 'lucide-react'
import type { CandidateRow } from '#contract/views/admin.ts'
import { ActionMenu } from '#pwa/ui/ActionMenu.tsx'

export type DialogName =
  | 'accommodation'
  | 'minutes'
  | 'reopen'
  | 'message'
  | 'reissue'
  | 'revoke'
  | 'resetDevice'
  | 'pause'
  | 'rescue'
  | 'delete'

/** The actions that are done at once, and those that ask for something first. */
export type RowAction = 'link' | 'resend' | 'resume' | DialogName

interface Entry {
  choice: RowAction
  words: string
  isDangerous?: boolean
  /** Why it cannot be done now. */
  whyNot?: string
}

/** Minutes go to a test that runs, or that ran out of time: whoever ended before had no use for the time there was. */
const hadTimeLeft = (row: CandidateRow, now: number): boolean =>
  row.status === 'finished' && row.deadline_at !== null && Date.parse(row.deadline_at) > now

/** Behind a revoked link nobody would see it, or have use for the time. */
const revoked = (row: CandidateRow) =>
  row.is_revoked && { whyNot: 'The link is revoked: send a new link first.' }

export interface RowContext {
  /** The row stands among those who are absent from a drive that is going on. */
  canResend: boolean
  /** The drive has ended: no link opens it for whoever has not begun. */
  isOver: boolean
}

/** Why a new link would not work. */
function reissueWhyNot({ status, is_revoked }: CandidateRow, isTooLate: boolean): { whyNot?: string } {
  if (isTooLate) return { whyNot: 'The drive is over.' }
  return status === 'finished' && !is_revoked ? { whyNot: 'The test has ended: reopen it instead.' } : {}
}

/** The actions that make sense for a candidate as things stand; the server refuses the rest in words. */
export function entriesOf(row: CandidateRow, { canResend, isOver }: RowContext, now: number): Entry[] {
  const isRunning = row.status === 'running'
  const hasBegun = isRunning || row.status === 'finished'
  const isTooLate = isOver && !hasBegun
  const list: (Entry | false)[] = [
    !row.is_revoked && !isTooLate && { choice: 'link', words: 'Copy link' },
    canResend && !row.is_revoked && { choice: 'resend', words: 'Send invitation again' },
    { choice: 'reissue', words: 'Send a new link', ...reissueWhyNot(row, isTooLate) },
    !row.is_revoked && { choice: 'revoke', words: 'Revoke link' },
    row.status !== 'finished' && !isTooLate && { choice: 'accommodation', words: 'Accommodation' },
    row.device_name !== null && isRunning && { choice: 'resetDevice', words: 'Reset device' },
    hasBegun && {
      choice: 'minutes',
      words: 'Add minutes',
      ...(hadTimeLeft(row, now) && { whyNot: 'It ended early: reopen it instead.' }),
      ...revoked(row),
    },
    isRunning && !row.is_paused && { choice: 'pause', words: 'Pause' },
    row.is_paused && { choice: 'resume', words: 'Resume' },
    isRunning && { choice: 'message', words: 'Send a message', ...revoked(row) },
    row.status === 'finished' && { choice: 'reopen', words: 'Reopen the test', ...revoked(row) },
    hasBegun && { choice: 'rescue', words: 'Import rescue file' },
    { choice: 'delete', words: 'Delete candidate', isDangerous: true },
  ]
  return list.filter((entry) => entry !== false)
}

interface Props extends RowContext {
  row: CandidateRow
  onChoose: (choice: RowAction) => void
}

export function RowMenu({ row, canResend, isOver, onChoose }: Props) {
  return (
    <ActionMenu lazyMount unmountOnExit onSelect={(to) => onChoose(to.value as RowAction)}>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size="sm" aria-label={`Actions for ${row.email}`}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          {/* Over what is said in passing: that stands at the last rows. */}
          <Menu.Content zIndex="max">
            {entriesOf(row, { canResend, isOver }, Date.now()).map(
              ({ choice, words, isDangerous, whyNot }) => (
                <Menu.Item
                  key={choice}
                  value={choice}
                  disabled={whyNot !== undefined}
                  // The reason is there to be read.
                  _disabled={{ opacity: 1 }}
                  color={isDangerous ? 'fg.error' : whyNot ? 'fg.subtle' : undefined}
                >
                  {whyNot === undefined ? (
                    words
                  ) : (
                    <span>
                      {words}
                      <chakra.span display="block" textStyle="xs" maxW="13rem">
                        {whyNot}
                      </chakra.span>
                    </span>
                  )}
                </Menu.Item>
              ),
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </ActionMenu>
  )
}

/** A revoked link has no end left, and no mail goes out of a test that is over. */
export function reissueLabel({ email, is_revoked, status }: CandidateRow): string {
  if (!is_revoked)
    return status === 'running'
      ? `Replace ${email}'s link and email the new one? The running test can send again once the new link is opened on the same device.`
      : `Replace ${email}'s link and email the new one?`
  if (status === 'finished') return `Give ${email} a new link? It is emailed when you reopen the test.`
  return `Email ${email} a new link?`
}
