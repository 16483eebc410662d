import { Box, chakra, HStack, useSlotRecipe } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { queryOf } from '#pwa/console/kit/http/queryOf.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { shellRecipe } from '#pwa/ui/recipes/shell.ts'
import { keepChoice, readChoice } from '#pwa/ui/store.ts'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { useIsReached } from '../../kit/cache/reach.ts'
import { ShellContext } from '../../kit/page/shellContext.ts'
import { useFocusAfterRemoval } from '../../kit/page/useFocusAfterRemoval.ts'
import { updateSessionUser, useSession } from '../../kit/session/sessionStore.ts'
import { useLogout } from '../accounts/logout.ts'
import { ProfileDialog } from '../profile/ProfileDialog.tsx'
import { startTour, useFirstTour } from '../tour/startTour.ts'
import { BottomBar } from './BottomBar.tsx'
import { useReachWatch } from './probe.ts'
import { SearchDialog } from './SearchDialog.tsx'
import { Sidebar } from './Sidebar.tsx'

type FrameKind = 'wide' | 'rail'

const keyOf = (frame: FrameKind): string => `holdfast.console.sidebar.${frame}`

/** Sidebar or rail: by the page, until somebody chooses; that is remembered for pages of the same kind. */
function useSidebar(frame: FrameKind): { isRail: boolean; toggle: (() => void) | undefined } {
  const [choices, setChoices] = useState<Partial<Record<FrameKind, FrameKind>>>({})
  const chosen = choices[frame] ?? readChoice<FrameKind>(keyOf(frame), ['wide', 'rail']) ?? frame
  const isNarrow = useMedia('(max-width: 1279px)')
  const toggle = (): void => {
    const to = chosen === 'rail' ? 'wide' : 'rail'
    setChoices((old) => ({ ...old, [frame]: to }))
    keepChoice(keyOf(frame), to)
  }
  return isNarrow ? { isRail: true, toggle: undefined } : { isRail: chosen === 'rail', toggle }
}

type Open = 'profile' | 'logout' | 'search' | null

/** The frame round every page behind the sign-in. A super admin has no drives, so neither their search nor the tour. */
export function Shell({ frame }: { frame: FrameKind }) {
  const session = useSession()
  const { key } = useLocation()
  const [open, setOpen] = useState<Open>(null)
  const { isRail, toggle } = useSidebar(frame)
  const look = useSlotRecipe({ recipe: shellRecipe })
  const styles = look({ frame: isRail ? 'rail' : 'wide' })
  const isMember = session?.user.role === 'Admin'
  useFreshSession()
  useFirstTour()
  const isReached = useIsReached()
  useReachWatch(isReached)
  const main = useRef<HTMLElement>(null)
  useFocusAfterRemoval(main)

  const given = useMemo(() => {
    const tour = () => {
      setOpen(null)
      // Once the modal is gone: it would lie over what the tour shows.
      requestAnimationFrame(() => void startTour())
    }
    return {
      openProfile: () => setOpen('profile'),
      askLogout: () => setOpen('logout'),
      openSearch: isMember ? () => setOpen('search') : undefined,
      startTour: isMember ? tour : undefined,
    }
  }, [isMember])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was open closes once one goes anywhere, be it here
  useEffect(() => setOpen(null), [key])

  useEffect(() => {
    if (!isMember) return
    const search = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen('search')
    }
    addEventListener('keydown', search)
    return () => removeEventListener('keydown', search)
  }, [isMember])

  if (!session) return null
  const close = () => setOpen(null)
  return (
    <ShellContext value={given}>
      <Box css={styles.root}>
        <Sidebar styles={styles} isRail={isRail} onToggle={toggle} user={session.user} />
        <chakra.main
          ref={main}
          css={styles.main}
          id="content"
          tabIndex={-1}
          style={{ '--banner': isReached ? '0px' : '36px' } as CSSProperties}
        >
          {!isReached && <UnreachedBanner />}
          <Outlet />
        </chakra.main>
        <BottomBar styles={look({ frame: 'wide' })} user={session.user} />
        <SearchDialog isOpen={open === 'search'} onClose={close} />
        <ProfileDialog
          user={session.user}
          isOpen={open === 'profile'}
          onClose={close}
          onTour={given.startTour}
          onLogout={given.askLogout}
        />
        <LogoutDialog isOpen={open === 'logout'} onClose={close} />
      </Box>
    </ShellContext>
  )
}

function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const logout = useLogout()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={consoleTexts.logoutQuestion}
      action="Logout"
      isBusy={logout.isPending}
      onConfirm={() => logout.mutate()}
      onCancel={onClose}
    />
  )
}

/** Keeps what the sign-in said of the person and the organization as it stands on the server now. */
function useFreshSession(): void {
  const { data } = useQuery({ ...queryOf('getSession'), staleTime: 60_000 })
  useEffect(() => {
    if (!data) return
    // The first-login flag belongs to the sign-in alone, and is nothing that changes later.
    const { is_first_time_login: _, ...facts } = data
    updateSessionUser(facts)
  }, [data])
}

/** Says that the server is out of reach, from the first call that found out until it answers again. */
const UnreachedBanner = () => (
  <HStack
    role="status"
    position="sticky"
    top="0"
    zIndex="docked"
    minH="var(--banner)"
    bg="bg.warning"
    color="fg.warning"
    borderBottomWidth="1px"
    px={{ base: '4', md: '6' }}
    py="1.5"
    gap="2.5"
    textStyle="sm"
    fontWeight="500"
    data-screen-only
  >
    <CloudOff size={16} aria-hidden style={{ flexShrink: 0 }} />
    The server cannot be reached. What you type is kept on this device.
  </HStack>
)
