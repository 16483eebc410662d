import { useCallback, useState } from 'react'
import { readPreferences, writePreferences } from '../stored.ts'

/** A pane's size, kept per device. */
export function usePaneSize(name: string, standard: number) {
  const [size, setSize] = useState(() => readPreferences().panes?.[name] ?? standard)
  const resize = useCallback(
    (next: number) => {
      setSize(next)
      writePreferences({ panes: { ...readPreferences().panes, [name]: next } })
    },
    [name],
  )
  const reset = useCallback(() => resize(standard), [resize, standard])
  return { size, resize, reset }
}
