import { useSyncExternalStore } from 'react'
import { readPreferences, writePreferences } from '../../stored.ts'

/**
 * Whether letters, digits and the question mark act by themselves. Who dictates, or whose hand strikes keys unmeant,
 * switches them off (WCAG 2.1.4); kept per device.
 */
const listeners = new Set<() => void>()
let on: boolean | undefined

export function areSingleKeysOn(): boolean {
  on ??= readPreferences().singleKeys ?? true
  return on
}

export function setSingleKeys(next: boolean): void {
  on = next
  writePreferences({ singleKeys: next })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn)
