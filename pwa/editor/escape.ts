import { EditorView, type Extension } from '@uiw/react-codemirror'

/**
 * Esc and then Tab leaves the editor, as the sheet of keys says. By itself the editor gives the Tab away for two seconds
 * only, and not at all where something else took the Esc: the list of completions does so, even before it is seen. Here
 * the next Tab leaves, however late it comes, unless another key, a click or a departure lies between.
 */
export function escapeThenTab(): Extension {
  const forget = (_event: Event, view: EditorView): void => view.setTabFocusMode(0)
  return EditorView.domEventObservers({
    keydown(event, view) {
      // After all that answers to the key itself, for the editor's own answer sets the two seconds.
      if (event.key === 'Escape') queueMicrotask(() => view.setTabFocusMode(Number.POSITIVE_INFINITY))
    },
    mousedown: forget,
    blur: forget,
  })
}
