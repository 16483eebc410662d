/** More marks than this on one sign are no writing. */
const MAX_MARKS = 100

/**
 * A text as NFC. Putting the marks of one sign into order takes time by the square of their number, so a text with more
 * of them than any writing has stays as it is: nothing is lost, and nobody waits.
 */
export function composed(text: string): string {
  if (text.length > MAX_MARKS)
    for (const [marks] of text.matchAll(/\p{M}+/gu)) if (marks.length > MAX_MARKS) return text
  return text.normalize('NFC')
}
