import { Skeleton, VisuallyHidden } from '@chakra-ui/react'
import { useAfter } from './useAfter.ts'

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
