import { Box, Button, Text } from '@chakra-ui/react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  children: string
  /** A control that ends the emptiness. */
  action?: ReactNode
}

/** Nothing here: one sentence in the place of the rows. */
export function Empty({ children, action }: EmptyProps) {
  return (
    <Box py="10" px="6" display="grid" justifyItems="center" gap="4" textAlign="center" color="fg.muted">
      <Text>{children}</Text>
      {action}
    </Box>
  )
}

/** A fault in the place of what failed; everything else stays. */
export function Fault({ sentence, why, onRetry }: { sentence: string; why?: string; onRetry?: () => void }) {
  return (
    <Box role="alert" py="8" px="5" display="grid" justifyItems="center" gap="2" textAlign="center">
      <Box color="fg.error" asChild>
        <TriangleAlert size={20} aria-hidden />
      </Box>
      <Text fontWeight="500">{sentence}</Text>
      {why && why !== sentence && (
        <Text textStyle="sm" color="fg.subtle">
          {why}
        </Text>
      )}
      {onRetry && (
        <Button variant="outline" mt="1" onClick={onRetry}>
          <RotateCw aria-hidden />
          Retry
        </Button>
      )}
    </Box>
  )
}
