import { Box, Button, Text } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { saveFile } from '../../kit/download/useFileDownload.ts'
import type { WrongRows } from './useImport.ts'

const SHOWN = 50
const columns: readonly Column[] = [
  { name: 'Row', width: '56px', isNumber: true },
  { name: 'Column', width: '120px' },
  { name: 'Value', width: '28%' },
  { name: 'Reason' },
]

/** A sentence on where to find the errors that are not shown here. */
function othersOf({ rows, faults, in_file }: WrongRows): string {
  const shown = Math.min(rows.length, SHOWN)
  if (faults <= shown) return ''
  if (in_file >= faults) return ` The first ${shown} are shown; the rest are in the file.`
  return ` The first ${shown} are shown, the first ${in_file.toLocaleString('en')} are in the file. Fix these, then upload it again to see the rest.`
}

/** The errors, cell by cell; the file has more of them. */
export function WrongRowsTable({ wrong, fileName }: { wrong: WrongRows; fileName: string }) {
  const { rows, faults } = wrong
  const shown = rows.slice(0, SHOWN)
  return (
    <Box>
      <Box display="flex" alignItems="center" gap="2" mb="2" flexWrap="wrap">
        <Text textStyle="sm" color="fg.muted" flex="1 1 12rem">
          {faults === 1 ? '1 entry is wrong.' : `${faults.toLocaleString('en')} entries are wrong.`}
          {othersOf(wrong)}
        </Text>
        <Button
          type="button"
          variant="outline"
          title={fileName}
          onClick={() => saveFile(fileName, wrong.csv)}
        >
          <Download aria-hidden />
          Download the errors
        </Button>
      </Box>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden" maxH="260px" overflowY="auto">
        <DataTable caption="What is wrong with the file" columns={columns} minWidth="520px" density="card">
          {shown.map(({ row, column, value, reason }) => (
            <tr key={`${row} ${column} ${reason}`}>
              <td data-number>{row}</td>
              <td title={column}>{column || '-'}</td>
              <td title={value}>{value || '-'}</td>
              <td data-wrap>{reason}</td>
            </tr>
          ))}
        </DataTable>
      </Box>
    </Box>
  )
}
