import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface Props {
  /** The things counted wait for somebody. */
  isWaiting?: boolean
  children: ReactNode
}

/** The small round number beside a name. */
export function Count({ isWaiting = false, children }: Props) {
  return (
    <chakra.span
      px="1.5"
      minW="5"
      h="5"
      display="inline-grid"
      placeItems="center"
      borderRadius="full"
      bg={isWaiting ? 'bg.warning' : 'bg.muted'}
      color={isWaiting ? 'fg.warning' : 'fg.muted'}
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </chakra.span>
  )
}
