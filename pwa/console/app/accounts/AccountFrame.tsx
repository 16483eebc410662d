import { Box, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Mark } from '#pwa/ui/Mark.tsx'
import { PromisePanel } from './PromisePanel.tsx'

interface Props {
  title: string
  /** One sentence below the title. */
  about: ReactNode
  /** At the foot: what is wrong with the way to the server. */
  status?: ReactNode
  children: ReactNode
}

/** The frame of every page before the sign-in: the form at the left, the promise at the right where there is room. */
export function AccountFrame({ title, about, status, children }: Props) {
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr', lg: 'minmax(400px, 600px) 1fr' }} minH="100dvh">
      <chakra.main
        id="content"
        tabIndex={-1}
        outline="none"
        display="grid"
        gridTemplateRows="auto 1fr auto"
        ps={{ base: '6', lg: 'min(116px, 12vw)' }}
        pe="6"
        py="10"
      >
        <HStack gap="2.5" textStyle="lg" fontWeight="600" letterSpacing="-0.01em">
          <Mark size={30} />
          Holdfast
        </HStack>
        <Box alignSelf="center" width="full" maxW="368px" mx={{ base: 'auto', lg: '0' }} py="8">
          <Heading as="h1" textStyle="3xl" fontWeight="600" letterSpacing="-0.015em">
            {title}
          </Heading>
          <Text color="fg.muted" mt="1.5" mb="7" overflowWrap="anywhere">
            {about}
          </Text>
          {children}
        </Box>
        <HStack role="status" textStyle="xs" color="fg.subtle" minH="4" gap="2">
          {status}
        </HStack>
      </chakra.main>
      <PromisePanel />
    </Box>
  )
}
