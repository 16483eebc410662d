import { useEffect } from 'react'
import { toWork } from '../nextPane.ts'

/** When what covers the work goes, and nothing had the focus before: the first key belongs to the work. */
export function useToWorkAfter(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) toWork()
      })
    },
    [],
  )
}
