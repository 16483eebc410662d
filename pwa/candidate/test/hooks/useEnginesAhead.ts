import { useEffect } from 'react'
import type { TestContent } from '#pwa/actors/testApi.ts'
import { fetchEngines } from '#pwa/runner/ahead.ts'
import { deviceLanguagesOf } from '#pwa/runner/languages.ts'

/** The work is on the screen by then, and what was loaded for it has the line to itself. */
const FIRST_MS = 3_000
const AGAIN_MS = 30_000

/** Brings the engines of the test's languages here while there is a line, and tries again until all are. */
export function useEnginesAhead({ languages, problems }: TestContent): void {
  useEffect(() => {
    const wanted = problems.length > 0 ? deviceLanguagesOf(languages) : []
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(look, AGAIN_MS)
    }
    const look = () => {
      fetchEngines(wanted).then((kept) => kept || again(), again)
    }
    if (wanted.length > 0) timer = setTimeout(look, FIRST_MS)
    return () => clearTimeout(timer)
  }, [languages, problems])
}
