import { useCallback, useEffect, useRef, useState } from 'react'

/** A value that is shown for so many milliseconds and then gone. */
export function useFor<T>(ms: number): [T | null, (value: T) => void] {
  const [value, setValue] = useState<T | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback(
    (next: T) => {
      clearTimeout(timer.current)
      setValue(next)
      timer.current = setTimeout(() => setValue(null), ms)
    },
    [ms],
  )
  return [value, show]
}
