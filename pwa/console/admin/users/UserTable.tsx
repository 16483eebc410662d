import { Box, chakra, HStack } from '@chakra-ui/react'
import { CircleCheck, Copy, Mail, MailQuestion } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import type { ListedUser } from '#contract/views/account.ts'
import { Address } from '#pwa/ui/Address.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { MailLine } from '../../kit/mail/MailBadge.tsx'

const columns: readonly Column[] = [
  { name: '#', width: '56px', isNumber: true },
  { name: 'First Name', width: '10%' },
  { name: 'Last Name', width: '10%' },
  { name: 'Email' },
  { name: 'Mobile Number', width: '130px' },
  { name: 'Role', width: '72px' },
  { name: consoleTexts.invitationStatus, width: '244px' },
  { name: consoleTexts.activeUser, width: '104px' },
]

/** How a person is spoken of: who was invited has no name yet. */
export const userName = (user: Pick<ListedUser, 'first_name' | 'last_name' | 'email'>): string =>
  [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email

interface Props {
  users: readonly ListedUser[] | undefined
  /** How many stand on the pages before. */
  from: number
  isBusy: boolean
  /** The address of whoever looks: nobody switches off themselves. */
  uid: string | undefined
  onToggle: (user: ListedUser) => void
  onInviteAgain: (user: ListedUser) => void
  /** Who is being invited again. */
  inviting: number | undefined
  /** Copies the link of somebody who was invited and has not accepted. */
  onCopyLink: (user: ListedUser) => void
  /** Whose link is being read. */
  copying: number | undefined
}

export function UserTable({
  users,
  from,
  isBusy,
  uid,
  onToggle,
  onInviteAgain,
  inviting,
  onCopyLink,
  copying,
}: Props) {
  return (
    <DataTable caption="Users" columns={columns} minWidth="1040px" density="roomy" isBusy={isBusy} isCards>
      {users ? (
        users.map((user, index) => (
          <tr key={user.id} data-muted={!user.is_active || undefined}>
            <td data-number data-wide>
              {from + index + 1}
            </td>
            <th scope="row">
              {user.first_name || (
                <>
                  <chakra.span hideBelow="md">-</chakra.span>
                  <chakra.span hideFrom="md">{user.email}</chakra.span>
                </>
              )}
            </th>
            <td data-label="Last Name">{user.last_name || '-'}</td>
            <td data-label="Email" data-whole>
              <Address>{user.email}</Address>
            </td>
            <td data-label="Mobile Number">{user.mobile_number || texts.notAvailable}</td>
            <td data-label="Role">{user.role}</td>
            <td data-label="Invitation">
              <Box py={{ base: '0', md: '1.5' }}>
                <InvitationBadge isAccepted={user.invitation_accepted} />
                {user.mail && <MailLine mail={user.mail} />}
                {user.mail && user.is_active && (
                  <HStack mt="1" gap="2">
                    <SteadyButton
                      variant="outline"
                      size="sm"
                      aria-label={`Copy link of ${user.email}`}
                      loading={copying === user.id}
                      loadingText="Copy link"
                      onClick={() => onCopyLink(user)}
                    >
                      <Copy aria-hidden />
                      Copy link
                    </SteadyButton>
                    <SteadyButton
                      variant="outline"
                      size="sm"
                      aria-label={`Send again to ${user.email}`}
                      loading={inviting === user.id}
                      loadingText="Send again"
                      onClick={() => onInviteAgain(user)}
                    >
                      <Mail aria-hidden />
                      Send again
                    </SteadyButton>
                  </HStack>
                )}
              </Box>
            </td>
            <td data-label="Active">
              <input
                type="checkbox"
                aria-label={`${userName(user)} is active`}
                title={user.email === uid ? 'You cannot deactivate your own account' : undefined}
                checked={user.is_active}
                disabled={user.email === uid}
                // It shows what is so; what was asked for is asked once more first.
                onChange={() => onToggle(user)}
              />
            </td>
          </tr>
        ))
      ) : (
        <SkeletonRows columns={columns} rows={6} />
      )}
    </DataTable>
  )
}

function InvitationBadge({ isAccepted }: { isAccepted: boolean }) {
  return isAccepted ? (
    <StateBadge icon={CircleCheck} tone="ok" bare>
      Accepted
    </StateBadge>
  ) : (
    <StateBadge icon={MailQuestion} tone="warn" bare>
      Pending
    </StateBadge>
  )
}
