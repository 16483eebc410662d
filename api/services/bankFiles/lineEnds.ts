/**
 * A text whose rows all end in one sign. Programs mix CRLF, LF and CR, and a person who pastes into a file mixes them
 * within it. A cell in quotation marks keeps its own line ends, because they are part of it.
 */
export function withOneLineEnd(text: string, delimiter: string): string {
  if (!text.includes('\r')) return text
  const parts: string[] = []
  let from = 0
  let isCellStart = true
  for (let at = 0; at < text.length; ) {
    const sign = text[at]
    if (sign === '"' && isCellStart) {
      at = endOfQuoted(text, at)
      isCellStart = false
    } else if (sign === '\r') {
      parts.push(text.slice(from, at))
      at += text[at + 1] === '\n' ? 2 : 1
      from = at
      isCellStart = true
    } else {
      isCellStart = sign === delimiter || sign === '\n'
      at += 1
    }
  }
  parts.push(text.slice(from))
  return parts.join('\n')
}

/** The place behind the closing mark; one that is doubled stands for itself. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1
  return text.length
}
