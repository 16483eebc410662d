import { Box, chakra, Heading, HStack, IconButton, VisuallyHidden } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { LONGEST_NAME } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { Mark } from '#pwa/ui/Mark.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { fullName } from '../session/session.ts'
import { useSession } from '../session/sessionStore.ts'
import { useShell } from './shellContext.ts'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Holdfast`
  }, [title])
}

interface Props {
  /** The pages above this one. */
  path?: readonly { name: string; to: string }[]
  title: string
  beside?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** 56 px: where one is, what state it is in, what can be done. Tabs may stand below. */
export function PageHeader({ path = [], title, beside, actions, children }: Props) {
  const above = path.at(-1)
  const isLong = [...title].length > LONGEST_NAME
  return (
    <Box as="header" borderBottomWidth="1px" borderColor="border" bg="bg">
      <HStack minH="56px" px={{ base: '4', md: '6' }} py="2" gap="2.5" flexWrap="wrap">
        <Box hideFrom="md" data-screen-only hidden={above !== undefined}>
          <Mark />
        </Box>
        {above && (
          <IconButton
            asChild
            variant="ghost"
            size="sm"
            hideFrom="md"
            data-screen-only
            ms="-1"
            aria-label={`Back to ${above.name}`}
          >
            <Link to={above.to}>
              <ChevronLeft aria-hidden />
            </Link>
          </IconButton>
        )}
        {path.length > 0 && (
          <HStack as="nav" aria-label="Path" gap="1.5" color="fg.subtle" minW="0" hideBelow="md">
            {path.map((step) => (
              <Fragment key={step.to}>
                <chakra.span maxW="16rem" truncate _hover={{ color: 'fg' }} asChild>
                  <Link to={step.to}>{step.name}</Link>
                </chakra.span>
                <ChevronRight size={14} aria-hidden />
              </Fragment>
            ))}
          </HStack>
        )}
        <Heading
          as="h1"
          textStyle="lg"
          fontWeight="600"
          letterSpacing="-0.01em"
          minW="0"
          flex={{ base: '1 1 0', md: '0 1 auto' }}
          overflowWrap="anywhere"
          // A long one says itself how it goes on, and that is not to be cut off.
          {...(!isLong && { lineClamp: { base: 2, md: 1 } })}
          title={title}
        >
          <ReadMore key={title} text={title} what="name" limit={LONGEST_NAME} />
        </Heading>
        <PhoneTools />
        {/* On a phone a line of their own, below the name and the way to search and profile. */}
        {(beside || actions) && (
          <HStack
            gap="2.5"
            flexWrap="wrap"
            flexGrow={{ base: '0', md: '1' }}
            width={{ base: 'full', md: 'auto' }}
          >
            {beside}
            {actions && (
              <HStack ms="auto" gap="2" flexWrap="wrap" justifyContent="flex-end" data-screen-only>
                {actions}
              </HStack>
            )}
          </HStack>
        )}
      </HStack>
      {children}
    </Box>
  )
}

/** The sidebar's search and profile, at the head of a page where there is no sidebar. */
function PhoneTools() {
  const { openSearch, openProfile } = useShell()
  const session = useSession()
  if (!session) return null
  const name = fullName(session.user)
  return (
    <HStack gap="1" hideFrom="md" ms="auto" data-screen-only>
      {openSearch && (
        <IconButton
          variant="ghost"
          size="sm"
          aria-label={texts.searchDrive}
          data-tour="search"
          onClick={openSearch}
        >
          <Search aria-hidden />
        </IconButton>
      )}
      <IconButton variant="ghost" size="sm" borderRadius="full" data-tour="profile" onClick={openProfile}>
        <Avatar name={name} size="32px" />
        <VisuallyHidden>Profile of {name}</VisuallyHidden>
      </IconButton>
    </HStack>
  )
}
