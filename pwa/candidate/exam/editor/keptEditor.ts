import type { EditorState } from '@uiw/react-codemirror'
import type { AttemptClient } from '#pwa/attempt/api.ts'

const texts = new WeakMap<AttemptClient, Map<string, string>>()

/**
 * Texts typed on this page, by draft: newer than any draft for the second until they are kept. Forgotten when the test
 * stops running here, because another device may go on with it.
 */
export function typedTexts(actor: AttemptClient): Map<string, string> {
  const known = texts.get(actor)
  if (known) return known
  const fresh = new Map<string, string>()
  texts.set(actor, fresh)
  return fresh
}

const states = new WeakMap<AttemptClient, Map<string, EditorState>>()

export interface KeptEditor {
  read: () => EditorState | undefined
  keep: (state: EditorState) => void
}

/**
 * The state an editor leaves on this page for the next one of the same program, its history above all: a person who
 * looks at another problem can still undo after coming back. It counts only where the same text stands.
 */
export function keptEditor(actor: AttemptClient, draftKey: string): KeptEditor {
  const known = states.get(actor) ?? new Map<string, EditorState>()
  states.set(actor, known)
  return { read: () => known.get(draftKey), keep: (state) => void known.set(draftKey, state) }
}
