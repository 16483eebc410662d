import { Box, Text } from '@chakra-ui/react'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportPreview } from '#contract/views/bank.ts'
import { DataTable } from '#pwa/ui/DataTable.tsx'
import { previewRows } from './mapping.ts'

const WIDTH = 140
const CAPTION = 'Preview of the first rows'

/** The first rows of a file as they would be read. */
export function PreviewTable({ preview, mapping }: { preview: ImportPreview; mapping: ImportMapping }) {
  const { names, rows } = previewRows(preview, mapping)
  if (names.length === 0) return null
  return (
    <Box>
      <Text textStyle="sm" color="fg.muted" mb="2" aria-hidden>
        {CAPTION}
      </Text>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
        <DataTable
          caption={CAPTION}
          columns={[{ name: 'Row', width: '64px', isNumber: true }, ...names.map((name) => ({ name }))]}
          minWidth={`${64 + WIDTH * names.length}px`}
          density="card"
        >
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <td data-number>{row}</td>
              {cells.map((cell, i) => (
                <td key={names[i]} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </Box>
    </Box>
  )
}
