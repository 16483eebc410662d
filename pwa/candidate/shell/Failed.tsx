import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Alone } from './Alone.tsx'

/** A page that could not be opened: what happened, and the way to try it again. */
export function Failed({
  title,
  onRetry,
  children,
}: {
  title: string
  onRetry: () => void
  children: ReactNode
}) {
  return (
    <Alone
      alert
      title={title}
      actions={
        <Button variant="primary" size="large" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alone>
  )
}
