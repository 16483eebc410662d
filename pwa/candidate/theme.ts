import { useSyncExternalStore } from 'react'
import { readPreferences, writePreferences } from './stored.ts'

export type Theme = 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen = readPreferences().theme

const current = (): Theme => chosen ?? (system.matches ? 'dark' : 'light')

function apply(): void {
  document.documentElement.dataset.theme = current()
  for (const listener of listeners) listener()
}

/** Before the first render, so that nobody sees the other theme flash. */
export function startTheme(): void {
  apply()
  system.addEventListener('change', apply)
}

export function toggleTheme(): void {
  chosen = current() === 'dark' ? 'light' : 'dark'
  writePreferences({ theme: chosen })
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)
