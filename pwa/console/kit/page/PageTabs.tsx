import { chakra, HStack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { Count } from '#pwa/ui/Count.tsx'

interface Props {
  /** What the pages are about: 'Drive'. */
  label: string
  /** The count is of what waits there for somebody; nothing is told of none. */
  tabs: readonly { name: string; to: string; count?: number }[]
  current: string
}

/** Pages of one thing, side by side below its name. */
export function PageTabs({ label, tabs, current }: Props) {
  return (
    <HStack as="nav" aria-label={label} gap="6" px={{ base: '4', md: '6' }} data-screen-only>
      {tabs.map(({ name, to, count = 0 }) => (
        <chakra.div
          key={name}
          h="40px"
          display="flex"
          alignItems="center"
          gap="2"
          fontWeight="500"
          color="fg.muted"
          borderBottomWidth="2px"
          borderColor="transparent"
          _currentPage={{ color: 'fg', borderColor: 'sea' }}
          asChild
        >
          <Link to={to} aria-current={name === current ? 'page' : undefined}>
            {name}
            {count > 0 && (
              <Count isWaiting>
                {count}
                <chakra.span srOnly> waiting</chakra.span>
              </Count>
            )}
          </Link>
        </chakra.div>
      ))}
    </HStack>
  )
}
