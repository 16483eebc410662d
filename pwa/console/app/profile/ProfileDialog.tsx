import { Dialog, HStack } from '@chakra-ui/react'
import type { SessionView } from '#contract/views/account.ts'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { fullName } from '../../kit/session/session.ts'
import { ProfileCard } from './ProfileCard.tsx'

interface Props {
  user: SessionView
  isOpen: boolean
  onClose: () => void
  onTour: (() => void) | undefined
  onLogout: () => void
}

/** The profile over whatever page one is on. */
export function ProfileDialog({ user, isOpen, onClose, onTour, onLogout }: Props) {
  const name = fullName(user)
  return (
    <DialogShell size="sm" isOpen={isOpen} onClose={onClose}>
      <Dialog.Header pe="12">
        <HStack gap="3" minW="0">
          <Avatar name={name} size="36px" />
          <Dialog.Title textStyle="lg" overflowWrap="anywhere">
            {name}
          </Dialog.Title>
        </HStack>
      </Dialog.Header>
      <Dialog.Body pt="0" pb="5">
        <ProfileCard user={user} onTour={onTour} onLogout={onLogout} />
      </Dialog.Body>
    </DialogShell>
  )
}
