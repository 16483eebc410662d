import { autocompletion } from '@codemirror/autocomplete'
import CodeMirror, {
  Compartment,
  drawSelection,
  EditorState,
  EditorView,
  type Extension,
  keymap,
  Prec,
  runScopeHandlers,
} from '@uiw/react-codemirror'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { SOURCE_MAX_BYTES } from '#contract/constants.ts'
import { INDENT } from '#pwa/editor/basicSetup.ts'
import { escapeThenTab } from '#pwa/editor/escape.ts'
import { useMode } from '#pwa/editor/languages.ts'
import { editorTheme, styleNonce } from '#pwa/editor/theme.ts'
import { toast } from '../../ui/toasts.ts'
import { useLifted } from '../hooks/lifted.ts'
import { type OnRefused, ownClipboard } from './clipboard.ts'
import type { KeptEditor } from './keptEditor.ts'
import { sizeLimit } from './sizeLimit.ts'

const drawn = drawSelection()

/**
 * The browser draws caret and selection itself. Drawing them anew is a second layout and a frame more for every key,
 * which is felt on a slow device; the browser cannot show more than one of them, so several are drawn, and only then.
 */
function drawSeveralSelections(): Extension {
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

export interface CodeEditorProps {
  /** The first text, asked whenever an editor is put on the page; later changes come from typing. */
  initial: () => string
  mode: string
  label: string
  fontSize: number
  wrap: boolean
  readOnly: boolean
  onChange: (text: string) => void
  onRefused: OnRefused
  /** The editor's actions, once it is there. */
  handle?: RefObject<EditorHandle | null>
  /** The state of the editor that had this program before, with its history; this one goes on from there. */
  kept?: KeptEditor
}

export interface EditorHandle {
  search: () => void
  /** Puts another program in place of the one that stands there; it can be undone. */
  replace: (text: string) => void
}

const basicSetup = { drawSelection: false, autocompletion: false }
/**
 * Words are proposed when they are asked for, by Ctrl Space: looking for them after every key is felt on a slow device.
 * Their icons are signs that few fonts have.
 */
const completions = autocompletion({ activateOnTyping: false, icons: false })

const tooLong = (): void => toast('bad', 'Not inserted: a program can be at most 48 KB.')

/** CodeMirror with nothing rendered by React while someone types. */
export default function CodeEditor(props: CodeEditorProps) {
  const { initial, mode, label, fontSize, wrap, readOnly, onChange, onRefused, handle, kept } = props
  const latest = useRef({ onChange, onRefused })
  latest.current = { onChange, onRefused }
  const language = useMode(mode)
  const isPasteFree = useLifted('paste')
  const [first] = useState(initial)
  const [isTakenUp, setTakenUp] = useState(false)
  const editor = useRef<EditorView | null>(null)
  useEffect(
    () => () => {
      if (editor.current) kept?.keep(editor.current.state)
    },
    [kept],
  )

  const open = (view: EditorView): void => {
    editor.current = view
    const before = kept?.read()
    if (before?.doc.toString() === first) {
      view.setState(before)
      // Its settings are those of an editor that is gone.
      setTakenUp(true)
    }
    if (!handle) return
    handle.current = {
      search: () => openSearch(view),
      replace: (text) =>
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input' }),
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a state that was taken up gets this editor's settings
  const extensions = useMemo<Extension[]>(
    () => [
      styleNonce(),
      editorTheme,
      language,
      completions,
      drawSeveralSelections(),
      // The component's own way of telling runs a timer every millisecond while somebody types.
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) latest.current.onChange(state.doc.toString())
      }),
      wrap ? EditorView.lineWrapping : [],
      EditorState.tabSize.of(INDENT),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocorrect: 'off' }),
      EditorView.theme({ '.cm-scroller': { fontSize: `${fontSize}px` } }),
      isPasteFree ? [] : ownClipboard((what, words) => latest.current.onRefused(what, words)),
      sizeLimit(SOURCE_MAX_BYTES, tooLong),
      escapeThenTab(),
      // The page has its own meaning for it: previous and next item.
      Prec.highest(
        keymap.of([
          { key: 'Alt-ArrowLeft', run: () => true },
          { key: 'Alt-ArrowRight', run: () => true },
        ]),
      ),
    ],
    [language, wrap, label, fontSize, isPasteFree, isTakenUp],
  )

  return (
    <CodeMirror
      className="code-editor"
      value={first}
      height="100%"
      theme="none"
      basicSetup={basicSetup}
      indentWithTab
      readOnly={readOnly}
      extensions={extensions}
      onCreateEditor={open}
    />
  )
}

/** Opens the editor's search as its own key does. ⌘ is asked first: where it means nothing Ctrl does, and not the other way. */
function openSearch(view: EditorView): void {
  view.focus()
  for (const modifier of ['metaKey', 'ctrlKey']) {
    const key = new KeyboardEvent('keydown', { key: 'f', [modifier]: true })
    if (runScopeHandlers(view, key, 'editor')) return
  }
}
