import { chakra, HStack, type SystemStyleObject, VisuallyHidden } from '@chakra-ui/react'
import { ChevronsUpDown, Compass, LifeBuoy, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import type { SessionView } from '#contract/views/account.ts'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { Mark } from '#pwa/ui/Mark.tsx'
import { Credits } from '../../kit/credits/Credits.tsx'
import { useShell } from '../../kit/page/shellContext.ts'
import { fullName } from '../../kit/session/session.ts'
import { urls } from '../../urls.ts'
import { homeOf } from '../guards/guards.tsx'
import { tourTargetOf } from '../tour/steps.ts'
import { NavList } from './NavList.tsx'
import { navItemsOf } from './navigation.ts'

type Part = 'side' | 'brand' | 'nav' | 'item' | 'foot' | 'search' | 'caption' | 'person'

interface Props {
  styles: Record<Part, SystemStyleObject>
  isRail: boolean
  /** Nothing where the window leaves no choice. */
  onToggle: (() => void) | undefined
  user: SessionView
}

export function Sidebar({ styles, isRail, onToggle, user }: Props) {
  const { openProfile, openSearch, startTour } = useShell()
  const name = fullName(user)
  const { main, records } = navItemsOf(user)
  const tip = (words: string) => (isRail ? words : undefined)
  const Toggle = isRail ? PanelLeftOpen : PanelLeftClose
  return (
    <chakra.aside css={styles.side} aria-label="Console" data-screen-only>
      <HStack justify="space-between" mb="3">
        <chakra.div css={styles.brand} asChild>
          <Link to={homeOf(user.role)} aria-label="Holdfast, home">
            <Mark />
            <span>Holdfast</span>
          </Link>
        </chakra.div>
        {onToggle && !isRail && (
          <chakra.button
            type="button"
            css={styles.item}
            width="8"
            aria-label="Collapse the sidebar"
            title="Collapse the sidebar"
            onClick={onToggle}
          >
            <Toggle aria-hidden />
          </chakra.button>
        )}
      </HStack>
      {openSearch && (
        <chakra.button
          type="button"
          css={isRail ? styles.item : styles.search}
          mb={isRail ? '1' : undefined}
          onClick={openSearch}
          title={tip(texts.searchDrive)}
          aria-keyshortcuts="Control+K"
          data-tour={tourTargetOf('search')}
        >
          <Search aria-hidden />
          <span data-name>{texts.searchDrive}</span>
          {!isRail && (
            <chakra.span
              aria-hidden
              ms="auto"
              px="1.5"
              borderWidth="1px"
              borderRadius="l1"
              bg="bg.muted"
              color="fg.muted"
              textStyle="xs"
              fontWeight="500"
            >
              Ctrl K
            </chakra.span>
          )}
        </chakra.button>
      )}
      <nav aria-label="Main" data-tour="screens">
        <NavList styles={styles} ways={main} isNamed={!isRail} />
        {records.length > 0 && (
          <>
            <chakra.div css={styles.caption}>
              <span data-name>Records</span>
            </chakra.div>
            <NavList styles={styles} ways={records} isNamed={!isRail} />
          </>
        )}
      </nav>
      <chakra.div css={styles.foot}>
        {startTour && (
          <chakra.button
            type="button"
            css={styles.item}
            onClick={startTour}
            title={tip(consoleTexts.startTour)}
          >
            <Compass aria-hidden />
            <span data-name>{consoleTexts.startTour}</span>
          </chakra.button>
        )}
        {user.role === 'Admin' && (
          <chakra.div css={styles.item} asChild>
            <Link to={urls.adminSupport} title={tip('Support')}>
              <LifeBuoy aria-hidden />
              <span data-name>Support</span>
            </Link>
          </chakra.div>
        )}
        {user.role === 'Admin' && !isRail && (
          <HStack px="2" h="8" justify="space-between">
            <Credits />
            <chakra.span color="sea" textStyle="sm" fontWeight="500" asChild>
              <Link to={urls.adminSupport}>Get more</Link>
            </chakra.span>
          </HStack>
        )}
        {onToggle && isRail && (
          <chakra.button
            type="button"
            css={styles.item}
            aria-label="Expand the sidebar"
            title="Expand the sidebar"
            onClick={onToggle}
          >
            <Toggle aria-hidden />
          </chakra.button>
        )}
        <chakra.button
          type="button"
          css={styles.person}
          onClick={openProfile}
          title={tip(name)}
          data-tour={tourTargetOf('profile')}
        >
          <VisuallyHidden>Profile of </VisuallyHidden>
          <Avatar name={name} />
          <chakra.span data-name textAlign="start" minW="0" flex="1" lineHeight="1.35">
            <chakra.span display="block" truncate textStyle="sm" fontWeight="600" color="fg">
              {name}
            </chakra.span>
            <chakra.span display="block" truncate textStyle="xs" fontWeight="400" color="fg.subtle">
              {user.organization_name ?? user.email}
            </chakra.span>
          </chakra.span>
          {!isRail && <ChevronsUpDown aria-hidden />}
        </chakra.button>
      </chakra.div>
    </chakra.aside>
  )
}
