import { Button, chakra, HStack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { plural } from '#contract/plural.ts'
import type { LateDrive } from '#contract/views/lateWork.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { urls } from '../../urls.ts'

/** More names would take the room of the drives below. */
const NAMED = 3

const addressOf = ({ id, is_assessment }: LateDrive): string =>
  is_assessment ? urls.assessmentLateWork(id) : urls.lateWork(id)

/** The work that waits for a person, shown over the drives; nothing is shown if none waits. */
export function Waiting() {
  const { data } = useQuery({
    ...queryOf('getLateDrives'),
    refetchInterval: 60_000,
  })
  const drives = data?.drives ?? []
  const [first] = drives
  if (!data || !first) return null
  const named = drives.slice(0, NAMED)
  const others = drives.length - named.length
  return (
    <HStack
      as="section"
      aria-label="Waiting for you"
      mx={{ base: '3', lg: '4', '2xl': '6' }}
      mt={{ base: '3', lg: '4' }}
      mb={{ base: '3', lg: '0' }}
      px="3.5"
      py="1"
      minH="44px"
      columnGap="4"
      rowGap="1"
      flexWrap="wrap"
      flexShrink="0"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg"
      textStyle="sm"
    >
      <HStack gap="2" fontWeight="600" flex={{ base: '1', md: 'none' }}>
        <chakra.span color="fg.warning" asChild>
          <Hourglass size={16} aria-hidden />
        </chakra.span>
        Late work from {plural(data.candidates, 'candidate')} waiting
      </HStack>
      <HStack
        as="ul"
        listStyleType="none"
        columnGap="4"
        rowGap="1"
        flexWrap="wrap"
        minW="0"
        order={{ base: '1', md: '0' }}
        flex={{ base: '1 0 100%', md: '1' }}
        pb={{ base: '1.5', md: '0' }}
      >
        {named.map((drive) => (
          <chakra.li key={drive.id} minW="0" display="flex" gap="1.5">
            <chakra.span
              color="sea"
              truncate
              title={drive.name}
              _hover={{ textDecoration: 'underline' }}
              asChild
            >
              <Link to={addressOf(drive)}>{drive.name}</Link>
            </chakra.span>
            {drives.length > 1 && (
              <chakra.span color="fg.subtle" fontVariantNumeric="tabular-nums">
                {drive.candidates}
              </chakra.span>
            )}
          </chakra.li>
        ))}
        {others > 0 && <chakra.li color="fg.subtle">and {plural(others, 'more', 'more')}</chakra.li>}
      </HStack>
      <Button variant="outline" size="sm" asChild>
        <Link to={addressOf(first)} aria-label={`Review late work of ${first.name}`}>
          Review
        </Link>
      </Button>
    </HStack>
  )
}
