import { useEffect, useState } from 'react'

/** Words for whoever listens, seen by nobody. Every region of the page hears them: a dialog makes all but its own mute. */

const listeners = new Set<(words: string) => void>()

export function announce(words: string): void {
  for (const listener of listeners) listener(words)
}

export function hearAnnouncements(listener: (words: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Speaks what is announced while it stands. Behind an open dialog the browser mutes the page, so the page has one and
 * each dialog its own; what was said before it opened it does not repeat.
 */
export function Announcer() {
  const [words, setWords] = useState('')
  useEffect(() => hearAnnouncements(setWords), [])
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}
