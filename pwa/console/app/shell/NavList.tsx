import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import { Link, useLocation } from 'react-router-dom'
import { tourTargetOf } from '../tour/steps.ts'
import type { NavItem } from './navigation.ts'

interface Props {
  styles: Record<'nav' | 'item', SystemStyleObject>
  ways: readonly NavItem[]
  /** Names stand beside the icons; else they are told by the tooltip. */
  isNamed: boolean
}

/** Links with the one marked where one is. */
export function NavList({ styles, ways, isNamed }: Props) {
  const { pathname } = useLocation()
  return (
    <chakra.ul css={styles.nav}>
      {ways.map(({ name, icon: Icon, to, isHere, step }) => (
        <li key={name}>
          <chakra.div css={styles.item} asChild>
            <Link
              to={to}
              aria-current={isHere.test(pathname) ? 'page' : undefined}
              title={isNamed ? undefined : name}
              {...(step && { 'data-tour': tourTargetOf(step) })}
            >
              <Icon aria-hidden />
              <span data-name>{name}</span>
            </Link>
          </chakra.div>
        </li>
      ))}
    </chakra.ul>
  )
}
