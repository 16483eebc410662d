/**
 * A multipart body as it comes (RFC 2046, section 5.1.1), for a file that is larger than memory should hold: parts are told
 * with their heads, and their content in pieces. `readUpload` reads the other ones.
 */

/** The body is not one of that form, or not whole. */
export class MultipartError extends Error {}

export type MultipartEvent = { head: Uint8Array } | { piece: Uint8Array }

const HEAD_MAX_BYTES = 8_192
const EMPTY_LINE = '\r\n\r\n'

/**
 * @param maxParts a body with more of them is broken
 * @throws MultipartError
 */
export async function* multipartEvents(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  maxParts: number,
): AsyncGenerator<MultipartEvent, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first boundary has no end of a line before it.
  let held: Buffer = Buffer.from('\r\n')
  let state: 'start' | 'boundary' | 'head' | 'content' | 'done' = 'start'
  let parts = 0
  const drop = (bytes: number) => {
    held = held.subarray(bytes)
  }
  for await (const chunk of chunks) {
    // The bytes behind the last boundary say nothing.
    if (state === 'done') continue
    held = Buffer.concat([held, chunk])
    for (let isWaiting = false; !isWaiting; ) {
      if (state === 'start') {
        isWaiting = held.length < delimiter.length
        if (isWaiting) break
        if (!held.subarray(0, delimiter.length).equals(delimiter)) throw new MultipartError()
        drop(delimiter.length)
        state = 'boundary'
      } else if (state === 'boundary') {
        isWaiting = held.length < 2
        if (isWaiting) break
        const behind = held.toString('latin1', 0, 2)
        if (behind !== '\r\n' && behind !== '--') throw new MultipartError()
        drop(2)
        parts += behind === '--' ? 0 : 1
        if (parts > maxParts) throw new MultipartError()
        state = behind === '--' ? 'done' : 'head'
      } else if (state === 'head') {
        const end = held.indexOf(EMPTY_LINE)
        if (end > HEAD_MAX_BYTES || (end < 0 && held.length > HEAD_MAX_BYTES)) throw new MultipartError()
        isWaiting = end < 0
        if (isWaiting) break
        yield { head: Uint8Array.from(held.subarray(0, end)) }
        drop(end + EMPTY_LINE.length)
        state = 'content'
      } else if (state === 'content') {
        const end = held.indexOf(delimiter)
        // A boundary may have begun at the end of what is here.
        const sure = end < 0 ? Math.max(0, held.length - delimiter.length + 1) : end
        if (sure > 0) yield { piece: held.subarray(0, sure) }
        drop(end < 0 ? sure : end + delimiter.length)
        isWaiting = end < 0
        if (!isWaiting) state = 'boundary'
      } else isWaiting = true
    }
  }
  if (state !== 'done') throw new MultipartError()
}
