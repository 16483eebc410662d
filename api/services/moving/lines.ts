import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'

const CHUNK = 1 << 16
/** The longest line there can be is a package's program in base64; a text of 500 MB would end this process. */
const LINE_MAX = 100_000_000

/**
 * The lines of a file, read as they are asked for: within a transaction, which waits for no stream.
 * @throws RangeError for a line that is too long or has no end
 */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const chunk = Buffer.alloc(CHUNK)
    let rest: string[] = []
    let length = 0
    for (;;) {
      const bytes = readSync(file, chunk)
      if (bytes === 0) break
      const [first = '', ...others] = decoder.write(chunk.subarray(0, bytes)).split('\n')
      rest.push(first)
      length += first.length
      if (length > LINE_MAX) throw new RangeError('A line is too long')
      for (const other of others) {
        yield rest.join('')
        rest = [other]
        length = other.length
      }
    }
    if (rest.join('') !== '') throw new RangeError('The last line has no end')
  } finally {
    closeSync(file)
  }
}
