import { chakra, Heading, HStack } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One part of the report, with a heading that can be jumped to. */
export function Section({ id, title, beside, actions, children }: Props) {
  return (
    <chakra.section aria-labelledby={id} borderTopWidth="1px" css={{ breakInside: 'auto' }}>
      <HStack px={{ base: '4', md: '6' }} py="3" gap="3" flexWrap="wrap">
        <Heading
          as="h2"
          id={id}
          tabIndex={-1}
          textStyle="lg"
          fontWeight="600"
          outline="none"
          scrollMarginTop="4"
        >
          {title}
        </Heading>
        {beside && (
          <chakra.span color="fg.subtle" textStyle="sm">
            {beside}
          </chakra.span>
        )}
        {actions && (
          <HStack ms="auto" gap="2" data-screen-only>
            {actions}
          </HStack>
        )}
      </HStack>
      {children}
    </chakra.section>
  )
}

/** Brings a heading into view and the keyboard with it. */
export function goTo(id: string): void {
  const target = document.getElementById(id)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  target?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' })
  target?.focus({ preventScroll: true })
}
