import { Box, chakra, Heading, HStack } from '@chakra-ui/react'
import { ColumnBody } from './ColumnBody.tsx'
import type { ColumnInfo } from './columns.ts'
import type { ColumnState } from './useColumn.ts'

export interface Filled {
  column: ColumnInfo
  state: ColumnState
}

/** Three columns side by side; each scrolls for itself. */
export function Board({ filled }: { filled: readonly Filled[] }) {
  return (
    <Box
      flex="1"
      minH="0"
      display="grid"
      gridTemplateColumns="repeat(3, minmax(0, 1fr))"
      gap="3"
      px={{ base: '4', '2xl': '6' }}
      py="4"
    >
      {filled.map(({ column, state }) => (
        <chakra.section
          key={column.status}
          aria-label={column.name}
          bg="bg.canvas"
          borderRadius="l3"
          display="flex"
          flexDirection="column"
          minH="0"
        >
          <HStack px="3.5" h="44px" flexShrink="0" gap="2">
            <chakra.span color={column.status === 'ongoing' ? 'fg.success' : 'fg.subtle'} asChild>
              <column.icon size={16} aria-hidden />
            </chakra.span>
            <Heading as="h2" textStyle="md" fontWeight="600">
              {column.name}
            </Heading>
            <chakra.span color="fg.subtle" fontVariantNumeric="tabular-nums">
              {state.total ?? ''}
            </chakra.span>
          </HStack>
          <Box
            px="2"
            pb="2"
            overflowY="auto"
            flex="1"
            tabIndex={0}
            role="group"
            aria-label={`${column.name} drives`}
          >
            <ColumnBody column={column} state={state} />
          </Box>
        </chakra.section>
      ))}
    </Box>
  )
}
