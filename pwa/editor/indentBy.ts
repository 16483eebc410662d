import { indentUnit } from '@codemirror/language'
import { EditorState, type Extension, Prec } from '@uiw/react-codemirror'

/** Above the set-up's own, which is Python's. */
export const indentBy = (columns: number): Extension =>
  Prec.high([indentUnit.of(' '.repeat(columns)), EditorState.tabSize.of(columns)])
