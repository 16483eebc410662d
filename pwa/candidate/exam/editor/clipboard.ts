import { EditorView, keymap, Prec, ViewPlugin } from '@uiw/react-codemirror'
import { isGiven, keepMoved, movedText } from '../../unsaved/ownCode.ts'
import { CLIPBOARD_OFF } from '../hooks/lifted.ts'

/**
 * The code area's clipboard: one's own code can be moved within the editor, and what the page gave as a copy of the work
 * comes back in; nothing else comes in from outside, and nothing goes out.
 */

/** Told when something was to come in from outside, or to go out: what was tried, and what to say of it. */
export type OnRefused = (what: string, words: string) => void

const ONLY_OWN = 'Only your own code from this editor can be pasted here.'

/** From a tab that only reads one's own code can be taken along; nothing leaves it. */
function take(view: EditorView, isCut: boolean): boolean {
  const { state } = view
  const cut = isCut && !state.readOnly
  const chosen = state.selection.ranges.filter((range) => !range.empty)
  if (chosen.length > 0) {
    keepMoved(chosen.map((range) => state.sliceDoc(range.from, range.to)).join('\n'))
    if (cut) view.dispatch(state.replaceSelection(''), { userEvent: 'delete.cut' })
    return true
  }
  const line = state.doc.lineAt(state.selection.main.head)
  keepMoved(`${line.text}\n`)
  if (cut) {
    view.dispatch({
      changes: { from: line.from, to: Math.min(state.doc.length, line.to + 1) },
      userEvent: 'delete.cut',
    })
  }
  return true
}

/** Without a text of the editor's own the browser's paste follows, which brings the system's clipboard. */
function put(view: EditorView): boolean {
  const moved = movedText()
  if (moved !== null) insert(view, moved)
  return moved !== null
}

function insert(view: EditorView, text: string): void {
  if (!view.state.readOnly) view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste' })
}

/** The fields of the editor's own panels, as its search has them: there the clipboard is the browser's, and it stays out. */
const closedPanels = (onRefused: OnRefused) =>
  ViewPlugin.define(({ dom }) => {
    const stop = (event: Event): void => {
      if (!(event.target instanceof Element) || !event.target.closest('.cm-panels')) return
      event.preventDefault()
      onRefused(event.type, CLIPBOARD_OFF)
    }
    const events = ['copy', 'cut', 'paste', 'drop']
    for (const event of events) dom.addEventListener(event, stop)
    return {
      destroy() {
        for (const event of events) dom.removeEventListener(event, stop)
      },
    }
  })

export function ownClipboard(onRefused: OnRefused) {
  const stop = (event: Event): boolean => {
    event.preventDefault()
    return true
  }
  return [
    closedPanels(onRefused),
    Prec.highest(
      keymap.of([
        { key: 'Mod-c', run: (view) => take(view, false) },
        { key: 'Mod-x', run: (view) => take(view, true) },
        { key: 'Mod-v', run: put },
      ]),
    ),
    Prec.highest(
      EditorView.domEventHandlers({
        copy: stop,
        cut: stop,
        drop: stop,
        dragstart: stop,
        contextmenu: stop,
        paste: (event, view) => {
          const text = event.clipboardData?.getData('text/plain') ?? ''
          if (isGiven(text)) insert(view, text.replaceAll('\r\n', '\n'))
          else onRefused('paste', ONLY_OWN)
          return stop(event)
        },
      }),
    ),
  ]
}
