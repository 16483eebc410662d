import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'

/** Columns an indentation is wide. */
export const INDENT = 4

interface Setup {
  /** Draws caret and selection itself, where the browser does not. */
  drawSelection?: boolean
  /** Proposes words after every key. */
  autocompletion?: boolean
}

/**
 * Stands in for the package of this name in the pages: what our editors are made of, without what it also brings and none
 * of them takes (a gutter to fold by, a crosshair, another theme's colours).
 */
export const basicSetup = ({
  drawSelection: isDrawn = true,
  autocompletion: isProposing = true,
}: Setup = {}): Extension => [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  isDrawn ? drawSelection() : [],
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  isProposing ? autocompletion() : [],
  rectangularSelection(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  indentUnit.of(' '.repeat(INDENT)),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
  ]),
]
