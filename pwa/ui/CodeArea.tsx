import { Box } from '@chakra-ui/react'
import CodeMirror, { EditorState, EditorView, type Extension } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { INDENT } from '#pwa/editor/basicSetup.ts'
import { escapeThenTab } from '#pwa/editor/escape.ts'
import { useMode } from '#pwa/editor/languages.ts'
import { editorTheme, styleNonce } from '../editor/theme.ts'

export interface CodeAreaProps {
  label: string
  value: string
  /** The language by its engine's id: 'python'. */
  mode: string
  /** A css height. */
  height?: string
  isReadOnly?: boolean
  onChange: (text: string) => void
}

/** An editor for programs, the same as candidates have. Esc and then Tab leaves it. Load it lazily. */
export default function CodeArea({
  label,
  value,
  mode,
  height = '240px',
  isReadOnly,
  onChange,
}: CodeAreaProps) {
  const language = useMode(mode)
  const extensions = useMemo<Extension[]>(
    () => [
      styleNonce(),
      editorTheme,
      language,
      EditorState.tabSize.of(INDENT),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        spellcheck: 'false',
        autocorrect: 'off',
        tabindex: '0',
      }),
      EditorView.theme({ '.cm-scroller': { fontSize: '13px' } }),
      escapeThenTab(),
    ],
    [language, label],
  )
  return (
    <Box height={height} overflow="hidden" borderRadius="l2" minW="0" bg="#0e151b">
      <CodeMirror
        value={value}
        style={{ height: '100%' }}
        height="100%"
        theme="none"
        indentWithTab
        readOnly={isReadOnly ?? false}
        extensions={extensions}
        onChange={onChange}
      />
    </Box>
  )
}
