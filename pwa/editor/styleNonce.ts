import { EditorView, type Extension } from '@uiw/react-codemirror'

/** The page tells the style nonce once, where its policy asks for one: the editor writes style elements. */
export function styleNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return nonce ? EditorView.cspNonce.of(nonce) : []
}
