import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The small round number beside a name. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <chakra.span
      px="1.5"
      minW="5"
      h="5"
      display="inline-grid"
      placeItems="center"
      borderRadius="full"
      bg="bg.muted"
      color="fg.muted"
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </chakra.span>
  )
}
