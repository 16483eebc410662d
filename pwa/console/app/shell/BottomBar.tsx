import { Box, CloseButton, chakra, Drawer, Portal, type SystemStyleObject } from '@chakra-ui/react'
import { Compass, LifeBuoy, Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { SessionView } from '#contract/views/account.ts'
import { useShell } from '../../kit/page/shellContext.ts'
import { urls } from '../../urls.ts'
import { tourTargetOf } from '../tour/steps.ts'
import { NavList } from './NavList.tsx'
import { type NavItem, navItemsOf } from './navigation.ts'

interface Props {
  styles: Record<'bar' | 'barItem' | 'nav' | 'item', SystemStyleObject>
  user: SessionView
}

/** How many places there are beside More. */
const SHOWN = 4

/** The way about on a phone; what does not fit stands behind More. */
export function BottomBar({ styles, user }: Props) {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { main, records } = navItemsOf(user)
  const [shown, more] = [main.slice(0, SHOWN), [...main.slice(SHOWN), ...records]]
  const isMore = more.length > 0 || user.role === 'Admin'
  return (
    <chakra.nav css={styles.bar} aria-label="Main" data-bar data-screen-only data-tour="screens">
      {shown.map(({ name, icon: Icon, to, isHere, step }) => (
        <chakra.div key={name} css={styles.barItem} asChild>
          <Link
            to={to}
            aria-current={isHere.test(pathname) ? 'page' : undefined}
            {...(step && { 'data-tour': tourTargetOf(step) })}
          >
            <Icon aria-hidden />
            {name}
          </Link>
        </chakra.div>
      ))}
      {isMore && (
        <chakra.button
          type="button"
          css={styles.barItem}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Menu aria-hidden />
          More
        </chakra.button>
      )}
      <MoreSheet styles={styles} ways={more} user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
    </chakra.nav>
  )
}

interface SheetProps {
  styles: Props['styles']
  ways: readonly NavItem[]
  user: SessionView
  isOpen: boolean
  onClose: () => void
}

function MoreSheet({ styles, ways, user, isOpen, onClose }: SheetProps) {
  const { startTour } = useShell()
  return (
    <Drawer.Root
      placement="bottom"
      lazyMount
      unmountOnExit
      open={isOpen}
      onOpenChange={(to) => !to.open && onClose()}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content borderTopRadius="l3" pb="4">
            <Drawer.Header>
              <Drawer.Title textStyle="lg">More</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body pt="0" css={{ '& a, & button': { minHeight: '44px' } }} onClick={onClose}>
              <NavList styles={styles} ways={ways} isNamed />
              {user.role === 'Admin' && (
                <Box mt="1">
                  <chakra.div css={styles.item} asChild>
                    <Link to={urls.adminSupport}>
                      <LifeBuoy aria-hidden />
                      Support
                    </Link>
                  </chakra.div>
                  {startTour && (
                    <chakra.button type="button" css={styles.item} onClick={startTour}>
                      <Compass aria-hidden />
                      {consoleTexts.startTour}
                    </chakra.button>
                  )}
                </Box>
              )}
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}
