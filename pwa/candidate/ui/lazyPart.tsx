import { type ComponentType, lazy, useState } from 'react'

/** A part of the page that is loaded apart: once it is here it stays; one that could not be had is asked for anew. */
interface RetryableImport<T> {
  had(): T | undefined
  ask(): Promise<T>
}

export function retryableImport<T>(load: () => Promise<{ default: T }>): RetryableImport<T> {
  let part: T | undefined
  return {
    had: () => part,
    ask: async () => {
      part ??= (await load()).default
      return part
    },
  }
}

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
