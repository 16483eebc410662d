import { useEffect } from 'react'
import type { TestContent } from '#pwa/attempt/api.ts'
import { WORKER_PUT_BACK } from '#pwa/candidate/registerWorker.ts'
import { fetchEngines } from '#pwa/runner/ahead.ts'
import { deviceLanguagesOf } from '#pwa/runner/languages.ts'
import { fetchEnd } from '../../end/ahead.ts'

/** The work is on the screen by then, and what was loaded for it has the line to itself. */
const FIRST_MS = 3_000
const AGAIN_MS = 30_000

/**
 * Brings what a test needs later here while there is a line, the engines of its languages and the pages of its end, and
 * tries again until all of it is.
 */
export function useFetchAhead({ languages, problems }: TestContent): void {
  useEffect(() => {
    const wanted = problems.length > 0 ? deviceLanguagesOf(languages) : []
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(look, AGAIN_MS)
    }
    const look = () => {
      const parts = [fetchEnd(), ...(wanted.length > 0 ? [fetchEngines(wanted)] : [])]
      Promise.all(parts).then((here) => here.every(Boolean) || again(), again)
    }
    timer = setTimeout(look, FIRST_MS)
    addEventListener(WORKER_PUT_BACK, look)
    return () => {
      clearTimeout(timer)
      removeEventListener(WORKER_PUT_BACK, look)
    }
  }, [languages, problems])
}
