import { Skeleton, Stack } from '@chakra-ui/react'
import { useAfter } from '#pwa/ui/useAfter.ts'

export function TileSkeletons({ n }: { n: number }) {
  const isShown = useAfter(200)
  if (!isShown) return null
  return (
    <Stack gap="2" aria-hidden>
      {Array.from({ length: n }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton key={index} height="196px" borderRadius="8px" />
      ))}
    </Stack>
  )
}
