/** Short messages that pass by. One region shows them; anyone may speak. */

export type ToastTone = 'info' | 'ok' | 'warn' | 'bad'

export interface Toast {
  id: number
  tone: ToastTone
  text: string
}

const SHOWN_MS = 7_000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let nextId = 1

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

/** The same words are not said twice at once. */
export function toast(tone: ToastTone, text: string): void {
  const id = nextId++
  set([...toasts.filter((shown) => shown.text !== text), { id, tone, text }].slice(-3))
  setTimeout(() => dismissToast(id), SHOWN_MS)
}

/** Tells what went wrong, in its own words. */
export const tellFault = (error: unknown): void =>
  toast('bad', error instanceof Error ? error.message : String(error))

export const readToasts = (): readonly Toast[] => toasts

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
