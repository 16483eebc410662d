import { Button, chakra, SimpleGrid, Stack } from '@chakra-ui/react'
import { Compass, LogOut, Moon, Pencil, Sun } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import type { SessionView } from '#contract/views/account.ts'
import { Credits } from '#pwa/console/kit/credits/Credits.tsx'
import { urls } from '#pwa/console/urls.ts'
import { toggleColorMode, useColorMode } from '#pwa/ui/colorMode.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { ParamKey } from './ParamKey.tsx'
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

/** The theme button's icon, name and action. */
function useThemeSwitch() {
  const isDark = useColorMode() === 'dark'
  return { Icon: isDark ? Sun : Moon, name: isDark ? 'Light theme' : 'Dark theme', toggle: toggleColorMode }
}

/** The facts in a profile; credits only if there is an organization to have them, a Param key only if it may. */
function ProfileFacts({ user }: { user: SessionView }) {
  const isMember = user.role === 'Admin'
  const facts: [string, React.ReactNode][] = [
    ['Email', user.email],
    ['Mobile Number', user.mobile_number || texts.notAvailable],
  ]
  if (isMember) facts.push(['Organization', user.organization_name ?? texts.notAvailable])
  else facts.push(['Role', consoleTexts.superAdmin])
  if (isMember)
    facts.push([
      'Credits',
      <Stack key="credits" gap="0.5">
        <Credits />
        <chakra.span color="sea" width="fit-content" _hover={{ textDecoration: 'underline' }} asChild>
          <Link to={urls.adminSupport}>{consoleTexts.needCredits}</Link>
        </chakra.span>
      </Stack>,
    ])
  if (isMember && user.is_param_ai_allowed) facts.push(['Param key', <ParamKey key="param" />])
  return <Facts facts={facts} width="112px" />
}
