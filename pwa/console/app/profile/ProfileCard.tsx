import { Button, SimpleGrid, Stack } from '@chakra-ui/react'
import { Compass, LogOut, Moon, Pencil, Sun } from 'lucide-react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { SessionView } from '#contract/views/account.ts'
import { toggleColorMode, useColorMode } from '#pwa/ui/colorMode.ts'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileForm } from './ProfileForm.tsx'

interface Props {
  user: SessionView
  /** Nothing where the tour has nothing to show. */
  onTour: (() => void) | undefined
  onLogout: () => void
}

/** Who is signed in, and what they can do about it: the same in the modal and on the page. */
export function ProfileCard({ user, onTour, onLogout }: Props) {
  const [isEditing, setEditing] = useState(false)
  const theme = useThemeSwitch()
  if (isEditing) return <ProfileForm user={user} onDone={() => setEditing(false)} />
  return (
    <Stack gap="5">
      <ProfileFacts user={user} />
      <SimpleGrid columns={2} gap="2" css={{ '& > *': { justifyContent: 'start' } }}>
        <Button variant="outline" onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
          Edit
        </Button>
        {onTour && (
          <Button variant="outline" onClick={onTour}>
            <Compass aria-hidden />
            {consoleTexts.startTour}
          </Button>
        )}
        <Button variant="outline" onClick={theme.toggle}>
          <theme.Icon aria-hidden />
          {theme.name}
        </Button>
        <Button variant="outline" onClick={onLogout}>
          <LogOut aria-hidden />
          Logout
        </Button>
      </SimpleGrid>
    </Stack>
  )
}

/** What the button does, as its icon and its words say. */
function useThemeSwitch() {
  const isDark = useColorMode() === 'dark'
  return { Icon: isDark ? Sun : Moon, name: isDark ? 'Light theme' : 'Dark theme', toggle: toggleColorMode }
}
