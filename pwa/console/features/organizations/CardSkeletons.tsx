import { Skeleton, VisuallyHidden } from '@chakra-ui/react'
import { useAfter } from '#pwa/ui/useAfter.ts'

export function CardSkeletons({ n }: { n: number }) {
  const isShown = useAfter(200)
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {isShown &&
        Array.from({ length: n }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <Skeleton key={index} height="206px" borderRadius="8px" aria-hidden />
        ))}
    </>
  )
}
