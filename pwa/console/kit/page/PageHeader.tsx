import { Box, chakra, Heading, HStack, IconButton } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LONGEST_NAME } from '#contract/constants.ts'
import { Mark } from '#pwa/ui/Mark.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { PhoneTools } from './PhoneTools.tsx'

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
