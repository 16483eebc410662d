import { Skeleton } from '@chakra-ui/react'
import type { Column } from './DataTable.tsx'
import { useAfter } from './useAfter.ts'

/** Rows of the final height while the first answer is awaited. */
export function SkeletonRows({ columns, rows }: { columns: readonly Column[]; rows: number }) {
  const isShown = useAfter(200)
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
    <tr key={row}>
      {columns.map((column) => (
        <td key={column.name}>{isShown && <Skeleton height="12px" width="70%" />}</td>
      ))}
    </tr>
  ))
}
