const count = (n: number): string => n.toLocaleString('en-GB')

/**
 * The words on a long text's button, and those behind the text's end.
 * @param keptTo how many characters were kept at most: a text of that length was cut, and nobody knows how long it was
 */
export const cutLabels = (length: number, keptTo?: number): { show: string; end: string | null } =>
  keptTo !== undefined && length >= keptTo
    ? {
        show: `Show the first ${count(keptTo)} characters`,
        end: `Only the first ${count(keptTo)} characters are kept.`,
      }
    : { show: `Show all, ${count(length)} characters`, end: null }

/** More than this nobody reads on paper; what is longer is looked at on the screen. */
const PRINTED_LINES = 12
const PRINTED_CHARACTERS = 400

interface Printed {
  text: string
  /** '1,980 more lines, not printed'; null where all of it is. */
  rest: string | null
}

/**
 * The part of a program's text that is printed, because a test's input may be longer than a hundred pages.
 * @param mostCharacters Infinity: the text is cut between lines alone
 */
export function printedOf(whole: string, mostCharacters = PRINTED_CHARACTERS): Printed {
  const lines = whole.split('\n')
  const text = lines.slice(0, PRINTED_LINES).join('\n').slice(0, mostCharacters)
  const missing = lines.length - text.split('\n').length
  const more =
    missing > 0
      ? `${count(missing)} more ${missing === 1 ? 'line' : 'lines'}`
      : `${count(whole.length - text.length)} more characters`
  return { text, rest: text.length === whole.length ? null : `${more}, not printed` }
}
