import { useCallback, useEffect, useRef, useState } from 'react'
import { currentSession } from '../session/sessionStore.ts'
import { dropDraft } from './drafts.ts'
import { openCallBeside } from './openCall.ts'
import { browserPorts, type OwnDraft, openDraft } from './ownDraft.ts'
import { type KeptForm, useKeptDraft } from './useKeptDraft.ts'

/** The stored value when a form was begun, and what becomes of it when a draft brings its own. */
export interface BegunWith<T, S> {
  value: S
  onRestored?: (stored: S) => void
  /** The form's content then; without it, the draft as it is. */
  merged?: (draft: T, stored: S) => T
}

/**
 * As `useState`, of what is typed into a dialog or another small form: it is kept on this device while it is typed, and
 * stands there again when the form is opened after a reload or a session that ended, until it was sent or given up.
 * @param draft names the form, and the draft is this tab's own; null: it is not kept
 * @param stored what it was begun with
 */
export function useKeptState<T, S = null>(draft: string | null, initial: T, stored?: BegunWith<T, S>) {
  // The id stays that of the person who types, even while the session ends.
  const [userId] = useState(() => currentSession()?.user.id ?? 0)
  const [first] = useState(initial)
  const [value, setValue] = useState(initial)
  const isTouched = useRef(false)
  const restoring = useRef(stored)
  const isChanged = JSON.stringify(value) !== JSON.stringify(first)
  const opening = useRef<Promise<OwnDraft<KeptForm<T, S>>>>(undefined)
  // Together with what it holds: what stands here before must not be taken for its content.
  const [own, setOwn] = useState<{ of: string; name: string } | null>(null)
  const name = own !== null && own.of === draft ? own.name : null
  useKeptDraft({ userId, draft: name }, { form: value, stored: stored?.value ?? null }, isChanged)

  useEffect(() => {
    if (draft === null) return
    let isCurrent = true
    const opened = openDraft<KeptForm<T, S>>(userId, draft, browserPorts())
    opening.current = opened
    void opened.then(({ name, kept }) => {
      if (!isCurrent) return
      setOwn({ of: draft, name })
      if (isTouched.current || !kept) return
      const { onRestored, merged } = restoring.current ?? {}
      setValue(kept.stored !== null && merged ? merged(kept.form, kept.stored) : kept.form)
      if (kept.stored !== null) onRestored?.(kept.stored)
    })
    return () => {
      isCurrent = false
      void opened.then(({ release }) => release())
    }
  }, [userId, draft])

  const set = useCallback((to: T | ((old: T) => T)): void => {
    isTouched.current = true
    setValue(to)
  }, [])
  const [openCall] = useState(() => openCallBeside(userId, () => opening.current?.then(({ name }) => name)))
  /** It was sent, or is not wanted any more. */
  const forget = useCallback((): void => {
    void opening.current?.then(({ name }) => dropDraft(userId, name))
    void openCall.write(null)
  }, [userId, openCall])
  return { value, set, forget, openCall }
}
