import { Button, chakra, Dialog, Portal } from '@chakra-ui/react'
import { LogOut } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { fullName } from '../session/session.ts'
import type { SessionView } from '../views.ts'
import { creditsInWords } from './Credits.tsx'
import { useCredits } from './useCredits.ts'
import { useThemeSwitch } from './useThemeSwitch.ts'

interface Props {
  user: SessionView
  isOpen: boolean
  onClose: () => void
  onLogout: () => void
}

/** Who is signed in. */
export function ProfileDialog({ user, isOpen, onClose, onLogout }: Props) {
  const credits = useCredits()
  const theme = useThemeSwitch()
  return (
    <Dialog.Root size="sm" placement="center" open={isOpen} onOpenChange={(to) => !to.open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{fullName(user)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Facts
                facts={[
                  ['Email', user.email],
                  ['Mobile Number', user.mobile_number ?? texts.notAvailable],
                  ['Organization', user.organization_name ?? texts.notAvailable],
                  [
                    'Credits',
                    <chakra.span key="credits" color={credits === 0 ? 'fg.error' : undefined}>
                      {credits === undefined ? '-' : creditsInWords(credits)}
                    </chakra.span>,
                  ],
                ]}
                width="112px"
              />
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="outline" onClick={theme.toggle}>
                <theme.Icon aria-hidden />
                {theme.name}
              </Button>
              <Button variant="outline" onClick={onLogout}>
                <LogOut aria-hidden />
                Logout
              </Button>
              <Button onClick={onClose}>Close</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
