import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The entries that a page keeps in its address: they survive a reload and can be sent to somebody. */
export function useEntries() {
  const [address, setAddress] = useSearchParams()
  /** Sets the entries that are given, '' takes one away. One that replaces is no step for the way back. */
  const change = useCallback(
    (entries: Record<string, string>, { replace = false } = {}) =>
      setAddress(
        () => {
          // From the address itself: what the last render saw may be one change behind.
          const next = new URLSearchParams(window.location.search)
          for (const [name, value] of Object.entries(entries)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace },
      ),
    [setAddress],
  )
  return {
    /** '' where it is not set. */
    value: (name: string): string => address.get(name) ?? '',
    change,
  }
}
