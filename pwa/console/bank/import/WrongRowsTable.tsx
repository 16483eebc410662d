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

const testColumns: readonly Column[] = [
  { name: 'No.', width: '48px', isNumber: true },
  { name: 'Test', width: '45%' },
  { name: 'Reason' },
]
const saidOf = {
  rows: (n: number) => (n === 1 ? '1 entry is wrong.' : `${n.toLocaleString('en')} entries are wrong.`),
  // The sentence above says how many.
  tests: () => 'These do not fit, and would be left out:',
}

/** A sentence on where to find the errors that are not shown here. */
function othersOf({ rows, faults, in_file }: WrongRows): string {
  const shown = Math.min(rows.length, SHOWN)
  if (faults <= shown) return ''
  if (in_file >= faults) return ` The first ${shown} are shown; the rest are in the file.`
  return ` The first ${shown} are shown, the first ${in_file.toLocaleString('en')} are in the file. Fix these, then upload it again to see the rest.`
}

interface Props {
  wrong: WrongRows
  fileName: string
  /** The parts of the file: rows with cells, or the tests of a package. */
  of: 'rows' | 'tests'
}

/** The errors, cell by cell or test by test; the file has more of them. */
export function WrongRowsTable({ wrong, fileName, of }: Props) {
  const { rows, faults } = wrong
  const shown = rows.slice(0, SHOWN)
  return (
    <Box>
      <Box display="flex" alignItems="center" gap="2" mb="2" flexWrap="wrap">
        <Text textStyle="sm" color="fg.muted" flex="1 1 12rem">
          {saidOf[of](faults)}
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
        <DataTable
          caption="What is wrong with the file"
          columns={of === 'rows' ? columns : testColumns}
          minWidth={of === 'rows' ? '520px' : '280px'}
          density="card"
        >
          {shown.map(({ row, column, value, reason }) => (
            <tr key={`${row} ${column} ${value} ${reason}`}>
              <td data-number>{row}</td>
              {of === 'rows' && <td title={column}>{column || '-'}</td>}
              <td title={value} data-wrap={of === 'tests' || undefined}>
                {value || '-'}
              </td>
              <td data-wrap>{reason}</td>
            </tr>
          ))}
        </DataTable>
      </Box>
    </Box>
  )
}
