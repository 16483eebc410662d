import { type ComponentType, lazy, useState } from 'react'
import type { RetryableImport } from './retryableImport.ts'

/**
 * React's `lazy` for a part that may be here already: then it is drawn at once. By itself React draws the fallback all
 * the same, and lets 300 ms pass before anything takes its place.
 */
export function lazyPart<P extends object>({ had, ask }: RetryableImport<ComponentType<P>>) {
  const Later = lazy(() => ask().then((part) => ({ default: part })))
  return function Part(props: P) {
    const [Shown] = useState<ComponentType<P>>(() => had() ?? Later)
    return <Shown {...props} />
  }
}
