import { Button, SimpleGrid, Stack } from '@chakra-ui/react'
import { Compass, LogOut, Pencil } from 'lucide-react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { useThemeSwitch } from '../shell/useThemeSwitch.ts'
import type { SessionView } from '../views.ts'
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
