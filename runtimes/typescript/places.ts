/** The places in a program that was written anew, and those in its source. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CONTINUES = 32

/** A stretch of a line: from this column on it stands for that place. Lines count from 0, columns too. */
interface Stretch {
  column: number
  line: number
  sourceColumn: number
}

/** The numbers of one segment of a source map: five bits a digit, the lowest first, the sign in the lowest one. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter)
    value += (digit % CONTINUES) * 2 ** shift
    shift += 5
    if (digit >= CONTINUES) continue
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2)
    ;[value, shift] = [0, 0]
  }
  return numbers
}

/** The stretches of each line of a program, by its source map. */
function stretchesOf(map: string): Stretch[][] {
  const { mappings } = JSON.parse(map) as { mappings: string }
  let [line, sourceColumn] = [0, 0]
  return mappings.split(';').map((text) => {
    let column = 0
    const stretches: Stretch[] = []
    for (const segment of text.split(',')) {
      const [columns = 0, source, lines = 0, sourceColumns = 0] = numbersOf(segment)
      column += columns
      if (source === undefined) continue
      line += lines
      sourceColumn += sourceColumns
      stretches.push({ column, line, sourceColumn })
    }
    return stretches
  })
}

const PLACE = /\bmain\.js:(\d+)(?::(\d+))?/g

/**
 * Words of an engine about a program, with the places in its source. A place without one stays out: it is in what TypeScript
 * was written as.
 * @param map the source map, where the program was written anew
 */
export function withSourcePlaces(words: string, map: string | undefined): string {
  if (map === undefined) return words.replaceAll(PLACE, (place) => place.replace('main.js', 'main.ts'))
  const lines = stretchesOf(map)
  return words.replaceAll(PLACE, (_place, line: string, column: string | undefined) => {
    const stretches = lines[Number(line) - 1] ?? []
    const at = Number(column ?? 1) - 1
    const found = stretches.findLast((one) => one.column <= at) ?? stretches[0]
    if (!found) return 'main.ts'
    return `main.ts:${found.line + 1}${column === undefined ? '' : `:${found.sourceColumn + 1}`}`
  })
}
