import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'

const CHUNK = 1 << 16

/** The lines of a file, read as they are asked for: within a transaction, which waits for no stream. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const chunk = Buffer.alloc(CHUNK)
    let rest: string[] = []
    for (;;) {
      const bytes = readSync(file, chunk)
      if (bytes === 0) break
      const [first = '', ...others] = decoder.write(chunk.subarray(0, bytes)).split('\n')
      rest.push(first)
      for (const other of others) {
        yield rest.join('')
        rest = [other]
      }
    }
    if (rest.join('') !== '') throw new Error(`${path} does not end with a whole line`)
  } finally {
    closeSync(file)
  }
}
