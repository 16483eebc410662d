import { EditorState, type Extension, type Text } from '@uiw/react-codemirror'

/** No character of a document takes more bytes than this. */
const MAX_BYTES = 3

const bytesOf = (doc: Text): number => new TextEncoder().encode(doc.toString()).length

/**
 * Keeps a program within what the server takes. A longer one would be kept on this device alone, so it is stopped where
 * it comes about: what would go beyond is not put in, all of it, and what stands there stays as it was.
 * @param maxBytes of the text in UTF-8
 * @param onTooLong told each time something was not put in
 */
export function sizeLimit(maxBytes: number, onTooLong: () => void): Extension {
  return EditorState.transactionFilter.of((change) => {
    // Counting costs: a document that cannot be too long is not counted, nor one that gets shorter.
    const { newDoc, startState, docChanged } = change
    if (!docChanged || newDoc.length * MAX_BYTES <= maxBytes || bytesOf(newDoc) <= maxBytes) return change
    if (newDoc.length < startState.doc.length) return change
    onTooLong()
    return []
  })
}
