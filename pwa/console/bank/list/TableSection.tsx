import { Box, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Empty } from '#pwa/ui/Said.tsx'

interface Props {
  name: string
  columns: readonly Column[]
  /** Said in the place of the rows where there are none. */
  empty?: string
  isEmpty?: boolean
  minWidth?: string
  isCards?: boolean
  /** Rows. */
  children: ReactNode
}

/** A table with its heading, as a section of a page. */
export function TableSection({
  name,
  columns,
  empty = '',
  isEmpty = false,
  minWidth = '280px',
  isCards = false,
  children,
}: Props) {
  return (
    <section aria-label={name}>
      <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
        {name}
      </Heading>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
        {isEmpty ? (
          <Empty>{empty}</Empty>
        ) : (
          <DataTable caption={name} columns={columns} minWidth={minWidth} density="card" isCards={isCards}>
            {children}
          </DataTable>
        )}
      </Box>
    </section>
  )
}
