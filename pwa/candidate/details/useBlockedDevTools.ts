import { useEffect } from 'react'
import { isDevToolsKey } from '../keys.ts'

/** The form blocks the developer tools' shortcuts and nothing else. */
export function useBlockedDevTools(): void {
  useEffect(() => {
    const block = (event: KeyboardEvent) => {
      if (isDevToolsKey(event)) event.preventDefault()
    }
    addEventListener('keydown', block, { capture: true })
    return () => removeEventListener('keydown', block, { capture: true })
  }, [])
}
