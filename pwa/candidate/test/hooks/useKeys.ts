import { useEffect, useRef } from 'react'
import type { TestActor } from '#pwa/actors/testApi.ts'
import { isBlockedKey, isClipboardKey, isCopyKey, type KeyPlace, letterOf } from '../../keys.ts'
import { useLifted } from './lifted.ts'

/** The test's own keys; a name each, spelled for the sheet in Keys.tsx. */
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

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null
/** The code itself and the fields of its search: what they do with the clipboard is ruled in clipboard.ts. */
const placeOf = (event: KeyboardEvent): KeyPlace =>
  within(event.target, '.cm-content, .cm-textfield') ? 'editor' : 'elsewhere'
const types = (event: KeyboardEvent): boolean =>
  within(event.target, '.cm-editor, textarea, select, input:not([type="radio"], [type="checkbox"])')

function optionIndex(key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : null
}

function withCommand(event: KeyboardEvent, keys: TestKeys): (() => void) | undefined {
  if (event.key === 'Enter') return keys.submit
  if (event.key === "'" || event.code === 'Quote') return keys.run
  return letterOf(event) === 's' ? keys.save : undefined
}

function withAlt(event: KeyboardEvent, { step, sayTime, flag }: TestKeys): (() => void) | undefined {
  if (step && event.key === 'ArrowLeft') return () => step(-1)
  if (step && event.key === 'ArrowRight') return () => step(1)
  if (event.code === 'KeyG') return flag
  return event.code === 'KeyT' ? sayTime : undefined
}

function meaning(event: KeyboardEvent, keys: TestKeys): (() => void) | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey)
    return event.shiftKey ? undefined : withCommand(event, keys)
  if (event.altKey) return withAlt(event, keys)
  if (event.key === 'F6') return keys.nextPane
  if (types(event)) return undefined
  if (event.key === '?') return keys.sheet
  const { option } = keys
  const index = option ? optionIndex(event.key) : null
  return option && index !== null ? () => option(index) : undefined
}

/** Blocks what the specification blocks and listens for ours, before anything on the page does. */
export function useKeys(actor: TestActor, keys: TestKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  const areKeysFree = useLifted('blocked_keys')
  const isPasteFree = useLifted('paste')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inDialog = within(event.target, 'dialog')
      const run = inDialog ? undefined : meaning(event, latest.current)
      const place = placeOf(event)
      if (run || (!areKeysFree && !(isPasteFree && isClipboardKey(event)) && isBlockedKey(event, place)))
        event.preventDefault()
      if (!isPasteFree && isCopyKey(event) && place === 'elsewhere')
        actor.signal('copy_attempt', { why: 'keys' }).catch(() => undefined)
      run?.()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [actor, areKeysFree, isPasteFree])
}
