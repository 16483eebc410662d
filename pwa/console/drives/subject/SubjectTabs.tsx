import { chakra, HStack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queryOf } from '#pwa/console/kit/http/queryOf.ts'
import { Count } from '#pwa/ui/Count.tsx'
import { urls } from '../../urls.ts'
import type { Subject } from './useSubject.ts'

const READ_AGAIN_MS = 30_000

/**
 * The number of candidates whose late work waits, and of those who have any; nothing until it is known. It is read anew
 * wherever it is shown, and while somebody looks, because others decide too and work comes in.
 */
export function useLateWork({ id }: Subject): { waiting: number; all: number } | undefined {
  const { data } = useQuery({
    ...queryOf('getLateCandidates', {
      params: { driveId: id },
      query: { limit: 1 },
    }),
    staleTime: 0,
    refetchInterval: READ_AGAIN_MS,
  })
  return data
}

/** The pages of a drive or of an assessment; that of late work once there is any, decided or not. */
export function SubjectTabs({
  subject,
  current,
}: {
  subject: Subject
  current: 'Candidates' | 'Result' | 'Late work'
}) {
  const late = useLateWork(subject)
  const hasLate = current === 'Late work' || (late?.all ?? 0) > 0
  const tabs = [
    { name: 'Candidates', to: subject.urls.candidates },
    { name: 'Result', to: subject.urls.results },
    ...(hasLate ? [{ name: 'Late work', to: subject.urls.lateWork, count: late?.waiting ?? 0 }] : []),
    ...(subject.kind === 'assessment' ? [{ name: 'Edit', to: urls.editAssessment(subject.id) }] : []),
  ]
  return <PageTabs label={subject.kind === 'drive' ? 'Drive' : 'Assessment'} tabs={tabs} current={current} />
}

interface Props {
  /** The subject of the pages: 'Drive'. */
  label: string
  /** The count is of what waits there for somebody; nothing is told of none. */
  tabs: readonly { name: string; to: string; count?: number }[]
  current: string
}

/** Pages of one thing, side by side below its name. */
function PageTabs({ label, tabs, current }: Props) {
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
