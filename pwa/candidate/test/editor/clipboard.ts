import { EditorView, keymap, Prec } from '@uiw/react-codemirror'

/**
 * The code area's clipboard: one's own code can be moved within the editor, nothing comes in from outside and
 * nothing goes out. The browser's clipboard is never touched.
 */
let kept: string | null = null

/** From a tab that only reads one's own code can be taken along; nothing leaves it. */
function take(view: EditorView, isCut: boolean): boolean {
  const { state } = view
  const cut = isCut && !state.readOnly
  const chosen = state.selection.ranges.filter((range) => !range.empty)
  if (chosen.length > 0) {
    kept = chosen.map((range) => state.sliceDoc(range.from, range.to)).join('\n')
    if (cut) view.dispatch(state.replaceSelection(''), { userEvent: 'delete.cut' })
    return true
  }
  const line = state.doc.lineAt(state.selection.main.head)
  kept = `${line.text}\n`
  if (cut) {
    view.dispatch({
      changes: { from: line.from, to: Math.min(state.doc.length, line.to + 1) },
      userEvent: 'delete.cut',
    })
  }
  return true
}

function put(view: EditorView, onOutside: () => void): boolean {
  if (kept === null) onOutside()
  else if (!view.state.readOnly)
    view.dispatch(view.state.replaceSelection(kept), { userEvent: 'input.paste' })
  return true
}

/** @param onOutside told when something was to be pasted that was not copied here */
export function ownClipboard(onOutside: () => void) {
  const stop = (event: Event): boolean => {
    event.preventDefault()
    return true
  }
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-c', run: (view) => take(view, false) },
        { key: 'Mod-x', run: (view) => take(view, true) },
        { key: 'Mod-v', run: (view) => put(view, onOutside) },
      ]),
    ),
    Prec.highest(
      EditorView.domEventHandlers({
        copy: stop,
        cut: stop,
        drop: stop,
        dragstart: stop,
        contextmenu: stop,
        paste: (event) => {
          onOutside()
          return stop(event)
        },
      }),
    ),
  ]
}
