import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { EditorView, type Extension, Prec } from '@uiw/react-codemirror'

/**
 * Colours of what is worth finding: words of the language, texts, numbers, functions, types, comments. Names, operators and
 * brackets keep the colour of the page: each word with a colour of its own is an element more to be laid out and painted at
 * every key.
 */
const syntaxColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: '#c98fe6' },
    { tag: [tags.string, tags.inserted], color: '#98c379' },
    { tag: [tags.special(tags.string), tags.regexp, tags.escape], color: '#56b6c2' },
    { tag: [tags.number, tags.atom, tags.bool, tags.null], color: '#d19a66' },
    {
      tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
      color: '#61afef',
    },
    { tag: [tags.typeName, tags.className, tags.namespace, tags.annotation, tags.meta], color: '#e5c07b' },
    { tag: tags.comment, color: '#8791a1' },
    { tag: [tags.invalid, tags.deleted], color: '#ff9a93' },
  ]),
)

const look = Prec.highest(
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
      '.cm-dropCursor': { borderLeftColor: '#46c2b0' },
      '.cm-searchMatch': { backgroundColor: '#8a6d1f80', outline: '1px solid #b8933a' },
      '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: '#b8933a99' },
      '.cm-selectionMatch': { backgroundColor: '#46c2b026' },
      '&.cm-focused .cm-matchingBracket, &.cm-focused .cm-nonmatchingBracket': {
        backgroundColor: '#46c2b040',
      },
      '.cm-foldPlaceholder': { backgroundColor: 'transparent', border: 'none', color: '#d7e0e8' },
      '.cm-panels': { backgroundColor: '#1b2630', color: '#e6ecf1' },
      '.cm-panels.cm-panels-bottom': { borderTop: '1px solid #3a4854' },
      '.cm-panel.cm-search': { padding: '6px 32px 6px 10px', fontSize: '13px' },
      '.cm-panel.cm-search label': { fontSize: '13px', padding: '4px 2px' },
      '.cm-panel.cm-search [name=close]': { top: '6px', right: '8px', padding: '2px 8px', fontSize: '18px' },
      '.cm-textfield': {
        padding: '4px 8px',
        border: '1px solid #5c6b78',
        borderRadius: '6px',
        backgroundColor: '#0e151b',
        fontSize: '13px',
      },
      '.cm-button': {
        padding: '4px 10px',
        border: '1px solid #5c6b78',
        borderRadius: '6px',
        backgroundColor: 'transparent',
        backgroundImage: 'none',
        fontSize: '13px',
        textTransform: 'capitalize',
      },
      '.cm-button:hover': { backgroundColor: '#2a3844' },
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

/** Dark in both themes: the code area is one instrument. Its colours do not follow the page's tokens. */
export const editorTheme = [look, syntaxColours]

/** The page tells the style nonce once, where its policy asks for one: the editor writes style elements. */
export function styleNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return nonce ? EditorView.cspNonce.of(nonce) : []
}
