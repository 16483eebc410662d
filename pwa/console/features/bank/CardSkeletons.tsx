import { Skeleton } from '@chakra-ui/react'
import { useAfter } from '#pwa/ui/useAfter.ts'

/** Cards of the final height while the first answer is awaited. */
export function CardSkeletons({ n }: { n: number }) {
  const isShown = useAfter(200)
  if (!isShown) return null
  return Array.from({ length: n }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <Skeleton key={index} height="168px" borderRadius="8px" aria-hidden />
  ))
}
