import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const KEY = 'holdfast.console.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen = remembered()

function remembered(): ColorMode | null {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}

const current = (): ColorMode => chosen ?? (system.matches ? 'dark' : 'light')

function apply(): void {
  document.documentElement.dataset.theme = current()
  for (const listener of listeners) listener()
}

/** Before the first render, so that nobody sees the other theme flash. */
export function startColorMode(): void {
  apply()
  system.addEventListener('change', apply)
  // Paper is light.
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light'
  })
  addEventListener('afterprint', apply)
}

export function toggleColorMode(): void {
  chosen = current() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Storage may be blocked; the choice then lasts for this page.
  }
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useColorMode = (): ColorMode => useSyncExternalStore(subscribe, current)
