import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A page as high as the window: one part of it fills what the others leave, and scrolls. */
export function FullHeight({ children }: { children: ReactNode }) {
  return (
    <Box display="flex" flexDirection="column" minW="0" height={{ md: '100dvh', _print: 'auto' }}>
      {children}
    </Box>
  )
}
