import { Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import type { Column } from './DataTable.tsx'

/** False at first, true after some milliseconds: what loads at once shows no skeleton. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}

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

/** Parts of a page in their final heights while the first answer is awaited. */
export function SkeletonBlocks({ heights, gap = '6' }: { heights: readonly string[]; gap?: string }) {
  const isShown = useAfter(200)
  return (
    <Stack gap={gap} aria-busy visibility={isShown ? 'visible' : 'hidden'}>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  )
}

/** Cards of the final height while the first answer is awaited. */
export function CardSkeletons({ n, height }: { n: number; height: string }) {
  const isShown = useAfter(200)
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {isShown &&
        Array.from({ length: n }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <Skeleton key={index} height={height} borderRadius="8px" aria-hidden />
        ))}
    </>
  )
}
