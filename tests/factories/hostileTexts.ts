const repeated = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const ends =
  (unit: string, end: string) =>
  (bytes: number): string =>
    `a${repeated(unit, bytes - 8)}${end}`
/**
 * Texts that a bad pattern or a bad loop stumbles over. Each made to hold so many bytes. A text that begins well and
 * ends badly makes a pattern go back.
 */
export const hostile: Record<string, (bytes: number) => string> = {
  blanks: ends(' ', 'x'),
  'blanks alone': (bytes) => repeated(' ', bytes),
  'blanks and line ends': ends(' \n', 'x'),
  'line ends': ends('\n', 'x'),
  tabs: ends('\t', '\u0001x'),
  digits: ends('1', 'x'),
  'digits alone': (bytes) => repeated('7', bytes),
  zeros: (bytes) => `0.${repeated('0', bytes - 8)}x`,
  brackets: ends('(', ')'),
  'pairs of brackets': ends('[]', ')'),
  angles: ends('<', '>'),
  braces: ends('{"a":', '}'),
  quotes: ends('"\\', '"'),
  dollars: ends('$', 'x'),
  commas: ends(',', 'x'),
  'short entries': (bytes) => repeated('a,', bytes),
  'short words': (bytes) => repeated('a@b.co ', bytes),
  'parts of an address': (bytes) => `a@${repeated('a.', bytes - 8)}`,
  'dots before an at': (bytes) => `${repeated('a.', bytes - 8)}@`,
  hyphens: ends('-', '!'),
  'a long line': (bytes) => repeated('a', bytes),
  'marks in disorder': ends('\u0301\u0316', 'x'),
  'marks to be turned round': (bytes) =>
    `a${repeated('\u0301', bytes / 2 - 8)}${repeated('\u0316', bytes / 2 - 8)}`,
  'signs that are not seen': ends('\u200B', 'x'),
  'signs of two units': (bytes) => repeated('\u{1F600}', bytes),
  'half signs': (bytes) => repeated('\uD800', bytes),
}
export const harmless = (bytes: number): string => repeated('a harmless word of a text. ', bytes)
