import { chakra, HStack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { Count } from '#pwa/ui/Count.tsx'
import { urls } from '../urls.ts'

interface Props {
  driveId: string
  current: 'Candidates' | 'Result'
  count?: number
}

/** The pages of one drive, side by side. */
export function DriveTabs({ driveId, current, count }: Props) {
  const tabs = [
    { name: 'Candidates', to: urls.candidates(driveId) },
    { name: 'Result', to: urls.result(driveId) },
  ] as const
  return (
    <HStack as="nav" aria-label="Drive" gap="6" px={{ base: '4', md: '6' }} data-screen-only>
      {tabs.map(({ name, to }) => (
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
            {name === current && count !== undefined && <Count>{count}</Count>}
          </Link>
        </chakra.div>
      ))}
    </HStack>
  )
}
