import { javascript } from '@codemirror/lang-javascript'
import { EditorView, lineNumbers, minimalSetup } from '@uiw/react-codemirror'
import { styleNonce } from '#pwa/editor/theme.ts'

/**
 * CodeMirror alone, in the size the test screen gives it: its minimal set-up, line numbers, colours of the language
 * and wrapping. No React, no completions, nothing that listens to what is typed.
 */

const parent = document.getElementById('editor')
if (!parent) throw new Error('editor.html has no #editor')
new EditorView({
  parent,
  extensions: [
    styleNonce(),
    minimalSetup(),
    lineNumbers(),
    javascript(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Code' }),
    EditorView.theme({
      '&': { width: '600px', height: '360px' },
      '.cm-scroller': { fontSize: '13.5px', lineHeight: '1.63' },
    }),
  ],
})
