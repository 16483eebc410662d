import type { ReactNode } from 'react'
import type { DriveView } from '#contract/views/candidate.ts'
import { Button } from '../ui/Button.tsx'
import { NoticePage } from './NoticePage.tsx'

/** A page that could not be opened: what happened, and the way to try it again. */
export function Failed({
  title,
  view,
  onRetry,
  children,
}: {
  title: string
  /** The drive, if this device knows it: it names whom to ask. */
  view?: DriveView | undefined
  onRetry: () => void
  children: ReactNode
}) {
  return (
    <NoticePage
      alert
      title={title}
      view={view}
      actions={
        <Button variant="primary" size="large" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </NoticePage>
  )
}
