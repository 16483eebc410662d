import { EditorView, Prec } from '@uiw/react-codemirror'

/** Dark in both themes: the code area is one instrument. Its colours do not follow the page's tokens; syntax keeps the dark theme's. */
export const editorTheme = Prec.highest(
  EditorView.theme(
    {
      '&': { height: '100%', backgroundColor: '#0e151b', color: '#d7e0e8' },
      '&.cm-focused': { outline: 'none' },
      // Above the line numbers, which would cover an outline.
      '&.cm-focused::after': {
        content: '""',
        position: 'absolute',
        inset: '0',
        zIndex: '300',
        border: '2px solid #46c2b0',
        pointerEvents: 'none',
      },
      '.cm-scroller': { fontFamily: 'var(--mono)', fontVariantLigatures: 'none', lineHeight: '1.63' },
      '.cm-content': { padding: '8px 0', caretColor: '#46c2b0' },
      '.cm-cursor': { borderLeftColor: '#46c2b0', borderLeftWidth: '2px' },
      '.cm-gutters': { backgroundColor: '#0e151b', color: '#8291a0', border: 'none' },
      '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 4px 0 12px' },
      // No lighter: comments would stand out from it by less than 4.5 to 1.
      '.cm-activeLine': { backgroundColor: '#ffffff0a' },
      '.cm-activeLineGutter': { backgroundColor: '#ffffff0a', color: '#e6ecf1' },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
        {
          backgroundColor: '#1f4a55',
        },
      '.cm-panels': { backgroundColor: '#1b2630', color: '#e6ecf1' },
      '.cm-tooltip': { backgroundColor: '#1b2630', border: '1px solid #3a4854' },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
        backgroundColor: '#1f4a55',
        color: '#ffffff',
      },
    },
    { dark: true },
  ),
)
