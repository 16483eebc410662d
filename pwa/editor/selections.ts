import { Compartment, drawSelection, EditorState, type Extension } from '@uiw/react-codemirror'

const drawn = drawSelection()

/**
 * The browser draws caret and selection itself. Drawing them anew is a second layout and a frame more for every key,
 * which is felt on a slow device; the browser cannot show more than one of them, so several are drawn, and only then.
 */
export function drawSeveralSelections(): Extension {
  const drawing = new Compartment()
  return [
    drawing.of([]),
    EditorState.transactionExtender.of((change) => {
      const isSeveral = change.newSelection.ranges.length > 1
      const isDrawn = drawing.get(change.startState) === drawn
      return isSeveral === isDrawn ? null : { effects: drawing.reconfigure(isSeveral ? drawn : []) }
    }),
  ]
}
