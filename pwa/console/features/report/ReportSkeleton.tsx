import { Box, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react'
import { useAfter } from '#pwa/ui/useAfter.ts'

export function ReportSkeleton() {
  const isShown = useAfter(200)
  return (
    <Box p="6">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {isShown && (
        <Stack gap="5" aria-hidden>
          <Skeleton height="130px" />
          <Skeleton height="170px" />
          <Skeleton height="320px" />
        </Stack>
      )}
    </Box>
  )
}
