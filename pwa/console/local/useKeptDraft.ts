import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft } from './drafts.ts'

/**
 * A draft: what is typed, with what stood on the server when it was begun. It is measured against that and not against
 * what stands there now, or what a colleague saved meanwhile would count as typed.
 */
export interface Draft<F, S> {
  form: F
  stored: S | null
}

interface Of {
  userId: number
  /** The draft's name. */
  draft: string
  /** When it was kept last; null: there is none yet. */
  keptAt?: number | null
}

/**
 * Keeps a form on this device with every change; once it is what the server has, there is nothing to keep.
 * @param restMs how long typing rests first; a large form is not written at every key
 * @returns when it was kept last, in milliseconds since 1970
 */
export function useKeptDraft<F, S>(
  { userId, draft, keptAt: before = null }: Of,
  { form, stored }: Draft<F, S>,
  isChanged: boolean,
  restMs = 0,
): number | null {
  const [keptAt, setKeptAt] = useState(before)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    let isCurrent = true
    const keep = () => {
      const kept = isChanged
        ? keepDraft(userId, draft, { form, stored } satisfies Draft<F, S>)
        : dropDraft(userId, draft).then(() => null)
      void kept.then((at) => isCurrent && setKeptAt(at))
    }
    const timer = restMs > 0 ? setTimeout(keep, restMs) : undefined
    if (timer === undefined) keep()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [form, stored, isChanged, userId, draft, restMs])
  return isChanged ? keptAt : null
}
