import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A page as high as the window below what is said over all pages: one part of it fills what the others leave, and scrolls. */
export function FullHeight({ children }: { children: ReactNode }) {
  return (
    <Box
      display="flex"
      flexDirection="column"
      minW="0"
      height={{ md: 'calc(100dvh - var(--banner, 0px))', _print: 'auto' }}
    >
      {children}
    </Box>
  )
}
