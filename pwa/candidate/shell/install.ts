import { useSyncExternalStore } from 'react'

/** The browser's own offer to install the page; it comes once, often before anything is drawn. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const listeners = new Set<() => void>()
let offer: InstallPrompt | null = null

function set(next: InstallPrompt | null): void {
  offer = next
  for (const listener of listeners) listener()
}

export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if ('prompt' in event) set(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => set(null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A function that asks the browser to install, or null where it has not offered to. */
export function useInstall(): (() => void) | null {
  const known = useSyncExternalStore(subscribe, () => offer)
  if (!known) return null
  return () => {
    set(null)
    known.prompt().catch(() => undefined)
  }
}
