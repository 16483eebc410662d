import { useSyncExternalStore } from 'react'
import { readPreferences, writePreferences } from '#pwa/candidate/stored.ts'
import { type KeyFacts, keyLetter } from '../../keys.ts'

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

/** The test's own keys; a name each, spelled for the sheet in KeysSheet.tsx. */
export interface TestKeys {
  run?: () => void
  submit?: () => void
  save?: () => void
  step?: (by: -1 | 1) => void
  /** The option's index, by letter or digit. */
  option?: (index: number) => void
  sheet?: () => void
  nextPane?: () => void
  sayTime?: () => void
  flag?: () => void
}

/** The circumstances of a key press: a field takes its characters as text, and single keys may be switched off. */
interface Circumstances {
  types: boolean
  areSingleOn: boolean
}

function optionIndex(key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : null
}

function withCommand(event: KeyFacts, keys: TestKeys): (() => void) | undefined {
  if (event.key === 'Enter') return keys.submit
  if (event.key === "'" || event.code === 'Quote') return keys.run
  return keyLetter(event) === 's' ? keys.save : undefined
}

/** @param types where text is typed, a Mac writes characters with Option: @ of a Swiss one is Option+G */
function withAlt(
  event: KeyFacts,
  { step, sayTime, flag }: TestKeys,
  types: boolean,
): (() => void) | undefined {
  if (step && event.key === 'ArrowLeft') return () => step(-1)
  if (step && event.key === 'ArrowRight') return () => step(1)
  const pressed = types ? `Key${event.key.toUpperCase()}` : event.code
  if (pressed === 'KeyG') return flag
  return pressed === 'KeyT' ? sayTime : undefined
}

/** A key's action in the test, if it has one. */
export function keyMeaning(
  event: KeyFacts,
  keys: TestKeys,
  { types, areSingleOn }: Circumstances,
): (() => void) | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey)
    return event.shiftKey ? undefined : withCommand(event, keys)
  if (event.altKey) return withAlt(event, keys, types)
  if (event.key === 'F6') return keys.nextPane
  if (types || !areSingleOn) return undefined
  if (event.key === '?') return keys.sheet
  const { option } = keys
  const index = option ? optionIndex(event.key) : null
  return option && index !== null ? () => option(index) : undefined
}

/** Held down, a key steps on through items and panes; anything else it does once, or what it chose would come and go. */
export const actsWhenHeld = ({ key, altKey }: KeyFacts): boolean =>
  key === 'F6' || (altKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
