import { Box, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'

interface Props {
  name: string
  columns: readonly Column[]
  /** Rows. */
  children: ReactNode
}

/** A table with its heading, as a section of a page. */
export const TableSection = ({ name, columns, children }: Props) => (
  <section aria-label={name}>
    <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
      {name}
    </Heading>
    <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
      <DataTable caption={name} columns={columns} minWidth="280px" density="card">
        {children}
      </DataTable>
    </Box>
  </section>
)
