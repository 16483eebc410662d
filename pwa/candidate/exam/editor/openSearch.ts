import { type EditorView, runScopeHandlers } from '@uiw/react-codemirror'

/** Opens the editor's search as its own key does. ⌘ is asked first: where it means nothing Ctrl does, and not the other way. */
export function openSearch(view: EditorView): void {
  view.focus()
  for (const modifier of ['metaKey', 'ctrlKey']) {
    const key = new KeyboardEvent('keydown', { key: 'f', [modifier]: true })
    if (runScopeHandlers(view, key, 'editor')) return
  }
}
