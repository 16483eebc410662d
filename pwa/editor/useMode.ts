import type { Extension } from '@uiw/react-codemirror'
import { useEffect, useState } from 'react'
import { loadMode } from './languages.ts'

/** A language's colours, once they are here. */
export function useMode(mode: string): Extension {
  const [extension, setExtension] = useState<Extension>([])
  useEffect(() => {
    let current = true
    loadMode(mode).then(
      (loaded) => current && setExtension(loaded),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [mode])
  return extension
}
