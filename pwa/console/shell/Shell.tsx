import { Box, chakra, useSlotRecipe } from '@chakra-ui/react'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { shellRecipe } from '#pwa/ui/recipes/shell.ts'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { useSession } from '../session/sessionStore.ts'
import { BottomBar } from './BottomBar.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The frame round every page of the admin area. */
export function Shell({ frame }: { frame: 'wide' | 'rail' }) {
  const session = useSession()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'profile' | 'logout' | null>(null)
  const isRail = useMedia('(max-width: 1279px)') || frame === 'rail'
  const styles = useSlotRecipe({ recipe: shellRecipe })({ frame: isRail ? 'rail' : 'wide' })
  if (!session) return null
  const isHome = /^\/(admin|home)\/?$/.test(pathname)
  const ways = { isHome, onProfile: () => setOpen('profile'), onLogout: () => setOpen('logout') }
  return (
    <Box css={styles.root}>
      <Sidebar styles={styles} isRail={isRail} user={session.user} {...ways} />
      <chakra.main css={styles.main} id="content" tabIndex={-1}>
        <Outlet />
      </chakra.main>
      <BottomBar styles={styles} isHome={ways.isHome} onProfile={ways.onProfile} />
      <ProfileDialog
        user={session.user}
        isOpen={open === 'profile'}
        onClose={() => setOpen(null)}
        onLogout={ways.onLogout}
      />
      <LogoutDialog isOpen={open === 'logout'} onClose={() => setOpen(null)} />
    </Box>
  )
}
