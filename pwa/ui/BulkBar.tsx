import { chakra, HStack } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface Props {
  /** How many rows are chosen; nothing is shown while none is. */
  count: number
  onClear: () => void
  /** The actions on all of them. */
  children: ReactNode
}

/** The actions on the chosen rows, over the foot of their list; dark in both themes. */
export function BulkBar({ count, onClear, children }: Props) {
  if (count === 0) return null
  return (
    <HStack
      role="region"
      aria-label="Chosen rows"
      // Below the rows it lies over none of them.
      position={{ base: 'sticky', md: 'static' }}
      bottom={{ base: '84px', md: 'auto' }}
      zIndex="docked"
      mx={{ base: '4', md: '6' }}
      my={{ base: '2', md: '4' }}
      alignSelf={{ base: 'stretch', md: 'flex-start' }}
      flexShrink="0"
      minH="48px"
      ps="4"
      pe="1.5"
      columnGap="3"
      rowGap="0"
      flexWrap="wrap"
      borderRadius="l3"
      boxShadow="lg"
      borderWidth="1px"
      borderColor="deep.line"
      bg="deep"
      color="deep.ink"
      textStyle="sm"
      animation="fade-in 120ms"
      css={{ '& button': { color: 'deep.ink', _hover: { bg: 'deep.line', color: 'deep.ink' } } }}
    >
      <chakra.span
        role="status"
        fontWeight="500"
        flex="1"
        whiteSpace="nowrap"
        fontVariantNumeric="tabular-nums"
      >
        {count} selected
      </chakra.span>
      {children}
      <chakra.button type="button" px="2.5" minH="36px" borderRadius="l2" cursor="pointer" onClick={onClear}>
        Clear
      </chakra.button>
    </HStack>
  )
}
