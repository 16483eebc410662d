import { Skeleton, Stack } from '@chakra-ui/react'
import { useAfter } from './useAfter.ts'

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
