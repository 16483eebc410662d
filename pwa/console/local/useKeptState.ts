import { useCallback, useEffect, useRef, useState } from 'react'
import { currentSession } from '../session/sessionStore.ts'
import { dropDraft, readDraft } from './drafts.ts'
import { type Draft, useKeptDraft } from './useKeptDraft.ts'

/**
 * As `useState`, of what is typed into a dialog or another small form: it is kept on this device while it is typed, and
 * stands there again when the form is opened after a reload or a session that ended, until it was sent or given up.
 * @param draft the draft's name; null: it is not kept
 * @param stored what stood on the server when it was begun, and what to do when a draft brings its own
 */
export function useKeptState<T, S = null>(
  draft: string | null,
  initial: T,
  stored?: { value: S; onRestored: (stored: S) => void },
) {
  // Of the person who types, also while the session ends.
  const [userId] = useState(() => currentSession()?.user.id ?? 0)
  const [first] = useState(initial)
  const [value, setValue] = useState(initial)
  const isTouched = useRef(false)
  const restored = useRef(stored?.onRestored)
  const isChanged = JSON.stringify(value) !== JSON.stringify(first)
  useKeptDraft({ userId, draft }, { form: value, stored: stored?.value ?? null }, isChanged)

  useEffect(() => {
    if (draft === null) return
    let isCurrent = true
    void readDraft<Draft<T, S>>(userId, draft).then((found) => {
      if (!isCurrent || isTouched.current || !found) return
      setValue(found.value.form)
      if (found.value.stored !== null) restored.current?.(found.value.stored)
    })
    return () => {
      isCurrent = false
    }
  }, [userId, draft])

  const set = useCallback((to: T | ((old: T) => T)): void => {
    isTouched.current = true
    setValue(to)
  }, [])
  /** It was sent, or is not wanted any more. */
  const forget = useCallback((): void => {
    if (draft !== null) void dropDraft(userId, draft)
  }, [userId, draft])
  return { value, set, forget }
}
