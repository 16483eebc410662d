import type { EditorState } from '@uiw/react-codemirror'
import type { AttemptClient } from '#pwa/attempt/api.ts'

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
