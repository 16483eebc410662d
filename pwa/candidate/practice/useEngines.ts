import { useEffect, useState } from 'react'
import { fetchEngines } from '#pwa/runner/ahead.ts'
import type { DeviceLanguage } from '#pwa/runner/languages.ts'
import { LANGUAGES } from '#runtimes/languages.ts'

const AGAIN_MS = 5_000

/** Brings the engines here, the small one first, and tells which are. */
export function useEngines(): readonly DeviceLanguage[] {
  const [here, setHere] = useState<readonly DeviceLanguage[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const look = async (): Promise<void> => {
      for (const { id } of LANGUAGES) {
        const kept = await fetchEngines([id]).catch(() => false)
        if (left) return
        if (kept) setHere((before) => (before.includes(id) ? before : [...before, id]))
        else timer = setTimeout(() => void look(), AGAIN_MS)
        if (!kept) return
      }
    }
    void look()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [])
  return here
}
