import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import { House, LogOut } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { Mark } from '#pwa/ui/Mark.tsx'
import { fullName } from '../session/session.ts'
import { urls } from '../urls.ts'
import type { SessionView } from '../views.ts'
import { Credits } from './Credits.tsx'
import { useThemeSwitch } from './useThemeSwitch.ts'

interface Props {
  styles: Record<'side' | 'brand' | 'nav' | 'item' | 'foot', SystemStyleObject>
  isRail: boolean
  isHome: boolean
  user: SessionView
  onProfile: () => void
  onLogout: () => void
}

export function Sidebar({ styles, isRail, isHome, user, onProfile, onLogout }: Props) {
  const theme = useThemeSwitch()
  const name = fullName(user)
  const tip = (words: string) => (isRail ? words : undefined)
  return (
    <chakra.aside css={styles.side} aria-label="Console" data-screen-only>
      <chakra.div css={styles.brand} asChild>
        <Link to={urls.home} aria-label="Holdfast, home">
          <Mark />
          <span>Holdfast</span>
        </Link>
      </chakra.div>
      <nav aria-label="Main">
        <chakra.ul css={styles.nav}>
          <li>
            <chakra.div css={styles.item} asChild>
              <Link to={urls.home} aria-current={isHome ? 'page' : undefined} title={tip('Home')}>
                <House aria-hidden />
                <span data-name>Home</span>
              </Link>
            </chakra.div>
          </li>
        </chakra.ul>
      </nav>
      <chakra.div css={styles.foot}>
        {!isRail && (
          <chakra.div px="2" h="8" display="grid" alignItems="center">
            <Credits />
          </chakra.div>
        )}
        <chakra.button type="button" css={styles.item} onClick={theme.toggle} title={tip(theme.name)}>
          <theme.Icon aria-hidden />
          <span data-name>{theme.name}</span>
        </chakra.button>
        <chakra.button type="button" css={styles.item} onClick={onLogout} title={tip('Logout')}>
          <LogOut aria-hidden />
          <span data-name>Logout</span>
        </chakra.button>
        <chakra.button
          type="button"
          css={styles.item}
          h="auto"
          py={isRail ? '1' : '2.5'}
          mt="1"
          px={isRail ? '0' : '2'}
          borderTopWidth={isRail ? '0' : '1px'}
          borderColor="border"
          borderRadius={isRail ? 'l2' : '0'}
          onClick={onProfile}
          title={tip(name)}
        >
          <Avatar name={name} />
          <chakra.span data-name textAlign="start" minW="0" lineHeight="1.35">
            <chakra.span display="block" truncate textStyle="sm" fontWeight="600" color="fg">
              {name}
            </chakra.span>
            <chakra.span display="block" truncate textStyle="xs" fontWeight="400" color="fg.subtle">
              {user.organization_name ?? user.email}
            </chakra.span>
          </chakra.span>
        </chakra.button>
      </chakra.div>
    </chakra.aside>
  )
}
