import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import { CircleUser, House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { urls } from '../urls.ts'

interface Props {
  styles: Record<'bar' | 'barItem', SystemStyleObject>
  isHome: boolean
  onProfile: () => void
}

/** The way about on a phone. */
export function BottomBar({ styles, isHome, onProfile }: Props) {
  return (
    <chakra.nav css={styles.bar} aria-label="Main" data-screen-only>
      <chakra.div css={styles.barItem} asChild>
        <Link to={urls.home} aria-current={isHome ? 'page' : undefined}>
          <House aria-hidden />
          Home
        </Link>
      </chakra.div>
      <chakra.button type="button" css={styles.barItem} onClick={onProfile}>
        <CircleUser aria-hidden />
        Profile
      </chakra.button>
    </chakra.nav>
  )
}
