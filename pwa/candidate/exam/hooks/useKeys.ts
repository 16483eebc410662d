import { useEffect, useRef } from 'react'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { isBlockedKey, isClipboardKey, isCopyPress, type KeyTarget } from '../../keys.ts'
import { noteCopyAttempt } from '../copyAttempts.ts'
import { actsWhenHeld, areSingleKeysOn, keyMeaning, type TestKeys } from './keyMeaning.ts'
import { useLifted } from './lifted.ts'

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null
/** The code itself and the fields of its search: what they do with the clipboard is ruled in clipboard.ts. */
const targetOf = (event: KeyboardEvent): KeyTarget =>
  within(event.target, '.cm-content, .cm-textfield') ? 'editor' : 'elsewhere'
const types = (event: KeyboardEvent): boolean =>
  within(event.target, '.cm-editor, textarea, select, input:not([type="radio"], [type="checkbox"])')

/** Blocks what the specification blocks and listens for ours, before anything on the page does. */
export function useKeys(actor: AttemptClient, keys: TestKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  const areKeysFree = useLifted('blocked_keys')
  const isPasteFree = useLifted('paste')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inDialog = within(event.target, 'dialog')
      const circumstances = { types: types(event), areSingleOn: areSingleKeysOn() }
      const act = inDialog ? undefined : keyMeaning(event, latest.current, circumstances)
      const target = targetOf(event)
      if (act || (!areKeysFree && !(isPasteFree && isClipboardKey(event)) && isBlockedKey(event, target)))
        event.preventDefault()
      if (!isPasteFree && isCopyPress(event) && target === 'elsewhere') noteCopyAttempt(actor, 'keys')
      if (!event.repeat || actsWhenHeld(event)) act?.()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [actor, areKeysFree, isPasteFree])
}
