import { Button, HStack, Text } from '@chakra-ui/react'
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { plural } from '#contract/plural.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { useLateWork } from '../../subject/useLateWork.ts'
import type { Subject } from '../../subject/useSubject.ts'

/** That work waits for a decision stands where the scores are: they may change by it. */
export function LateWorkNote({ subject }: { subject: Subject }) {
  const waiting = useLateWork(subject)?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <HStack px={{ base: '4', md: '6' }} py="2" gap="3" borderBottomWidth="1px" flexWrap="wrap">
      <StateBadge icon={Hourglass} tone="warn">
        Late work
      </StateBadge>
      <Text textStyle="sm" flex="1" minW="10rem">
        Work from {plural(waiting, 'candidate', 'candidates')} came late and waits for your decision.
      </Text>
      <Button variant="outline" size="sm" asChild>
        <Link to={subject.urls.lateWork}>Review</Link>
      </Button>
    </HStack>
  )
}
