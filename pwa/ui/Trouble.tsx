import { Box, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A whole page for one sentence: nothing found, something broke. */
export function Trouble({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Box display="grid" placeItems="center" minH="60dvh" px="6" textAlign="center">
      <Box display="grid" gap="3" justifyItems="center">
        <Heading as="h1" textStyle="3xl" fontWeight="600" letterSpacing="-0.01em">
          {title}
        </Heading>
        {text && (
          <Text color="fg.muted" maxW="32rem">
            {text}
          </Text>
        )}
        {children}
      </Box>
    </Box>
  )
}
