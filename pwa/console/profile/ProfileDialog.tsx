import { CloseButton, Dialog, HStack, Portal } from '@chakra-ui/react'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { fullName } from '../session/session.ts'
import type { SessionView } from '../views.ts'
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
    <Dialog.Root
      size="sm"
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      open={isOpen}
      onOpenChange={(to) => !to.open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
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
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
