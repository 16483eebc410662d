import { HStack, IconButton, VisuallyHidden } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { fullName } from '../session/session.ts'
import { useSession } from '../session/sessionStore.ts'
import { useShell } from './shellContext.ts'

/** The sidebar's search and profile, at the head of a page where there is no sidebar. */
export function PhoneTools() {
  const { openSearch, openProfile } = useShell()
  const session = useSession()
  if (!session) return null
  const name = fullName(session.user)
  return (
    <HStack gap="1" hideFrom="md" ms="auto" data-screen-only>
      {openSearch && (
        <IconButton
          variant="ghost"
          size="sm"
          aria-label={texts.searchDrive}
          data-tour="search"
          onClick={openSearch}
        >
          <Search aria-hidden />
        </IconButton>
      )}
      <IconButton variant="ghost" size="sm" borderRadius="full" data-tour="profile" onClick={openProfile}>
        <Avatar name={name} size="32px" />
        <VisuallyHidden>Profile of {name}</VisuallyHidden>
      </IconButton>
    </HStack>
  )
}
