import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, settleDraft } from './drafts.ts'

/**
 * A draft: what is typed, with what stood on the server when it was begun. It is measured against that and not against
 * what stands there now, or what a colleague saved meanwhile would count as typed.
 */
export interface KeptForm<F, S> {
  form: F
  stored: S | null
  /** The form before anything was typed, of a record not made yet: at another time it begins as another one. */
  begun?: F
}

interface Of {
  userId: number
  /** The draft's name; null: nothing is kept. */
  draft: string | null
  /** When it was kept last; null: there is none yet. */
  keptAt?: number | null
}

/**
 * Keeps a form on this device while it is typed; once it is what the server has, there is nothing to keep.
 * @param everyMs a large form is not written at every key but so often, however long typing goes on, and when the page
 *   is left
 * @returns when it was kept last, in milliseconds since 1970
 */
export function useKeptDraft<F, S>(
  { userId, draft, keptAt: before = null }: Of,
  kept: KeptForm<F, S>,
  isChanged: boolean,
  everyMs = 0,
): number | null {
  const [keptAt, setKeptAt] = useState(before)
  const { form, stored } = kept
  const newest = useRef({ ...kept, isChanged })
  newest.current = { ...kept, isChanged }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const underWay = useRef(0)
  const keep = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (draft === null) return
    const { isChanged: isToKeep, ...value } = newest.current
    const kept = isToKeep
      ? keepDraft(userId, draft, value satisfies KeptForm<F, S>)
      : dropDraft(userId, draft).then(() => null)
    underWay.current++
    void kept.then((at) => {
      underWay.current--
      setKeptAt(at)
    })
  }, [userId, draft])

  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is to be kept
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (everyMs === 0) keep()
    else timer.current ??= setTimeout(keep, everyMs)
  }, [form, stored, isChanged, everyMs, keep])

  useEffect(() => {
    const keepTheRest = () => {
      if (timer.current !== undefined) keep()
    }
    const onLeft = () => {
      // A write under way as the page goes would go with it.
      if ((timer.current === undefined && underWay.current === 0) || draft === null) return
      clearTimeout(timer.current)
      timer.current = undefined
      const { isChanged: isToKeep, ...value } = newest.current
      settleDraft(userId, draft, isToKeep ? value : null)
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keepTheRest()
    }
    addEventListener('pagehide', onLeft)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      removeEventListener('pagehide', onLeft)
      document.removeEventListener('visibilitychange', onHidden)
      keepTheRest()
    }
  }, [keep, userId, draft])
  return isChanged ? keptAt : null
}
