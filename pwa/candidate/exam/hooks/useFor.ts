import { useCallback, useEffect, useMemo, useState } from 'react'
import { ShownFor } from './shownFor.ts'

/** A value that is shown for so many milliseconds and then gone. */
export function useFor<T>(ms: number): [T | null, (value: T) => void] {
  const [value, setValue] = useState<T | null>(null)
  const shown = useMemo(() => new ShownFor<T>(ms, (next) => setValue(() => next)), [ms])
  useEffect(() => () => shown.stop(), [shown])
  const show = useCallback((next: T) => shown.show(next), [shown])
  return [value, show]
}
