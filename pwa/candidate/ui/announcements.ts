/** Words for whoever listens, seen by nobody. Every region of the page hears them: a dialog makes all but its own mute. */

const listeners = new Set<(words: string) => void>()

export function announce(words: string): void {
  for (const listener of listeners) listener(words)
}

export function hearAnnouncements(listener: (words: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
